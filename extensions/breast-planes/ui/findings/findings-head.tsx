import type { ReactNode } from 'react';
import {
  configToken,
  type ExtensionContext,
  GROUP_LENGTHS_PREFERENCE,
  keyHintsToken,
  noticesToken,
  type PanelProps,
  preferencesToken,
  shouldGroupLengths,
  studyToken,
} from '#core';
import { stampOf } from '#foundation';
import { Button, Icon, MenuButton, type MenuEntry, useStore } from '#ui';
import { findingById } from '../../model/findings/finding-rows.ts';
import { drawingToken } from '../../state/findings/drawing-state.ts';
import { findingsUiToken } from '../../state/findings/findings-ui-state.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import { DensityControl } from './density-control.tsx';
import styles from './findings-panel.module.css';
import { Readers } from './readers.tsx';
import { useHiddenFindings } from './use-hidden-findings.ts';

const { menu } = findingTexts;

/** Header of the findings panel: signature, density, other readers, and actions on all findings. */
export function FindingsHead({ context }: PanelProps): ReactNode {
  return (
    <>
      <SignedCard context={context} />
      <div className={styles.headRow}>
        <DensityControl context={context} />
        <Readers context={context} />
        <span className={styles.spacer} />
        <HiddenButton context={context} />
        <PanelMenu context={context} />
      </div>
      <AddingBar context={context} />
      <CheckedBar context={context} />
    </>
  );
}

function SignedCard({ context }: PanelProps): ReactNode {
  const signed = useStore(context.use(findingsUiToken).store, (state) => state.signed);
  if (signed === null) return null;
  const { title, next, unnamedReader } = findingTexts.lock;
  const signedAt = stampOf(signed.at);
  return (
    <div className={styles.signed} role="note" data-testid="signed">
      <Icon name="lock" size={16} />
      <span>
        <b>{title(signed.name ?? unnamedReader, signedAt)}</b> {next}
      </span>
    </div>
  );
}

/**
 * Shows the number of hidden findings and toggles their listing; renders nothing without hidden
 * findings.
 */
function HiddenButton({ context }: PanelProps): ReactNode {
  const { count, shows, toggle } = useHiddenFindings(context);
  if (count === 0) return null;
  return (
    <button
      type="button"
      className={styles.textButton}
      aria-pressed={shows}
      data-testid="hidden-count"
      onClick={toggle}
    >
      <Icon name={shows ? 'eye' : 'eye-off'} size={16} />
      {shows ? menu.hideHidden(count) : menu.showHidden(count)}
    </button>
  );
}

function PanelMenu({ context }: PanelProps): ReactNode {
  // Renders again on these changes, because the entries depend on them.
  useStore(context.use(studyToken).store, (state) => state.findingsByScan);
  useStore(context.use(preferencesToken).store, (state) => state.values);
  return (
    <MenuButton
      ariaLabel={menu.title}
      className={styles.menu ?? ''}
      entries={panelEntries(context)}
    >
      <Icon name="more" />
    </MenuButton>
  );
}

const SAVE_THUMBNAILS = 'breast-planes.save-thumbnails';

async function saveThumbnails(context: ExtensionContext): Promise<void> {
  const result = await context.run(SAVE_THUMBNAILS);
  if (!result.ok) context.use(noticesToken).showProblem(result.problem);
}

function panelEntries(context: ExtensionContext): readonly MenuEntry[] {
  const { flags } = context.use(configToken);
  const preferences = context.use(preferencesToken);
  const run = async (args: object): Promise<void> => {
    const result = await context.run('breast-planes.export-findings', args);
    if (!result.ok) context.use(noticesToken).showProblem(result.problem);
  };
  const mayNotSave = context.mayRun(SAVE_THUMBNAILS) !== true;
  const disabled = context.mayRun('breast-planes.export-findings') !== true;
  const exports: readonly MenuEntry[] = [
    { id: 'csv', label: menu.exportCsv, disabled, run: () => void run({ format: 'CSV' }) },
    { id: 'json', label: menu.exportJson, disabled, run: () => void run({ format: 'JSON' }) },
    {
      id: 'thumbnails',
      label: menu.saveThumbnails,
      disabled: mayNotSave,
      run: () => void saveThumbnails(context),
    },
  ];
  if (!flags.autoGroupLengthMarks) return exports;
  const on = shouldGroupLengths(flags, preferences);
  return [
    ...exports,
    {
      id: 'group-lengths',
      label: menu.switched(menu.groupLengths, on ? menu.on : menu.off),
      separated: true,
      run: () => void preferences.save(GROUP_LENGTHS_PREFERENCE, on ? 'off' : 'on'),
    },
  ];
}

/** Names the finding that receives new marks, with a button to stop adding. */
function AddingBar({ context }: PanelProps): ReactNode {
  const { store } = context.use(studyToken);
  const into = useStore(context.use(drawingToken).store, (state) => state.into);
  const key = useStore(context.use(keyHintsToken), (hints) => hints.get(ADD_COMMAND));
  const lists = useStore(store, (state) => state.findingsByScan);
  const [finding] = Object.values(lists).flatMap((list) => findingById(list, into) ?? []);
  return (
    <div role="status">
      {finding === undefined ? null : (
        <div className={styles.selectionBar} data-testid="adding-bar">
          <b>{findingTexts.adding.now(finding.label)}</b>
          <span className={styles.spacer} />
          {key === undefined ? null : <kbd>{key}</kbd>}
          <Button onPress={() => context.use(drawingToken).setInto(null)}>
            {findingTexts.adding.end}
          </Button>
        </div>
      )}
    </div>
  );
}

const ADD_COMMAND = 'breast-planes.add-to-finding';

/** Shows the number of checked findings and the actions on all of them. */
function CheckedBar({ context }: PanelProps): ReactNode {
  const findingsUi = context.use(findingsUiToken);
  const checkedIds = useStore(findingsUi.store, (state) => state.checkedIds);
  const findingsByScan = useStore(context.use(studyToken).store, (state) => state.findingsByScan);
  const lists = Object.values(findingsByScan);
  const checkedFindings = checkedIds.flatMap((id) =>
    lists.flatMap((list) => findingById(list, id) ?? []),
  );
  const [first] = checkedFindings;
  if (first === undefined) return null;
  const group = async (): Promise<void> => {
    context.use(studyToken).selectFinding(first.id);
    const result = await context.run('breast-planes.group-finding', { findingId: first.id });
    if (!result.ok) context.use(noticesToken).showProblem(result.problem);
  };
  return (
    <div className={styles.selectionBar} data-testid="chosen-bar">
      <b>{findingTexts.checked(checkedFindings.length)}</b>
      <span className={styles.spacer} />
      <Button kind="primary" disabled={checkedFindings.length < 2} onPress={() => void group()}>
        {findingTexts.groupChecked}
      </Button>
      <Button onPress={() => findingsUi.set({ checkedIds: [] })}>
        {findingTexts.clearChecked}
      </Button>
    </div>
  );
}

const LABELLED_SHORTCUTS = [
  ['breast-planes.next-finding', findingTexts.walk.next],
  ['breast-planes.previous-finding', findingTexts.walk.previous],
  ['breast-planes.hide-overlays', findingTexts.walk.hold],
] as const;

/** Shows the current shortcuts of the findings list. */
export function FindingsFoot({ context }: PanelProps): ReactNode {
  const hints = useStore(context.use(keyHintsToken));
  return (
    <div className={styles.keys}>
      {LABELLED_SHORTCUTS.map(([id, label]) => {
        const key = hints.get(id);
        return key === undefined ? null : (
          <span key={id}>
            <kbd>{key}</kbd> {label}
          </span>
        );
      })}
    </div>
  );
}
