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

/** Row of the panel: an extension or a mode with its switch. */
export interface SwitchLine {
  readonly kind: SwitchKind;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Current value of the organization; the open page may still use the previous value. */
  readonly enabled: boolean;
  readonly origin: keyof typeof extensionTexts.origins;
  readonly locked: SwitchLock | null;
  /** Why an enabled extension or mode is not active; null when there is no issue. */
  readonly issue: string | null;
  readonly settings: readonly EffectiveSetting[];
  /** Where to change the settings; null when there are none. */
  readonly settingsSource: string | null;
  /**
   * True when the extension has jobs or services on the server, which page switches do not affect.
   */
  readonly hasServer: boolean;
  /** True when the switch changed after this page was opened. */
  readonly pending: boolean;
}

/** Combines the extensions of this page with the current switches of the server. */
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

/** Returns the rows of the modes; a mode without a stored switch is on and unlocked. */
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

/** Returns the problems of third-party extensions that the server rejected. */
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

/** Returns the switches that changed after this page was opened. */
export function pendingChanges(lines: readonly SwitchLine[]): readonly SwitchChange[] {
  return lines
    .filter(({ pending }) => pending)
    .map(({ kind, name, enabled }) => ({ kind, name, enabled }));
}

/** Previews the effect of the switch on pages opened after the change. */
export function effectOf(host: HostStatus, line: SwitchLine, lines: readonly SwitchLine[]) {
  const { kind, name, enabled } = line;
  return host.preview({ kind, name, enabled: !enabled }, pendingChanges(lines));
}
