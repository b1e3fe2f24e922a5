import type { Note } from '#contracts';
import type { Problem, Result } from '#foundation';
import type { WatchableStore } from '../hooks/use-store.ts';
import type { Page, PageQuery } from '../queries/use-infinite-list.ts';

/** Failure of a call; `data` of status 412 contains the current note. */
export interface NoteProblem extends Problem {
  readonly status: number;
  readonly data: unknown;
}

/** Calls for the notes of one record. */
export interface NoteCalls {
  list(page: PageQuery, signal: AbortSignal): Promise<Result<Page<Note>>>;
  /** A repeated call with the same key creates no second note. */
  create(text: string, idempotencyKey: string): Promise<Result<Note, NoteProblem>>;
  /** Replaces the text; fails with 412 if `base` is not the current version. */
  update(base: Note, text: string): Promise<Result<Note, NoteProblem>>;
  remove(note: Note, options: { readonly keepalive: boolean }): Promise<Result<Note, NoteProblem>>;
}

/** Texts that are not saved, stored per user in this browser. */
export interface NoteDrafts {
  read(draftId: string): unknown;
  write(draftId: string, value: unknown): void;
  remove(draftId: string): void;
}

/** Deletions that are sent when the time for their undo has passed. */
export interface NoteDeletions {
  /** Ids of notes that are being deleted. */
  readonly store: WatchableStore<ReadonlySet<string>>;
  schedule(deletion: {
    readonly id: string;
    readonly text: string;
    readonly undo: string;
    readonly lostText: string;
    run(options: { readonly keepalive: boolean }): Promise<Result<unknown, NoteProblem>>;
    settled(): Promise<unknown>;
  }): void;
}

/** Notes of one record, and the services that they need. */
export interface NoteSource {
  /** Kind and id of the record, unique among the lists of the page. */
  readonly key: readonly [kind: string, id: string];
  /** Grows when the notes may have changed, such as with the record; a change reads them again. */
  readonly revision?: number;
  readonly calls: NoteCalls;
  readonly drafts: NoteDrafts;
  readonly deletions: NoteDeletions;
  nameOf(accountId: string | null): string;
  /** Formats an error with the next step. */
  problemText(problem: NoteProblem): string;
}
