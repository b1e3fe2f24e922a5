import { type ReactNode, useState } from 'react';
import { type Note, noteFieldsSchema, noteSchema } from '#contracts';
import type { CallProblem } from '#core';
import type { Result } from '#foundation';
import { Button, IconButton, TextArea } from '#ui';
import { formProblemWords } from '../patients/field-errors.ts';
import { dayOf, timeOf } from '../patients/patient-words.ts';
import { noteTexts } from '../texts/note-texts.ts';
import styles from './notes.module.css';

export interface NoteLineProps {
  readonly note: Note;
  readonly mayWrite: boolean;
  nameOf(accountId: string | null): string;
  /** `from` is the version that the edit replaces. */
  onUpdate(from: Note, text: string): Promise<Result<Note, CallProblem>>;
  onUpdated(): void;
  onRemove(): void;
}

const momentOf = (at: string): string => `${dayOf(at)} ${timeOf(at)}`;

/** One note: its text, who wrote and who changed it, and changing it in its place. */
export function NoteLine(props: NoteLineProps): ReactNode {
  const { note, nameOf } = props;
  const [editing, setEditing] = useState(false);
  const when = momentOf(note.createdAt);
  if (editing) return <EditedNote {...props} onClose={() => setEditing(false)} />;
  return (
    <li className={styles.note}>
      <p className={styles.text}>{note.text}</p>
      <div className={styles.foot}>
        <span>
          {noteTexts.by(nameOf(note.createdBy), when)}
          {note.version === 1
            ? null
            : ` · ${noteTexts.changed(nameOf(note.updatedBy), momentOf(note.updatedAt))}`}
        </span>
        {props.mayWrite ? (
          <span className={styles.acts}>
            <IconButton
              icon="edit"
              size={24}
              label={noteTexts.edit(when)}
              onPress={() => setEditing(true)}
            />
            <IconButton
              icon="delete"
              size={24}
              label={noteTexts.remove(when)}
              onPress={() => props.onRemove()}
            />
          </span>
        ) : null}
      </div>
    </li>
  );
}

function EditedNote(props: NoteLineProps & { onClose(): void }): ReactNode {
  const [from, setFrom] = useState(props.note);
  const [text, setText] = useState(props.note.text);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    const checked = noteFieldsSchema.safeParse({ text });
    if (!checked.success) return setError(checked.error.issues[0]?.message ?? null);
    setBusy(true);
    const answer = await props.onUpdate(from, text);
    setBusy(false);
    if (answer.ok) {
      props.onUpdated();
      return props.onClose();
    }
    const theirs = answer.problem.status === 412 ? noteSchema.safeParse(answer.problem.data) : null;
    if (theirs?.success !== true) return setError(formProblemWords(answer.problem));
    setFrom(theirs.data);
    setError(noteTexts.conflict(theirs.data.text));
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
        }}
      />
      <div className={styles.editActs}>
        <Button onPress={props.onClose}>{noteTexts.cancel}</Button>
        <Button kind="primary" busy={busy} onPress={() => void save()}>
          {busy ? noteTexts.saving : noteTexts.save}
        </Button>
      </div>
    </li>
  );
}
