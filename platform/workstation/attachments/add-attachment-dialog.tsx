import { type FormEvent, type ReactNode, useState } from 'react';
import { newId } from '#foundation';
import { Button, Dialog, DialogActions, DropZone, FieldError, IconButton } from '#ui';
import { byteWords } from '../import/import-file.ts';
import { attachmentTexts as texts } from '../texts/attachment-texts.ts';
import { type AttachmentEntries, AttachmentFields } from './attachment-fields.tsx';
import styles from './attachments.module.css';
import { addFiles, type FilesProblem } from './chosen-files.ts';
import type { NamedFile, Uploads } from './uploads.ts';

export interface AddAttachmentDialogProps {
  /** The files that were dropped or chosen; null while the dialog is closed. */
  readonly files: readonly File[] | null;
  readonly patientId: string;
  readonly uploads: Uploads;
  onClose(): void;
}

const UNDESCRIBED: AttachmentEntries = {
  documentDate: null,
  lateralityCode: null,
  patientAttachmentTypeCode: null,
};

/** Says what the files are, and sends them on their way. */
export function AddAttachmentDialog(props: AddAttachmentDialogProps): ReactNode {
  return (
    <Dialog title={texts.addTitle} open={props.files !== null} width={720} onClose={props.onClose}>
      <AddForm {...props} files={props.files ?? []} />
    </Dialog>
  );
}

function AddForm(props: AddAttachmentDialogProps & { readonly files: readonly File[] }): ReactNode {
  const [chosen, setChosen] = useState(() => addFiles([], props.files));
  const [entries, setEntries] = useState<AttachmentEntries>(UNDESCRIBED);
  const [noDate, setNoDate] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    const { patientAttachmentTypeCode } = entries;
    if (patientAttachmentTypeCode === null || noDate !== null) return;
    if (chosen.files.length === 0) return;
    const fields = { ...entries, patientAttachmentTypeCode };
    props.uploads.start({ id: newId(), patientId: props.patientId, fields }, chosen.files);
    props.onClose();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <ChosenFiles
        files={chosen.files}
        problem={asked && chosen.files.length === 0 ? texts.filesMissing : wordsOf(chosen.problem)}
        onAdd={(files) => setChosen(addFiles(chosen.files, files))}
        onTakeOut={(name) =>
          setChosen({ files: chosen.files.filter((one) => one.name !== name), problem: null })
        }
      />
      <AttachmentFields
        entries={entries}
        errors={
          asked && entries.patientAttachmentTypeCode === null
            ? { patientAttachmentTypeCode: texts.typeMissing }
            : {}
        }
        onChange={(change) => setEntries({ ...entries, ...change })}
        onRefused={setNoDate}
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

function wordsOf(problem: FilesProblem | null): string | null {
  if (problem === null) return null;
  if (problem.kind === 'too-many') return texts.mostFiles;
  return problem.kind === 'empty' ? texts.emptyFile(problem.name) : texts.tooLarge(problem.name);
}

function ChosenFiles(props: {
  readonly files: readonly NamedFile[];
  readonly problem: string | null;
  onAdd(files: readonly File[]): void;
  onTakeOut(name: string): void;
}): ReactNode {
  return (
    <div className={styles.chosen}>
      <DropZone label={texts.files} multiple onFiles={props.onAdd} />
      <ul>
        {props.files.map(({ name, file }) => (
          <li key={name}>
            <span className={styles.fileName}>{name}</span>
            <span className={styles.third}>{byteWords(file.size)}</span>
            <IconButton
              icon="close"
              size={24}
              label={texts.takeOut(name)}
              onPress={() => props.onTakeOut(name)}
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
