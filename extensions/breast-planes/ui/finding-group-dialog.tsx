import { type ReactNode, useState } from 'react';
import type { Finding, GroupedField, GroupFindings } from '#contracts';
import { type ExtensionContext, noticesToken, studyToken } from '#core';
import { Button, Checkbox, Dialog, DialogActions, ErrorCard, RadioChips } from '#ui';
import { differingFields, fieldChoices } from '../model/finding-differences.ts';
import { findingWords } from '../model/finding-words.ts';
import { type DeskDialog, findingsDeskToken } from '../state/findings-desk.ts';
import { findingTexts } from '../texts/finding-texts.ts';
import styles from './findings-panel.module.css';
import { useReference } from './use-reference.ts';

const texts = findingTexts.group;

export interface FindingGroupDialogProps {
  readonly context: ExtensionContext;
  readonly dialog: Extract<DeskDialog, { readonly kind: 'group' }>;
  /** Of the scan. */
  readonly findings: readonly Finding[];
}

/** Which findings become one, which of them stays, and what holds where they differ. */
export function FindingGroupDialog(props: FindingGroupDialogProps): ReactNode {
  const { context, dialog, findings } = props;
  const desk = context.use(findingsDeskToken);
  const [picked, setPicked] = useState<Readonly<Partial<Record<GroupedField, string>>>>({});
  const [busy, setBusy] = useState(false);
  const own = findings.filter(({ generator }) => generator.id === 'USER');
  const chosen = own.filter(({ id }) => dialog.chosenIds.includes(id));
  const target = chosen.find(({ id }) => id === dialog.targetId) ?? chosen[0];
  const fields = differingFields(chosen);
  const close = (): void => desk.set({ dialog: null });
  const group = async (): Promise<void> => {
    if (target === undefined) return;
    setBusy(true);
    const resolved = resolvedOf(chosen, fields, picked);
    const sourceIds = chosen.flatMap(({ id }) => (id === target.id ? [] : [id]));
    const done = await context.use(studyToken).group(sourceIds, target.id, resolved);
    setBusy(false);
    if (!done.ok) {
      desk.set({ dialog: { ...dialog, problem: done.problem, fields: done.problem.fields } });
      return;
    }
    desk.set({ dialog: null, chosen: [] });
    context.use(noticesToken).show('info', texts.done);
  };
  return (
    <Dialog open title={texts.title} onClose={close}>
      <div className={styles.form} data-testid="group-dialog">
        <Chooser {...props} own={own} chosen={chosen} targetId={target?.id ?? ''} />
        {fields.length === 0 ? null : <p className={styles.differ}>{texts.differ}</p>}
        {fields.map((field) => {
          const choices = fieldChoices(chosen, field);
          return (
            <RadioChips
              key={field}
              label={texts.fields[field]}
              options={choices.map(({ id, words }) => ({ id, label: words }))}
              value={picked[field] ?? choices[0]?.id ?? null}
              onChange={(id) => setPicked({ ...picked, [field]: id })}
            />
          );
        })}
        {dialog.problem === null ? null : <ErrorCard problem={dialog.problem} />}
      </div>
      <DialogActions>
        <Button onPress={close}>{texts.cancel}</Button>
        <Button kind="primary" disabled={busy || chosen.length < 2} onPress={() => void group()}>
          {texts.go}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Chooser(
  props: FindingGroupDialogProps & {
    readonly own: readonly Finding[];
    readonly chosen: readonly Finding[];
    readonly targetId: string;
  },
): ReactNode {
  const { context, dialog, own, chosen, targetId } = props;
  const desk = context.use(findingsDeskToken);
  const { reference, scan } = useReference(context, own[0]?.scan.id ?? '');
  const side = scan?.laterality.id ?? null;
  const words = (finding: Finding): string =>
    texts.finding(finding.label, findingWords(finding, reference, side).title);
  const change = (change: Partial<typeof dialog>): void =>
    desk.set({ dialog: { ...dialog, problem: null, fields: [], ...change } });
  return (
    <>
      <fieldset className={styles.choices}>
        <legend>{texts.which}</legend>
        {own.slice(0, MOST_LISTED).map((finding) => (
          <Checkbox
            key={finding.id}
            label={words(finding)}
            checked={dialog.chosenIds.includes(finding.id)}
            onChange={(on) => {
              const others = dialog.chosenIds.filter((id) => id !== finding.id);
              change({ chosenIds: on ? [...others, finding.id] : others });
            }}
          />
        ))}
      </fieldset>
      {chosen.length < 2 ? null : (
        <RadioChips
          label={texts.target}
          options={chosen.map(({ id, label }) => ({ id, label: String(label) }))}
          value={targetId}
          onChange={(id) => change({ targetId: id })}
        />
      )}
    </>
  );
}

/** More are chosen in the list itself, by Ctrl and a click. */
const MOST_LISTED = 100;

/** What was picked for each field in which they differ; the first choice where nobody picked. */
function resolvedOf(
  chosen: readonly Finding[],
  fields: readonly GroupedField[],
  picked: Readonly<Partial<Record<GroupedField, string>>>,
): GroupFindings['resolved'] {
  const entries = fields.map((field) => {
    const choices = fieldChoices(chosen, field);
    const choice = choices.find(({ id }) => id === picked[field]) ?? choices[0];
    return [field, choice?.value] as const;
  });
  // Each value was read from the same field of a finding.
  return Object.fromEntries(entries) as GroupFindings['resolved'];
}
