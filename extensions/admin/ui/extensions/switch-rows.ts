import type { OrganizationSwitch, SwitchKind, SwitchLock } from '#contracts';
import type {
  EffectiveSetting,
  ExtensionStatus,
  HostStatus,
  ModeStatus,
  SwitchChange,
} from '#core';
import type { Problem } from '#foundation';
import { extensionTexts } from '../../texts/extension-texts.ts';

/** A line of the panel: an extension or a mode with its switch. */
export interface SwitchLine {
  readonly kind: SwitchKind;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** As the organization has it now; the page may still work with what was before. */
  readonly enabled: boolean;
  readonly origin: keyof typeof extensionTexts.origins;
  readonly locked: SwitchLock | null;
  /** Why it is not in force though it is on. */
  readonly issue: string | null;
  readonly settings: readonly EffectiveSetting[];
  /** Where the settings are changed; null for none. */
  readonly settingsSource: string | null;
  /** It has jobs or services on the server, which no switch of a page touches. */
  readonly hasServer: boolean;
  /** It was switched since this page was opened. */
  readonly pending: boolean;
}

/** Extensions as the page knows them, with the switches as the server has them now. */
export function extensionLines(
  extensions: readonly ExtensionStatus[],
  switches: readonly OrganizationSwitch[],
): readonly SwitchLine[] {
  return extensions.map((extension) => {
    const onPage = extension.state !== 'off';
    const now = switches.find(({ kind, name }) => kind === 'extension' && name === extension.id);
    return {
      kind: 'extension',
      name: extension.id,
      title: extension.title,
      settings: extension.settings,
      settingsSource: settingsSource(extension),
      description:
        extension.origin === 'third-party'
          ? `${extension.description} · ${extensionTexts.thirdParty(extension.version)}`
          : extension.description,
      enabled: now?.enabled ?? onPage,
      origin:
        extension.decidedBy === 'safe-start' ? 'safe-start' : (now?.origin ?? extension.decidedBy),
      locked: now === undefined ? 'site' : now.locked,
      issue: issueOf(extension.problem),
      hasServer: now?.hasServer ?? false,
      pending: now !== undefined && extension.decidedBy !== 'safe-start' && now.enabled !== onPage,
    };
  });
}

/** Modes; one that nobody decided about is on and may be switched. */
export function modeLines(
  modes: readonly ModeStatus[],
  switches: readonly OrganizationSwitch[],
): readonly SwitchLine[] {
  return modes.map((mode) => {
    const onPage = mode.problem?.code !== 'MODE_OFF';
    const now = switches.find(({ kind, name }) => kind === 'mode' && name === mode.id);
    const enabled = now?.enabled ?? true;
    return {
      kind: 'mode',
      name: mode.id,
      title: mode.title,
      settings: [],
      hasServer: false,
      settingsSource: null,
      description: extensionTexts.modeAt(mode.path),
      enabled,
      origin: now?.origin ?? 'default',
      locked: now?.locked ?? null,
      issue: onPage ? issueOf(mode.problem) : null,
      pending: enabled !== onPage,
    };
  });
}

/** Third-party folders that the server did not offer at all. */
export function rejectedThirdParty(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter(({ code }) => code.startsWith('THIRD_PARTY_'));
}

function settingsSource({ id, origin, settings }: ExtensionStatus): string | null {
  if (settings.length === 0) return null;
  const { settingsSourceThirdParty: thirdParty, settingsSource: builtIn } = extensionTexts;
  return origin === 'third-party' ? thirdParty : builtIn(id);
}

function issueOf(problem: Problem | null): string | null {
  return problem === null ? null : `${problem.title}. ${problem.detail}`;
}

/** What was switched since the page was opened. */
export function pendingChanges(lines: readonly SwitchLine[]): readonly SwitchChange[] {
  return lines
    .filter(({ pending }) => pending)
    .map(({ kind, name, enabled }) => ({ kind, name, enabled }));
}

/** What a switch of the line would do, on pages that open after it. */
export function effectOf(host: HostStatus, line: SwitchLine, lines: readonly SwitchLine[]) {
  const { kind, name, enabled } = line;
  return host.preview({ kind, name, enabled: !enabled }, pendingChanges(lines));
}
