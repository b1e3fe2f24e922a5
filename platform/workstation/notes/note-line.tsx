import { type ReactNode, useState } from 'react';
import { type Note, noteFieldsSchema, noteSchema } from '#contracts';
import type { CallProblem } from '#core';
import { type Result, stampOf } from '#foundation';
import { Button, IconButton, TextArea } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { formProblemText } from '../patients/shared/field-errors.ts';
import { noteTexts } from '../texts/note-texts.ts';
import styles from './notes.module.css';

export interface NoteLineProps {
  readonly note: Note;
  readonly mayWrite: boolean;
  nameOf(accountId: string | null): string;
  /** Saves the text; `base` is the version of the note that the edit replaces. */
  onUpdate(base: Note, text: string): Promise<Result<Note, CallProblem>>;
  onUpdated(): void;
  onRemove(): void;
}

/** Row of a note with text, authors and inline editing. */
export function NoteLine(props: NoteLineProps): ReactNode {
  const { note, nameOf } = props;
  const draft = useEditDraft(note);
  // Reopens an unfinished edit when the user returns to the note.
  const [editing, setEditing] = useState(draft.stored !== null && props.mayWrite);
  const createdText = stampOf(note.createdAt);
  if (editing) return <EditedNote {...props} draft={draft} onClose={() => setEditing(false)} />;
  return (
    <li className={styles.note}>
      <p className={styles.text}>{note.text}</p>
      <div className={styles.foot}>
        <span>
          {noteTexts.by(nameOf(note.createdBy), createdText)}
          {note.version === 1
            ? null
            : ` · ${noteTexts.changed(nameOf(note.updatedBy), stampOf(note.updatedAt))}`}
        </span>
        {props.mayWrite ? (
          <span className={styles.actions}>
            <IconButton
              icon="edit"
              size={24}
              label={noteTexts.edit(createdText)}
              onPress={() => setEditing(true)}
            />
            <IconButton
              icon="delete"
              size={24}
              label={noteTexts.remove(createdText)}
              onPress={() => props.onRemove()}
            />
          </span>
        ) : null}
      </div>
    </li>
  );
}

/** Edited text and the version of the note that the edit replaces. */
interface NoteEdit {
  readonly version: number;
  readonly text: string;
}

interface EditDraft {
  /** Null when no edit was started. */
  readonly stored: NoteEdit | null;
  /** Stores an edit in this browser until saved; null removes the edit. */
  save(edit: NoteEdit | null): void;
}

/** Returns the unfinished edit of a note that this browser stores. */
function useEditDraft({ id }: Note): EditDraft {
  const { formDrafts } = useApplication().services;
  const draftKey = `note-edit#${id}`;
  return {
    stored: parseEdit(formDrafts.read(draftKey)),
    save: (edit) =>
      edit === null ? formDrafts.remove(draftKey) : formDrafts.write(draftKey, edit),
  };
}

function parseEdit(stored: unknown): NoteEdit | null {
  const { version, text } = (stored ?? {}) as Partial<NoteEdit>;
  return typeof version === 'number' && typeof text === 'string' ? { version, text } : null;
}

function EditedNote(
  props: NoteLineProps & { readonly draft: EditDraft; onClose(): void },
): ReactNode {
  const { draft } = props;
  const [storedEdit] = useState(draft.stored);
  // Uses the version at the start of the edit, so that the server reports changes of others before
  // they are replaced.
  const [base, setBase] = useState({
    ...props.note,
    version: storedEdit?.version ?? props.note.version,
  });
  const [text, setText] = useState(storedEdit?.text ?? props.note.text);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const close = (): void => {
    draft.save(null);
    props.onClose();
  };
  const save = async (): Promise<void> => {
    const checked = noteFieldsSchema.safeParse({ text });
    if (!checked.success) return setError(checked.error.issues[0]?.message ?? null);
    setBusy(true);
    const response = await props.onUpdate(base, text);
    setBusy(false);
    if (response.ok) {
      props.onUpdated();
      return close();
    }
    const theirs =
      response.problem.status === 412 ? noteSchema.safeParse(response.problem.data) : null;
    if (theirs?.success !== true) return setError(formProblemText(response.problem));
    setBase(theirs.data);
    draft.save({ version: theirs.data.version, text });
    setError(noteTexts.conflict(props.nameOf(theirs.data.updatedBy), theirs.data.text));
  };
  return (
    <li className={styles.note}>
      <TextArea
        label={noteTexts.text}
        rows={4}
        maxLength={10_000}
        value={text}
        error={error}
        onChange={(next) => {
          setText(next);
          setError(null);
          draft.save({ version: base.version, text: next });
        }}
      />
      <div className={styles.editActions}>
        <Button onPress={close}>{noteTexts.cancel}</Button>
        <Button kind="primary" busy={busy} onPress={() => void save()}>
          {busy ? noteTexts.saving : noteTexts.save}
        </Button>
      </div>
    </li>
  );
}
