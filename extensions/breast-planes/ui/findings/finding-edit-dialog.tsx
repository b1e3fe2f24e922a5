import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import type { Finding } from '#contracts';
import { type ExtensionContext, formErrorsOf, studyToken } from '#core';
import { SIZE_FIELDS } from '#findings';
import { dayTextOf, formatNumber, type Problem, problem } from '#foundation';
import {
  Button,
  Dialog,
  DialogActions,
  ErrorCard,
  FieldError,
  lengthError,
  TextArea,
  TextField,
  useStore,
} from '#ui';
import { changedFields, replacedFields } from '../../model/findings/changed-fields.ts';
import { formatFieldValue } from '../../model/findings/finding-differences.ts';
import {
  type FindingForm,
  fieldsOfForm,
  formOf,
  invalidSizes,
  MAX_SIZE_MM,
  measuredText,
} from '../../model/findings/finding-form.ts';
import { findingsUiToken, type SignedBy } from '../../state/findings/findings-ui-state.ts';
import { scanLookupToken } from '../../state/findings/scan-lookup.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import styles from './findings-panel.module.css';
import { type OpenedForm, useFindingForm } from './use-finding-form.ts';
import { useLastEditor } from './use-last-editor.ts';

const texts = findingTexts.edit;

/** Maximum length of a description in characters, as the server stores it. */
const MAX_NOTE_LENGTH = 10_000;

export interface FindingEditDialogProps {
  readonly context: ExtensionContext;
  readonly finding: Finding;
  /** True if another user deleted the finding while the dialog was open. */
  readonly deleted: boolean;
}

/**
 * Edits description and sizes of a finding; a typed size overrides the measured size. Closing without Save or Cancel keeps the entries in this browser.
 */
export function FindingEditDialog(props: FindingEditDialogProps): ReactNode {
  const { context, finding, deleted } = props;
  const study = context.use(studyToken);
  const findingsUi = context.use(findingsUiToken);
  const opened = useFindingForm(context, finding);
  const [saveProblem, setSaveProblem] = useState<Problem | null>(null);
  const concurrentProblem = useConcurrentProblem(props, opened);
  const errors = useServerErrors(context, finding, opened.form);
  const formErrorId = useId();
  const isSigned = useStore(findingsUi.store, (state) => state.signed !== null);
  const isInvalid =
    invalidSizes(opened.form).length > 0 || lengthError(opened.form.note, MAX_NOTE_LENGTH) !== null;
  const cannotSave = isInvalid || deleted || isSigned;
  const close = (): void => findingsUi.set({ dialog: null });
  const discard = (): void => {
    opened.forget();
    close();
  };
  const save = (): void => {
    if (cannotSave) return;
    const changes = changedFields(fieldsOfForm(opened.opened), fieldsOfForm(opened.form));
    const result =
      Object.keys(changes).length === 0 ? null : study.setFindingFields(finding.id, changes);
    if (result === null || result.ok) discard();
    else setSaveProblem(result.problem);
  };
  return (
    <Dialog open title={texts.title(finding.label)} onClose={close}>
      <form
        className={styles.grouping}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
        onKeyDown={submitOnKey}
      >
        <div className={styles.form} data-testid="edit-dialog">
          <RestoredLine opened={opened} />
          <FormFields finding={finding} opened={opened} errors={errors} />
          {errors[''] === undefined ? null : (
            <FieldError id={formErrorId} alert>
              {errors['']}
            </FieldError>
          )}
          {concurrentProblem === null ? null : <ErrorCard problem={concurrentProblem} />}
          {saveProblem === null ? null : <ErrorCard problem={saveProblem} />}
        </div>
        <DialogActions>
          <Button onPress={discard}>{texts.cancel}</Button>
          <Button kind="primary" type="submit" disabled={cannotSave}>
            {texts.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Submits the form on Ctrl + Enter, because Enter alone starts a new line in the text area. */
function submitOnKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

function RestoredLine({ opened }: { readonly opened: OpenedForm }): ReactNode {
  if (!opened.restored) return null;
  return (
    <p role="status" className={styles.restored}>
      {texts.restored}
      <Button kind="link" size={24} onPress={() => opened.startOver()}>
        {texts.startOver}
      </Button>
    </p>
  );
}

function FormFields(props: {
  readonly finding: Finding;
  readonly opened: OpenedForm;
  readonly errors: Readonly<Record<string, string>>;
}): ReactNode {
  const { finding, errors } = props;
  const { form, change } = props.opened;
  const invalidFields = invalidSizes(form);
  return (
    <>
      <TextArea
        label={findingTexts.note}
        help={findingTexts.noteHelp}
        value={form.note}
        rows={3}
        error={errors.note ?? null}
        maxLength={MAX_NOTE_LENGTH}
        autoFocus
        onChange={(note) => change({ note })}
      />
      <div className={styles.sizeFields}>
        {SIZE_FIELDS.map((field) => (
          <TextField
            key={field}
            label={texts.size(findingTexts.sizes[field])}
            value={form.sizes[field]}
            placeholder={measuredText(finding, field)}
            error={
              invalidFields.includes(field)
                ? texts.noSize(formatNumber(MAX_SIZE_MM))
                : (errors[field] ?? null)
            }
            onChange={(text) => change({ sizes: { ...form.sizes, [field]: text } })}
          />
        ))}
      </div>
      <p className={styles.help}>{texts.measured}</p>
    </>
  );
}

/**
 * Returns the errors of the server for the saved values of the finding, by field; without those of
 * entries that have changed since. '' holds errors of other fields.
 */
function useServerErrors(
  context: ExtensionContext,
  finding: Finding,
  form: FindingForm,
): Readonly<Record<string, string>> {
  const problem = useStore(
    context.use(studyToken).store,
    ({ rejections }) => rejections[finding.id] ?? null,
  );
  if (problem === null) return {};
  const saved: Readonly<Record<string, unknown>> = fieldsOfForm(formOf(finding));
  const entered: Readonly<Record<string, unknown>> = fieldsOfForm(form);
  const errors = formErrorsOf(problem, Object.keys(fieldsOfForm(form)));
  const isUnchanged = (field: string): boolean =>
    field === '' || JSON.stringify(saved[field]) === JSON.stringify(entered[field]);
  return Object.fromEntries(Object.entries(errors).filter(([field]) => isUnchanged(field)));
}

/** Returns the problem that another user's action causes for the form; null without any. */
function useConcurrentProblem(
  { context, finding, deleted }: FindingEditDialogProps,
  { form, opened }: OpenedForm,
): Problem | null {
  const signed = useStore(context.use(findingsUiToken).store, (state) => state.signed);
  const lists = useStore(context.use(scanLookupToken).lists);
  const replaced = replacedFields(
    fieldsOfForm(opened),
    fieldsOfForm(form),
    fieldsOfForm(formOf(finding)),
  );
  const theirs = replaced.map((field) =>
    texts.changed.theirs(
      findingTexts.conflict.fields[field],
      formatFieldValue(field, finding[field], lists),
    ),
  );
  const replacedText = replaced.length === 0 ? null : theirs.join('\n');
  const editorName = useLastEditor(context, finding.id, deleted ? 'gone' : replacedText);
  return concurrentProblemOf({ deleted, signed, replaced: replacedText, editorName });
}

/**
 * Returns the problem that another user's action causes for the form; null if saving is unaffected.
 */
function concurrentProblemOf(change: {
  readonly deleted: boolean;
  readonly signed: SignedBy | null;
  /** Another user's values that saving would replace; null if none. */
  readonly replaced: string | null;
  readonly editorName: string;
}): Problem | null {
  const { deleted, signed, replaced, editorName } = change;
  const { title, detail, next } = texts.deleted;
  if (deleted) return problem('FINDING_DELETED', title(editorName), detail, next);
  if (signed !== null) return signedProblem(signed);
  if (replaced === null) return null;
  return problem(
    'CHANGED_MEANWHILE',
    texts.changed.title(editorName),
    replaced,
    texts.changed.next,
  );
}

const signedProblem = ({ name, at }: SignedBy): Problem =>
  problem(
    'REPORT_SIGNED',
    findingTexts.reasons.signed(name ?? findingTexts.lock.unnamedReader, dayTextOf(at)),
    texts.signed.detail,
    texts.signed.next,
  );
