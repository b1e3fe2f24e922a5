import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Note, noteFieldsSchema } from '#contracts';
import { newId } from '#foundation';
import { Button } from '../buttons/button.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';
import { ErrorCard } from '../feedback/error-card.tsx';
import { Spinner } from '../feedback/spinner.tsx';
import { TextArea } from '../fields/text-area.tsx';
import { useStore } from '../hooks/use-store.ts';
import { useInfiniteList } from '../queries/use-infinite-list.ts';
import { classNames } from '../styles/class-names.ts';
import { noteTexts } from '../texts/note-texts.ts';
import { NoteLine } from './note-line.tsx';
import type { NoteSource } from './note-source.ts';
import styles from './notes.module.css';

export interface NoteListProps {
  readonly source: NoteSource;
  readonly mayWrite: boolean;
  /** True if only authors change and delete their notes. */
  readonly ownOnly?: boolean;
  /** Id of the signed-in user. */
  readonly userId: string | null;
  /** Shows a title with the number of notes, and the field of a new note only on request. */
  readonly compact?: boolean;
}

/** Notes on a record, newest first, with adding, editing and deleting. */
export function NoteList(props: NoteListProps): ReactNode {
  const { source, mayWrite, compact = false } = props;
  const { calls, deletions } = source;
  const queries = useQueryClient();
  const queryKey = ['notes', ...source.key];
  const notes = useInfiniteList<Note>(queryKey, calls.list);
  useRefreshOnChange(source.revision, notes.refresh);
  const pending = useStore(deletions.store);
  const shown = notes.items?.filter(({ id }) => !pending.has(id)) ?? null;
  const remove = (note: Note): void =>
    deletions.schedule({
      id: note.id,
      text: noteTexts.deleted,
      undo: noteTexts.undo,
      lostText: noteTexts.deletionUncertain,
      run: (options) => calls.remove(note, options),
      settled: () => queries.invalidateQueries({ queryKey }),
    });
  const newNote = mayWrite ? (
    <NewNote key={source.key.join('-')} {...props} onAdded={notes.refresh} />
  ) : null;
  return (
    <section
      className={classNames(styles.notes, compact && styles.compact)}
      aria-label={noteTexts.title}
    >
      {compact ? <Title count={shown?.length ?? 0} /> : newNote}
      {notes.problem === null ? null : (
        <ErrorCard problem={notes.problem} onRetry={notes.refresh} />
      )}
      {shown === null && notes.problem === null ? <Spinner label={noteTexts.loading} /> : null}
      {shown?.length === 0 && !compact ? <EmptyState icon="file" text={noteTexts.empty} /> : null}
      <ul>
        {shown?.map((note) => (
          <NoteLine
            key={note.id}
            note={note}
            mayWrite={mayWrite && (props.ownOnly !== true || note.createdBy === props.userId)}
            source={source}
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
      {compact ? newNote : null}
    </section>
  );
}

function useRefreshOnChange(revision: number | undefined, refresh: () => void): void {
  const knownRevision = useRef(revision);
  useEffect(() => {
    if (knownRevision.current === revision) return;
    knownRevision.current = revision;
    refresh();
  }, [revision, refresh]);
}

const Title = ({ count }: { readonly count: number }): ReactNode => (
  <p className={styles.title}>
    {noteTexts.title} {count === 0 ? null : <span>{count}</span>}
  </p>
);

function NewNote(props: NoteListProps & { onAdded(): void }): ReactNode {
  const { source } = props;
  const [text, setText] = useDraftText(source);
  const [open, setOpen] = useState(props.compact !== true || text !== '');
  // A retry after a lost response creates no second note.
  const [idempotencyKey, setIdempotencyKey] = useState(() => newId());
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const close = (): void => {
    setText('');
    setError(null);
    setOpen(props.compact !== true);
  };
  const add = async (): Promise<void> => {
    if (busy) return;
    const checked = noteFieldsSchema.safeParse({ text });
    if (!checked.success) return setError(checked.error.issues[0]?.message ?? null);
    setBusy(true);
    const response = await source.calls.create(text, idempotencyKey);
    setBusy(false);
    if (!response.ok) return setError(source.problemText(response.problem));
    setIdempotencyKey(newId());
    close();
    props.onAdded();
  };
  if (!open) {
    return (
      <Button size={24} onPress={() => setOpen(true)}>
        {noteTexts.add}
      </Button>
    );
  }
  return (
    <div className={styles.newNote}>
      <TextArea
        label={noteTexts.newNote}
        rows={3}
        maxLength={10_000}
        autoFocus={props.compact === true}
        value={text}
        error={error}
        onChange={(next) => {
          setText(next);
          setIdempotencyKey(newId());
          setError(null);
        }}
        onSubmit={() => void add()}
      />
      <div className={styles.editActions}>
        {props.compact === true ? <Button onPress={close}>{noteTexts.cancel}</Button> : null}
        <Button busy={busy} onPress={() => void add()}>
          {busy ? noteTexts.adding : noteTexts.add}
        </Button>
      </div>
    </div>
  );
}

/** Returns the text of a new note, stored in this browser until sent. */
function useDraftText({ drafts, key }: NoteSource): readonly [string, (text: string) => void] {
  const draftId = `note#${key.join('-')}`;
  const [text, setText] = useState(() => {
    const stored = drafts.read(draftId);
    return typeof stored === 'string' ? stored : '';
  });
  const change = (next: string): void => {
    setText(next);
    if (next === '') drafts.remove(draftId);
    else drafts.write(draftId, next);
  };
  return [text, change];
}
