import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Note, noteFieldsSchema } from '#contracts';
import { newId } from '#foundation';
import { Button, EmptyState, ErrorCard, Spinner, TextArea, useInfiniteList, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { useDraftText } from '../drafts/use-draft-text.ts';
import { formProblemText } from '../patients/shared/field-errors.ts';
import { noteTexts } from '../texts/note-texts.ts';
import { type NoteSubjectRef, noteCalls } from './note-calls.ts';
import { NoteLine } from './note-line.tsx';
import styles from './notes.module.css';
import { useAccountName } from './use-account-name.ts';

export interface NotesViewProps {
  readonly subject: NoteSubjectRef;
  readonly mayWrite: boolean;
}

/** Notes on a patient or study, with adding, editing and deleting. */
export function NotesView({ subject, mayWrite }: NotesViewProps): ReactNode {
  const { api, pendingActions } = useApplication().services;
  const queries = useQueryClient();
  const calls = noteCalls(api, subject);
  const nameOf = useAccountName();
  const notes = useInfiniteList<Note>(notesKey(subject), calls.list);
  const pending = useStore(pendingActions.store);
  const shown = notes.items?.filter(({ id }) => !pending.has(id)) ?? null;

  const remove = (note: Note): void => {
    pendingActions.schedule({
      id: note.id,
      text: noteTexts.deleted,
      undo: noteTexts.undo,
      lostText: noteTexts.deletionUncertain,
      run: (options) => calls.remove(note, options),
      settled: () => queries.invalidateQueries({ queryKey: notesKey(subject) }),
    });
  };

  return (
    <section className={styles.notes} aria-label={noteTexts.title}>
      {mayWrite ? (
        <NewNote
          key={subject.id}
          draftKey={`note#${subject.kind}-${subject.id}`}
          onAdd={calls.create}
          onAdded={notes.refresh}
        />
      ) : null}
      {notes.problem === null ? null : (
        <ErrorCard problem={notes.problem} onRetry={notes.refresh} />
      )}
      {shown === null && notes.problem === null ? <Spinner label={noteTexts.loading} /> : null}
      {shown?.length === 0 ? <EmptyState icon="file" text={noteTexts.empty} /> : null}
      <ul>
        {shown?.map((note) => (
          <NoteLine
            key={note.id}
            note={note}
            mayWrite={mayWrite}
            nameOf={nameOf}
            onUpdate={(base, text) => calls.update(base, text)}
            onUpdated={notes.refresh}
            onRemove={() => remove(note)}
          />
        ))}
      </ul>
      {notes.hasMore ? (
        <Button kind="link" onPress={notes.loadMore}>
          {noteTexts.more}
        </Button>
      ) : null}
    </section>
  );
}

const notesKey = ({ kind, id }: NoteSubjectRef) => ['notes', kind, id] as const;

function NewNote(props: {
  /** Draft key of the unfinished note. */
  readonly draftKey: string;
  onAdd: ReturnType<typeof noteCalls>['create'];
  onAdded(): void;
}): ReactNode {
  const [text, setText] = useDraftText(props.draftKey);
  // A retry after a lost response creates no second note.
  const [idempotencyKey, setIdempotencyKey] = useState(() => newId());
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const add = async (): Promise<void> => {
    const checked = noteFieldsSchema.safeParse({ text });
    if (!checked.success) return setError(checked.error.issues[0]?.message ?? null);
    setBusy(true);
    const response = await props.onAdd(text, idempotencyKey);
    setBusy(false);
    if (!response.ok) return setError(formProblemText(response.problem));
    setText('');
    setIdempotencyKey(newId());
    props.onAdded();
  };
  return (
    <div className={styles.newNote}>
      <TextArea
        label={noteTexts.newNote}
        rows={3}
        maxLength={10_000}
        value={text}
        error={error}
        onChange={(next) => {
          setText(next);
          setIdempotencyKey(newId());
          setError(null);
        }}
      />
      <Button busy={busy} onPress={() => void add()}>
        {busy ? noteTexts.adding : noteTexts.add}
      </Button>
    </div>
  );
}
