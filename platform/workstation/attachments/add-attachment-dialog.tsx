import { type FormEvent, type ReactNode, useState } from 'react';
import { newId } from '#foundation';
import { Button, Dialog, DialogActions, DropZone, FieldError, IconButton } from '#ui';
import { formatBytes } from '../import/import-file.ts';
import { attachmentTexts as texts } from '../texts/attachment-texts.ts';
import { type AttachmentEntries, AttachmentFields } from './attachment-fields.tsx';
import styles from './attachments.module.css';
import { addFiles, type FilesProblem } from './selected-files.ts';
import type { NamedFile, Uploads } from './uploads.ts';

export interface AddAttachmentDialogProps {
  /** Dropped or selected files; null while the dialog is closed. */
  readonly files: readonly File[] | null;
  readonly patientId: string;
  readonly uploads: Uploads;
  onClose(): void;
}

const EMPTY_ENTRIES: AttachmentEntries = {
  documentDate: null,
  lateralityCode: null,
  patientAttachmentTypeCode: null,
};

/** Asks for type, side and date of the files, then starts the upload. */
export function AddAttachmentDialog(props: AddAttachmentDialogProps): ReactNode {
  return (
    <Dialog title={texts.addTitle} open={props.files !== null} width={720} onClose={props.onClose}>
      <AddForm {...props} files={props.files ?? []} />
    </Dialog>
  );
}

function AddForm(props: AddAttachmentDialogProps & { readonly files: readonly File[] }): ReactNode {
  const [selection, setSelection] = useState(() => addFiles([], props.files));
  const [entries, setEntries] = useState<AttachmentEntries>(EMPTY_ENTRIES);
  const [dateError, setDateError] = useState<string | null>(null);
  const [submitted, setSubmitted] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    const { patientAttachmentTypeCode } = entries;
    if (patientAttachmentTypeCode === null || dateError !== null) return;
    if (selection.files.length === 0) return;
    const fields = { ...entries, patientAttachmentTypeCode };
    props.uploads.start({ id: newId(), patientId: props.patientId, fields }, selection.files);
    props.onClose();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <SelectedFileList
        files={selection.files}
        problem={
          submitted && selection.files.length === 0
            ? texts.filesMissing
            : filesProblemText(selection.problem)
        }
        onAdd={(files) => setSelection(addFiles(selection.files, files))}
        onRemove={(name) =>
          setSelection({
            files: selection.files.filter((file) => file.name !== name),
            problem: null,
          })
        }
      />
      <AttachmentFields
        entries={entries}
        errors={
          submitted && entries.patientAttachmentTypeCode === null
            ? { patientAttachmentTypeCode: texts.typeMissing }
            : {}
        }
        onChange={(change) => setEntries({ ...entries, ...change })}
        onErrorChange={setDateError}
      />
      <DialogActions>
        <Button onPress={props.onClose}>{texts.cancel}</Button>
        <Button kind="primary" type="submit">
          {texts.send}
        </Button>
      </DialogActions>
    </form>
  );
}

function filesProblemText(problem: FilesProblem | null): string | null {
  if (problem === null) return null;
  if (problem.kind === 'too-many') return texts.tooManyFiles;
  return problem.kind === 'empty' ? texts.emptyFile(problem.name) : texts.tooLarge(problem.name);
}

function SelectedFileList(props: {
  readonly files: readonly NamedFile[];
  readonly problem: string | null;
  onAdd(files: readonly File[]): void;
  onRemove(name: string): void;
}): ReactNode {
  return (
    <div className={styles.selected}>
      <DropZone label={texts.files} multiple onFiles={props.onAdd} />
      <ul>
        {props.files.map(({ name, file }) => (
          <li key={name}>
            <span className={styles.fileName}>{name}</span>
            <span className={styles.third}>{formatBytes(file.size)}</span>
            <IconButton
              icon="close"
              size={24}
              label={texts.removeFile(name)}
              onPress={() => props.onRemove(name)}
            />
          </li>
        ))}
      </ul>
      {props.problem === null ? null : (
        <FieldError id="attachment-files">{props.problem}</FieldError>
      )}
    </div>
  );
}
