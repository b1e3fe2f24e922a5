import * as z from 'zod';
import {
  type ModeDefinition,
  modeSchema,
  type PublicConfig,
  type ScanState,
  type SwitchOrigin,
} from '#contracts';
import { fail, ok, type Problem, type Result } from '#foundation';
import { hostProblems } from '../registries/host-problems.ts';
import type { Registries } from '../registries/registries.ts';
import { hostTexts } from '../texts/host-texts.ts';
import type { ExtensionStatus, ModeStatus } from './host-status.ts';
import { modeReferences } from './mode-references.ts';

/** A mode with the reason why it can't run; null if available. */
export interface ModeAvailability {
  readonly mode: ModeDefinition;
  readonly decidedBy: SwitchOrigin;
  readonly problem: Problem | null;
}

/** Validates modes; drops invalid ones and reports each by id. */
export function parseModes(modes: readonly unknown[]): {
  readonly modes: readonly ModeDefinition[];
  readonly problems: readonly Problem[];
} {
  const parsed = modes.map((mode) => ({ mode, result: modeSchema.safeParse(mode) }));
  return {
    modes: parsed.flatMap(({ result }) => result.data ?? []),
    problems: parsed.flatMap(({ mode, result }) => {
      if (result.success) return [];
      const id = String((mode as { id?: unknown } | null)?.id ?? hostTexts.reasons.withoutId);
      return [hostProblems.invalidMode(id, z.prettifyError(result.error))];
    }),
  };
}

/**
 * Checks each mode against declared contributions and switches; loads no code. A mode that the site
 * switched off gets `MODE_OFF`.
 */
export function resolveModes(
  modes: readonly ModeDefinition[],
  registries: Registries,
  extensions: readonly ExtensionStatus[],
  switches: PublicConfig['modes'],
): readonly ModeAvailability[] {
  return modes.map((mode) => ({
    mode,
    decidedBy: decidedBy(switches[mode.id]),
    problem:
      switches[mode.id]?.enabled === false
        ? hostProblems.modeOff(mode.title)
        : unavailableProblem(mode, registries, extensions),
  }));
}

function decidedBy(siteSwitch: PublicConfig['modes'][string] | undefined): SwitchOrigin {
  return siteSwitch === undefined ? 'default' : (siteSwitch.decidedBy ?? 'site');
}

function unavailableProblem(
  mode: ModeDefinition,
  registries: Registries,
  extensions: readonly ExtensionStatus[],
): Problem | null {
  for (const needed of mode.requires) {
    const status = extensions.find((extension) => extension.id === needed);
    if (status === undefined) {
      return hostProblems.modeNeeds(mode.title, titledById(needed), hostTexts.reasons.notInstalled);
    }
    if (status.state === 'off') {
      return hostProblems.modeNeeds(mode.title, status, hostTexts.reasons.switchedOff);
    }
    if (status.problem !== null) {
      const { title, detail } = status.problem;
      return hostProblems.modeNeeds(mode.title, status, hostTexts.reasons.ofOther(title, detail));
    }
  }
  const references = modeReferences(mode);
  const isDeclared = ({ point, id }: (typeof references)[number]): boolean =>
    registries[point].findDeclared(id).ok;
  const missing = references.find((reference) => reference.required && !isDeclared(reference));
  if (missing !== undefined) {
    return hostProblems.modeNeeds(
      mode.title,
      titledById(missing.id),
      hostTexts.reasons.notProvided(missing.area),
    );
  }
  const protocols = references.filter((reference) => reference.point === 'hangingProtocols');
  if (mode.layout.main.kind === 'viewports' && !protocols.some(isDeclared)) {
    const names = hostTexts.reasons.oneOf(protocols.map((protocol) => protocol.id));
    return hostProblems.modeNeeds(
      mode.title,
      titledById(names),
      hostTexts.reasons.notProvided(hostTexts.areas.views),
    );
  }
  return null;
}

/** Falls back to the id as title. */
function titledById(id: string): { readonly id: string; readonly title: string } {
  return { id, title: `'${id}'` };
}

/**
 * Returns the first available mode at `path` whose `when` matches the scan state, else the Problem
 * of the first match. Returns `MODE_NONE` when no mode matches, null when the path belongs to no
 * mode.
 */
export function selectMode(
  modes: readonly ModeAvailability[],
  path: string,
  context: { readonly scanState: ScanState | null },
): Result<ModeDefinition> | null {
  const atPath = modes.filter((availability) => availability.mode.path === path);
  if (atPath.length === 0) return null;
  const { scanState } = context;
  const matching = atPath.filter(
    ({ mode }) =>
      mode.when === undefined || (scanState !== null && mode.when.scanState.includes(scanState)),
  );
  const selected = matching.find((availability) => availability.problem === null) ?? matching[0];
  if (selected === undefined) return fail(hostProblems.noMode(path));
  return selected.problem === null ? ok(selected.mode) : fail(selected.problem);
}

export function modeStatus({ mode, decidedBy, problem }: ModeAvailability): ModeStatus {
  return { id: mode.id, title: mode.title, path: mode.path, decidedBy, problem };
}
