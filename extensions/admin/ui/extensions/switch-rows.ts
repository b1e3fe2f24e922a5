import type { OrganizationSwitch, SwitchKind, SwitchLock } from '#contracts';
import type {
  EffectiveSetting,
  ExtensionStatus,
  HostStatus,
  ModeStatus,
  Placement,
  SwitchChange,
} from '#core';
import type { Problem } from '#foundation';
import { extensionTexts } from '../../texts/extension-texts.ts';

/** Data of a row of the panel: an extension or a mode with its switch. */
export interface SwitchRowData {
  readonly kind: SwitchKind;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Current value of the organization; the open page may still use the previous value. */
  readonly enabled: boolean;
  readonly origin: keyof typeof extensionTexts.origins;
  /** Why the switch cannot be changed; null when it can. */
  readonly locked: SwitchLock | null;
  /** Why an enabled extension or mode is not active; null when there is no issue. */
  readonly issue: string | null;
  readonly settings: readonly EffectiveSetting[];
  /** What the extension places in modes, one line each; empty for modes. */
  readonly placements: readonly PlacementLine[];
  /** Where to change the settings; null when there are none. */
  readonly settingsSource: string | null;
  /**
   * True when the extension has jobs or services on the server, which page switches do not affect.
   */
  readonly hasServer: boolean;
  /** True when the switch changed after this page was opened. */
  readonly pending: boolean;
}

/** A placement in words. */
export interface PlacementLine {
  readonly text: string;
  /** True if the site file refuses the placement. */
  readonly refused: boolean;
}

/** Returns the rows of this page's extensions with the current switches of the server. */
export function extensionRows(
  extensions: readonly ExtensionStatus[],
  switches: readonly OrganizationSwitch[],
  placements: readonly Placement[] = [],
): readonly SwitchRowData[] {
  return extensions.map((extension) => {
    const enabledOnPage = extension.state !== 'off';
    const stored = switches.find(({ kind, name }) => kind === 'extension' && name === extension.id);
    return {
      kind: 'extension',
      name: extension.id,
      title: extension.title,
      settings: extension.settings,
      settingsSource: settingsSource(extension),
      placements: placements
        .filter((placement) => placement.extension === extension.id)
        .map((placement) => ({
          text: placementText(placement),
          refused: placement.refused,
        })),
      description:
        extension.origin === 'third-party'
          ? `${extension.description} · ${extensionTexts.thirdParty(extension.version)}`
          : extension.description,
      enabled: stored?.enabled ?? enabledOnPage,
      origin:
        extension.decidedBy === 'safe-start'
          ? 'safe-start'
          : (stored?.origin ?? extension.decidedBy),
      locked: stored === undefined ? 'site' : stored.locked,
      issue: issueOf(extension.problem),
      hasServer: stored?.hasServer ?? false,
      pending:
        stored !== undefined &&
        extension.decidedBy !== 'safe-start' &&
        stored.enabled !== enabledOnPage,
    };
  });
}

/** Returns the rows of the modes; a mode without a stored switch is on and unlocked. */
export function modeRows(
  modes: readonly ModeStatus[],
  switches: readonly OrganizationSwitch[],
): readonly SwitchRowData[] {
  return modes.map((mode) => {
    const enabledOnPage = mode.problem?.code !== 'MODE_OFF';
    const stored = switches.find(({ kind, name }) => kind === 'mode' && name === mode.id);
    const enabled = stored?.enabled ?? true;
    return {
      kind: 'mode',
      name: mode.id,
      title: mode.title,
      settings: [],
      hasServer: false,
      placements: [],
      settingsSource: null,
      description: extensionTexts.modeAt(mode.path),
      enabled,
      origin: stored?.origin ?? 'default',
      locked: stored?.locked ?? null,
      issue: enabledOnPage ? issueOf(mode.problem) : null,
      pending: enabled !== enabledOnPage,
    };
  });
}

/** Returns a shortcut without the notation of its codes: 'Alt+Shift+T'. */
const shownKey = (key: string): string =>
  key.replace('$mod', 'Ctrl').replace(/(Key|Digit)(?=[A-Z0-9]\b)/g, '');

function placementText({ kind, mode, path, items, refused }: Placement): string {
  const texts = extensionTexts.placements;
  if (refused) {
    return kind === 'mode' ? texts.modeRefused(mode.title) : texts.additionRefused(mode.title);
  }
  if (kind === 'mode') return texts.mode(mode.title, path ?? '');
  const areas = Map.groupBy(items, ({ area }) => area);
  const parts = [...areas].map(([area, inArea]) =>
    texts.area(
      area,
      inArea.map(({ title, key }) =>
        key === undefined ? title : texts.shortcut(title, shownKey(key)),
      ),
    ),
  );
  return texts.addition(mode.title, parts);
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
export function pendingChanges(rows: readonly SwitchRowData[]): readonly SwitchChange[] {
  return rows
    .filter(({ pending }) => pending)
    .map(({ kind, name, enabled }) => ({ kind, name, enabled }));
}

/** Returns what toggling the switch adds and removes on pages opened after the change. */
export function effectOf(host: HostStatus, row: SwitchRowData, rows: readonly SwitchRowData[]) {
  const { kind, name, enabled } = row;
  return host.preview({ kind, name, enabled: !enabled }, pendingChanges(rows));
}
