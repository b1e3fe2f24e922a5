import type { CallInput, CallProblem } from '#api-client';
import type { routes } from '#contracts';
import type { Disposable, Result } from '#foundation';
import type { ReadonlyStore } from '../store.ts';

type ListQuery = NonNullable<CallInput<typeof routes.listStudies>['query']>;

/** Query of a study list, without its page. */
export type ReadingQuery = Omit<ListQuery, 'limit' | 'cursor'>;

/** Studies without a report that no one is reading: urgent and longest waiting first. */
export const WAITING_STUDIES = {
  report: 'none',
  claimed: 'none',
  state: 'C',
  sort: 'waiting',
} as const satisfies ReadingQuery;

/** Position of the open study in the list from which it was opened. */
export interface ReadingPosition {
  readonly studyId: string;
  /** From 1. */
  readonly number: number;
  readonly total: number;
}

/** A list from which a study is opened. */
export interface OpenedList extends ReadingPosition {
  readonly query: ReadingQuery;
  /** Ids of the loaded studies in the order of the list. */
  readonly order: readonly string[];
}

/**
 * The list through which a reader works. In memory only, because searches contain patient names; a
 * reload and another user start without a list.
 */
export interface ReadingList extends Disposable {
  /** Null before a study is opened from a list. */
  readonly store: ReadonlyStore<ReadingPosition | null>;
  /** Remembers the list, before its study is opened. */
  open(list: OpenedList): void;
  /**
   * Finds the study after `studyId` in its list, read again, and moves the position. Skips studies
   * that others are reading, that have no scan, and, unless the list asks for their state, signed
   * ones. A study that was not opened from a list continues with the waiting studies. Null at the
   * end of the list.
   */
  next(studyId: string): Promise<Result<string | null, CallProblem>>;
}
