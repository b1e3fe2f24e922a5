import { EXTENSION_API_VERSION, type PublicConfig } from '#contracts';
import type { Problem } from '#foundation';
import { hostProblems } from '../registries/host-problems.ts';
import type { Registries } from '../registries/registries.ts';
import type { ExtensionSource } from './extension-source.ts';
import { createExtensionTable } from './extension-table.ts';
import type { Startable } from './lifecycle.ts';
import { type ModeAvailability, parseModes, resolveModes } from './modes.ts';
import { placeAdditions } from './place-additions.ts';
import { placeModes } from './place-modes.ts';
import type { Placement } from './placements.ts';
import { plan } from './plan.ts';
import { resolveSettings } from './settings.ts';

/** Input of a host, before any code is loaded. */
export interface HostData {
  /** Built-in extensions first. */
  readonly sources: readonly ExtensionSource[];
  /** `builtInModes`, not yet validated. */
  readonly modes: readonly unknown[];
  /** Site configuration; `problems` are the extensions that the server rejected. */
  readonly config: Pick<PublicConfig, 'extensions' | 'modes'> &
    Partial<Pick<PublicConfig, 'problems'>>;
  /** True starts built-in extensions only. */
  readonly safe?: boolean;
  /** Paths of pages outside the extensions, which modes of extensions can't use. */
  readonly reservedPaths?: readonly string[];
}

/** Decides from data alone which extensions may start and with which settings. */
export function prepare(options: HostData, report: (problem: Problem) => void) {
  const { sources, config, safe = false } = options;
  const settings = sources.map((source) => resolveSettings(source.manifest, source.settings));
  const planned = plan({
    entries: sources.map((source, index) => {
      const resolved = settings[index];
      return { ...source, problem: resolved?.ok === false ? resolved.problem : null };
    }),
    switches: config.extensions,
    hostVersion: EXTENSION_API_VERSION,
    safe,
  });
  for (const { source, ...problem } of config.problems ?? []) {
    report(source === undefined ? problem : { ...problem, source });
  }
  for (const { problem } of planned.rejected) report(problem);
  for (const note of planned.notes) report(note);
  const startables = planned.start.flatMap((id): Startable[] => {
    const index = sources.findIndex((source) => source.manifest.id === id);
    const source = sources[index];
    const resolved = settings[index];
    return source !== undefined && resolved?.ok ? [{ source, settings: resolved.value }] : [];
  });
  const site = { switches: config.extensions, safe };
  return { planned, startables, table: createExtensionTable(sources, settings, planned, site) };
}

/** Modes of a host and what extensions place in them. */
export interface PreparedModes {
  readonly modes: readonly ModeAvailability[];
  readonly placements: readonly Placement[];
}

/**
 * Adds to the built-in modes what extensions contribute, and decides which modes can run with the
 * declared contributions; reports the others with reasons.
 */
export function prepareModes(
  { modes, config, sources, reservedPaths = [] }: HostData,
  { startables, table }: Pick<ReturnType<typeof prepare>, 'startables' | 'table'>,
  registries: Registries,
  report: (problem: Problem) => void,
): PreparedModes {
  const parsed = parseModes(modes);
  const extensions = startables.map(({ source: { manifest, placement = {} } }) => ({
    manifest,
    placement,
  }));
  const usedPaths = [...reservedPaths, ...parsed.modes.map(({ path }) => path)];
  const contributed = placeModes(extensions, registries, usedPaths);
  const placed = placeAdditions([...parsed.modes, ...contributed.value], extensions, registries);
  for (const problem of [...parsed.problems, ...contributed.problems, ...placed.problems]) {
    report(problem);
  }
  const knownIds = [
    ...parsed.modes.map(({ id }) => id),
    ...sources.flatMap(({ manifest }) => manifest.contributes.modes.map(({ id }) => id)),
  ];
  for (const id of Object.keys(config.modes)) {
    if (!knownIds.includes(id)) report(hostProblems.unknownModeSwitch(id));
  }
  const resolved = resolveModes(placed.value, registries, table.store.getState(), config.modes);
  for (const { problem } of resolved) {
    if (problem !== null && problem.code !== 'MODE_OFF') report(problem);
  }
  return { modes: resolved, placements: [...contributed.placements, ...placed.placements] };
}
