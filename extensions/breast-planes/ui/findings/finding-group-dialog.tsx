import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Finding, GroupedField, GroupFindings } from '#contracts';
import {
  type ExtensionContext,
  formErrorsOf,
  type GroupRejection,
  noticesToken,
  studyToken,
} from '#core';
import { Button, Checkbox, Dialog, DialogActions, ErrorCard, FieldError, RadioChips } from '#ui';
import {
  differingFields,
  type FieldChoice,
  fieldChoices,
  preselectedChoice,
} from '../../model/findings/finding-differences.ts';
import { formatFinding } from '../../model/findings/format-finding.ts';
import { findingsUiToken, type OpenDialog } from '../../state/findings/findings-ui-state.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import { useScanGeometry } from '../shared/use-scan-geometry.ts';
import styles from './findings-panel.module.css';

const texts = findingTexts.group;

export interface FindingGroupDialogProps {
  readonly context: ExtensionContext;
  readonly dialog: Extract<OpenDialog, { readonly kind: 'group' }>;
  /** Findings of the scan. */
  readonly findings: readonly Finding[];
}

/** Ids of the chosen values by field. */
type Picked = Readonly<Partial<Record<GroupedField, string>>>;

/** Selects the findings to group, the target finding and the value of each differing field. */
export function FindingGroupDialog(props: FindingGroupDialogProps): ReactNode {
  const findingsUi = props.context.use(findingsUiToken);
  return (
    <Dialog open title={texts.title} onClose={() => findingsUi.set({ dialog: null })}>
      <GroupForm {...props} />
    </Dialog>
  );
}

/** Form of the dialog; submitting groups the findings, or focuses the first undecided field. */
function GroupForm(props: FindingGroupDialogProps): ReactNode {
  const { context, dialog, findings } = props;
  const findingsUi = context.use(findingsUiToken);
  const [picked, setPicked] = useState<Picked>({});
  const [submitted, setSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const userFindings = findings.filter(({ generator }) => generator.id === 'USER');
  const checkedFindings = userFindings.filter(({ id }) => dialog.findingIds.includes(id));
  const target = checkedFindings.find(({ id }) => id === dialog.targetId) ?? checkedFindings[0];
  const fields = differingFields(checkedFindings).map((field) =>
    resolveField(checkedFindings, field, picked),
  );
  const shownFields = [...CHOOSER_FIELDS, ...fields.map(({ field }) => field)];
  const undecided = fields.filter(({ choice }) => choice === null);
  useEffect(() => focusNext(form.current), []);
  const group = async (): Promise<void> => {
    if (target === undefined || checkedFindings.length < 2 || busy) return;
    setSubmitted(true);
    if (undecided.length > 0) {
      focusNext(form.current);
      return;
    }
    setBusy(true);
    const sourceIds = checkedFindings.flatMap(({ id }) => (id === target.id ? [] : [id]));
    const result = await context.use(studyToken).group(sourceIds, target.id, resolvedOf(fields));
    setBusy(false);
    if (!result.ok) {
      const errors = errorsOf(result.problem, shownFields);
      findingsUi.set({ dialog: { ...dialog, problem: result.problem, errors } });
      return;
    }
    findingsUi.set({ dialog: null, checkedIds: [] });
    context.use(noticesToken).show('info', texts.done);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void group();
  };
  return (
    <form ref={form} className={styles.grouping} onSubmit={submit} noValidate>
      <div className={styles.form} data-testid="group-dialog">
        <Chooser
          {...props}
          userFindings={userFindings}
          checkedFindings={checkedFindings}
          targetId={target?.id ?? ''}
        />
        <Differences
          fields={fields}
          submitted={submitted}
          errors={dialog.errors}
          onPick={(field, id) => {
            setPicked({ ...picked, [field]: id });
            const { [field]: _, ...errors } = dialog.errors;
            findingsUi.set({ dialog: { ...dialog, errors } });
          }}
        />
        <FormProblem dialog={dialog} />
      </div>
      <DialogActions>
        <p className={styles.open} aria-live="polite">
          {undecided.length === 0
            ? null
            : texts.open(undecided.map(({ field }) => texts.fields[field]))}
        </p>
        <Button onPress={() => findingsUi.set({ dialog: null })}>{texts.cancel}</Button>
        <Button kind="primary" type="submit" disabled={busy || checkedFindings.length < 2}>
          {texts.go}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Fields of the request that the chooser shows. */
const CHOOSER_FIELDS = ['sourceIds', 'targetId'] as const;

/** Returns the errors of a rejection: invalid fields, and fields in conflict. */
function errorsOf({ fields, invalid }: GroupRejection, shownFields: readonly string[]) {
  const inConflict = fields.map((field) => [field, texts.decide] as const);
  return { ...Object.fromEntries(inConflict), ...formErrorsOf(invalid, shownFields) };
}

/** Reason of the last rejection; without invalid fields, which have errors of their own. */
function FormProblem({ dialog }: Pick<FindingGroupDialogProps, 'dialog'>): ReactNode {
  const { problem, errors } = dialog;
  const formErrorId = useId();
  if (problem === null) return null;
  if (problem.invalid.fields.length === 0) return <ErrorCard problem={problem} />;
  return errors[''] === undefined ? null : (
    <FieldError id={formErrorId} alert>
      {errors['']}
    </FieldError>
  );
}

/** Field with differing values; `choice` is null until a value is chosen. */
interface ResolvedField {
  readonly field: GroupedField;
  readonly choices: readonly FieldChoice[];
  readonly choice: FieldChoice | null;
}

function resolveField(
  findings: readonly Finding[],
  field: GroupedField,
  picked: Picked,
): ResolvedField {
  const choices = fieldChoices(findings, field);
  const id = picked[field] ?? preselectedChoice(findings, field);
  return { field, choices, choice: choices.find((choice) => choice.id === id) ?? null };
}

/** Focuses the first undecided field, or the submit button if all fields are decided. */
function focusNext(form: HTMLElement | null): void {
  const undecided = form?.querySelector<HTMLElement>('[data-open=true] input');
  (undecided ?? form?.querySelector<HTMLElement>('button[type=submit]:enabled'))?.focus();
}

/** Selects the value of each field whose values differ. */
function Differences(props: {
  readonly fields: readonly ResolvedField[];
  /** True after an attempt to group; undecided fields then show an error. */
  readonly submitted: boolean;
  readonly errors: Readonly<Record<string, string>>;
  onPick(field: GroupedField, choiceId: string): void;
}): ReactNode {
  const { fields, submitted, errors, onPick } = props;
  if (fields.length === 0) return null;
  return (
    <>
      <p className={styles.differ}>{texts.differ}</p>
      {fields.map(({ field, choices, choice }) => (
        <div key={field} data-open={choice === null}>
          <RadioChips
            label={texts.fields[field]}
            options={choices.map(({ id, text }) => ({ id, label: text }))}
            value={choice?.id ?? null}
            error={errors[field] ?? (submitted && choice === null ? texts.decide : null)}
            onChange={(id) => onPick(field, id)}
          />
        </div>
      ))}
    </>
  );
}

/** Selects the findings to group and the target finding. */
function Chooser(
  props: FindingGroupDialogProps & {
    readonly userFindings: readonly Finding[];
    readonly checkedFindings: readonly Finding[];
    readonly targetId: string;
  },
): ReactNode {
  const { context, dialog, userFindings, checkedFindings, targetId } = props;
  const findingsUi = context.use(findingsUiToken);
  const { reference, scan } = useScanGeometry(context, userFindings[0]?.scan.id ?? '');
  const errorId = useId();
  const side = scan?.laterality.id ?? null;
  const labelOf = (finding: Finding): string =>
    texts.finding(finding.label, formatFinding(finding, reference, side).title);
  const update = (change: Partial<typeof dialog>): void =>
    findingsUi.set({ dialog: { ...dialog, problem: null, errors: {}, ...change } });
  return (
    <>
      <fieldset
        className={styles.choices}
        aria-describedby={dialog.errors.sourceIds === undefined ? undefined : errorId}
      >
        <legend>{texts.which}</legend>
        {userFindings.slice(0, MAX_LISTED).map((finding) => (
          <Checkbox
            key={finding.id}
            label={labelOf(finding)}
            checked={dialog.findingIds.includes(finding.id)}
            onChange={(on) => {
              const otherIds = dialog.findingIds.filter((id) => id !== finding.id);
              update({ findingIds: on ? [...otherIds, finding.id] : otherIds });
            }}
          />
        ))}
        {dialog.errors.sourceIds === undefined ? null : (
          <FieldError id={errorId}>{dialog.errors.sourceIds}</FieldError>
        )}
      </fieldset>
      {checkedFindings.length < 2 ? null : (
        <RadioChips
          label={texts.target}
          options={checkedFindings.map(({ id, label }) => ({ id, label: String(label) }))}
          value={targetId}
          error={dialog.errors.targetId ?? null}
          onChange={(id) => update({ targetId: id })}
        />
      )}
    </>
  );
}

/**
 * Maximum number of listed findings; further findings can be checked in the findings list by
 * Ctrl+click.
 */
const MAX_LISTED = 100;

function resolvedOf(fields: readonly ResolvedField[]): GroupFindings['resolved'] {
  const entries = fields.map(({ field, choice }) => [field, choice?.value] as const);
  // Each value was read from the same field of a finding.
  return Object.fromEntries(entries) as GroupFindings['resolved'];
}
