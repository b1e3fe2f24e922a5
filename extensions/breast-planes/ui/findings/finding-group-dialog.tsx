import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Finding, GroupedField, GroupFindings } from '#contracts';
import { type ExtensionContext, noticesToken, studyToken } from '#core';
import { Button, Checkbox, Dialog, DialogActions, ErrorCard, RadioChips } from '#ui';
import {
  differingFields,
  type FieldChoice,
  fieldChoices,
  presumedChoice,
} from '../../model/findings/finding-differences.ts';
import { findingWords } from '../../model/findings/finding-words.ts';
import { type DeskDialog, findingsDeskToken } from '../../state/findings/findings-desk.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import { useReference } from '../shared/use-reference.ts';
import styles from './findings-panel.module.css';

const texts = findingTexts.group;

export interface FindingGroupDialogProps {
  readonly context: ExtensionContext;
  readonly dialog: Extract<DeskDialog, { readonly kind: 'group' }>;
  /** Of the scan. */
  readonly findings: readonly Finding[];
}

type Picked = Readonly<Partial<Record<GroupedField, string>>>;

/** Which findings become one, which of them stays, and what holds where they differ. */
export function FindingGroupDialog(props: FindingGroupDialogProps): ReactNode {
  const desk = props.context.use(findingsDeskToken);
  return (
    <Dialog open title={texts.title} onClose={() => desk.set({ dialog: null })}>
      <GroupForm {...props} />
    </Dialog>
  );
}

/** Enter groups from any field of it, or goes to the first that is still to decide. */
function GroupForm(props: FindingGroupDialogProps): ReactNode {
  const { context, dialog, findings } = props;
  const desk = context.use(findingsDeskToken);
  const [picked, setPicked] = useState<Picked>({});
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const own = findings.filter(({ generator }) => generator.id === 'USER');
  const chosen = own.filter(({ id }) => dialog.chosenIds.includes(id));
  const target = chosen.find(({ id }) => id === dialog.targetId) ?? chosen[0];
  const fields = differingFields(chosen).map((field) => heldOf(chosen, field, picked));
  const open = fields.filter(({ held }) => held === null);
  useEffect(() => focusNext(form.current), []);
  const group = async (): Promise<void> => {
    if (target === undefined || chosen.length < 2 || busy) return;
    setTried(true);
    if (open.length > 0) {
      focusNext(form.current);
      return;
    }
    setBusy(true);
    const sourceIds = chosen.flatMap(({ id }) => (id === target.id ? [] : [id]));
    const done = await context.use(studyToken).group(sourceIds, target.id, resolvedOf(fields));
    setBusy(false);
    if (!done.ok) {
      desk.set({ dialog: { ...dialog, problem: done.problem, fields: done.problem.fields } });
      return;
    }
    desk.set({ dialog: null, chosen: [] });
    context.use(noticesToken).show('info', texts.done);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void group();
  };
  return (
    <form ref={form} className={styles.grouping} onSubmit={submit} noValidate>
      <div className={styles.form} data-testid="group-dialog">
        <Chooser {...props} own={own} chosen={chosen} targetId={target?.id ?? ''} />
        <Differences
          fields={fields}
          tried={tried}
          onPick={(field, id) => setPicked({ ...picked, [field]: id })}
        />
        {dialog.problem === null ? null : <ErrorCard problem={dialog.problem} />}
      </div>
      <DialogActions>
        <p className={styles.open} aria-live="polite">
          {open.length === 0 ? null : texts.open(open.map(({ field }) => texts.fields[field]))}
        </p>
        <Button onPress={() => desk.set({ dialog: null })}>{texts.cancel}</Button>
        <Button kind="primary" type="submit" disabled={busy || chosen.length < 2}>
          {texts.go}
        </Button>
      </DialogActions>
    </form>
  );
}

/** A field in which the findings differ, and what holds of it: null as long as nobody chose. */
interface HeldField {
  readonly field: GroupedField;
  readonly choices: readonly FieldChoice[];
  readonly held: FieldChoice | null;
}

function heldOf(chosen: readonly Finding[], field: GroupedField, picked: Picked): HeldField {
  const choices = fieldChoices(chosen, field);
  const id = picked[field] ?? presumedChoice(chosen, field);
  return { field, choices, held: choices.find((choice) => choice.id === id) ?? null };
}

/** To the first field that is still to decide; to the button where the keys have nothing else to do. */
function focusNext(form: HTMLElement | null): void {
  const open = form?.querySelector<HTMLElement>('[data-open=true] input');
  (open ?? form?.querySelector<HTMLElement>('button[type=submit]:enabled'))?.focus();
}

function Differences(props: {
  readonly fields: readonly HeldField[];
  /** Somebody tried to group: what is open says so itself. */
  readonly tried: boolean;
  onPick(field: GroupedField, choiceId: string): void;
}): ReactNode {
  const { fields, tried, onPick } = props;
  if (fields.length === 0) return null;
  return (
    <>
      <p className={styles.differ}>{texts.differ}</p>
      {fields.map(({ field, choices, held }) => (
        <div key={field} data-open={held === null}>
          <RadioChips
            label={texts.fields[field]}
            options={choices.map(({ id, words }) => ({ id, label: words }))}
            value={held?.id ?? null}
            error={tried && held === null ? texts.decide : null}
            onChange={(id) => onPick(field, id)}
          />
        </div>
      ))}
    </>
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

function resolvedOf(fields: readonly HeldField[]): GroupFindings['resolved'] {
  const entries = fields.map(({ field, held }) => [field, held?.value] as const);
  // Each value was read from the same field of a finding.
  return Object.fromEntries(entries) as GroupFindings['resolved'];
}
