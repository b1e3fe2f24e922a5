import { type ReactNode, useRef } from 'react';
import { timeOf } from '#foundation';
import { Button, Dialog, DialogActions, FieldError } from '#ui';
import { RestoredLine } from '../drafts/restored-line.tsx';
import { useAccountName } from '../notes/use-account-name.ts';
import { recordTexts } from '../texts/record-texts.ts';
import styles from './forms.module.css';
import type { MergeField } from './merge.ts';
import { MergeView } from './merge-view.tsx';
import { useFocusFirstError } from './use-focus-first-error.ts';
import { useFormClose } from './use-form-close.tsx';
import type { RecordForm } from './use-record-form.ts';

/** Dialog around a record form; confirms before discarding entered values. */
export function RecordDialog(props: {
  readonly title: string;
  readonly open: boolean;
  /** Name of the draft that holds the entered values; see `useDraft`. */
  readonly draftName: string;
  onClose(): void;
  readonly children: (requestClose: () => void) => ReactNode;
}): ReactNode {
  const { requestClose, confirmation } = useFormClose(props.draftName, props.onClose);
  return (
    <Dialog title={props.title} open={props.open} width={720} onClose={requestClose}>
      {props.children(requestClose)}
      {confirmation}
    </Dialog>
  );
}

export interface RecordEntryProps<Entries extends object> {
  /** Element id of the form error. */
  readonly id: string;
  readonly form: RecordForm<Entries>;
  readonly mergeFields: readonly MergeField<Entries>[];
  /** Labels of the submit button while idle and while sending. */
  readonly submitLabels: readonly [idle: string, busy: string];
  readonly intro?: ReactNode;
  /** Form fields. */
  readonly children: ReactNode;
  onCancel(): void;
}

/** Form of a record; shows the merge view after an edit conflict. */
export function RecordEntry<Entries extends object>(props: RecordEntryProps<Entries>): ReactNode {
  const { form } = props;
  const { conflict } = form;
  const nameOf = useAccountName();
  if (conflict === null) return <EntryForm {...props} />;
  return (
    <MergeView
      base={conflict.base}
      mine={form.entries}
      theirs={conflict.theirs}
      fields={props.mergeFields}
      theirName={nameOf(conflict.updatedBy)}
      theirTime={timeOf(conflict.updatedAt)}
      busy={form.busy}
      onSave={(entries) => void form.saveMerged(entries)}
      onAcceptTheirs={form.acceptTheirs}
    />
  );
}

function EntryForm<Entries extends object>(props: RecordEntryProps<Entries>): ReactNode {
  const { form } = props;
  const element = useRef<HTMLFormElement>(null);
  useFocusFirstError(element, form.failedAttempts);
  const formError = form.errors[''];
  return (
    <form
      ref={element}
      className={styles.form}
      onSubmit={(event) => void form.submit(event)}
      noValidate
    >
      {props.intro}
      <RestoredLine shown={form.restored} onStartOver={form.startOver} />
      {props.children}
      {formError === undefined ? null : (
        <FieldError id={props.id} alert>
          {formError}
        </FieldError>
      )}
      <DialogActions>
        <Button onPress={props.onCancel}>{recordTexts.cancel}</Button>
        <Button kind="primary" type="submit" busy={form.busy}>
          {props.submitLabels[form.busy ? 1 : 0]}
        </Button>
      </DialogActions>
    </form>
  );
}
