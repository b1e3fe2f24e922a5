import { type ReactNode, useState } from 'react';
import { type Note, noteFieldsSchema, noteSchema } from '#contracts';
import { stampOf } from '#foundation';
import { Button } from '../buttons/button.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { TextArea } from '../fields/text-area.tsx';
import { noteTexts } from '../texts/note-texts.ts';
import type { NoteSource } from './note-source.ts';
import styles from './notes.module.css';

export interface NoteLineProps {
  readonly note: Note;
  readonly mayWrite: boolean;
  readonly source: NoteSource;
  onUpdated(): void;
  onRemove(): void;
}

/** Row of a note with text, authors and inline editing. */
export function NoteLine(props: NoteLineProps): ReactNode {
  const { note } = props;
  const { nameOf } = props.source;
  const draft = useEditDraft(note, props.source);
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
function useEditDraft({ id }: Note, { drafts }: NoteSource): EditDraft {
  const draftKey = `note-edit#${id}`;
  return {
    stored: parseEdit(drafts.read(draftKey)),
    save: (edit) => (edit === null ? drafts.remove(draftKey) : drafts.write(draftKey, edit)),
  };
}

function parseEdit(stored: unknown): NoteEdit | null {
  const { version, text } = (stored ?? {}) as Partial<NoteEdit>;
  return typeof version === 'number' && typeof text === 'string' ? { version, text } : null;
}

function EditedNote(
  props: NoteLineProps & { readonly draft: EditDraft; onClose(): void },
): ReactNode {
  const { draft, source } = props;
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
    if (busy) return;
    const checked = noteFieldsSchema.safeParse({ text });
    if (!checked.success) return setError(checked.error.issues[0]?.message ?? null);
    setBusy(true);
    const response = await source.calls.update(base, text);
    setBusy(false);
    if (response.ok) {
      props.onUpdated();
      return close();
    }
    const theirs =
      response.problem.status === 412 ? noteSchema.safeParse(response.problem.data) : null;
    if (theirs?.success !== true) return setError(source.problemText(response.problem));
    setBase(theirs.data);
    draft.save({ version: theirs.data.version, text });
    setError(noteTexts.conflict(source.nameOf(theirs.data.updatedBy), theirs.data.text));
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
        onSubmit={() => void save()}
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
