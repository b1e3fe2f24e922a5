import {
  type ReadingState,
  type routes,
  type ScanSide,
  type StudyPriority,
  studyPriority,
} from '#contracts';
import type { CallInput } from '#core';
import { daysOf, type Filter, type FilterValues } from '../lists/filters/filters.ts';
import { SIDES } from '../patients/shared/sides.ts';
import { studyTexts } from '../texts/study-texts.ts';

const texts = studyTexts.filters;

/** Periods of the date filter, in days. */
const DAYS = ['1', '7', '30', '365'] as const;
const CLAIM_FILTERS = ['mine', 'others', 'none'] as const;

const SIDE: Filter = { id: 'side', title: texts.side, choices: SIDES };
const CREATED: Filter = {
  id: 'created',
  title: texts.created,
  dates: true,
  choices: DAYS.map((id) => ({ id, label: texts.days[id] })),
};
const PRIORITY: Filter = {
  id: 'priority',
  title: texts.priority,
  choices: [...studyPriority.codes]
    .reverse()
    .map((id) => ({ id, label: studyPriority.labels[id] })),
};
const CLAIMED_BY: Filter = {
  id: 'claimed',
  title: texts.claimed,
  choices: CLAIM_FILTERS.map((id) => ({ id, label: texts.by[id] })),
};

/** Returns the filters of the worklist; blind annotators get none for priority and claimants. */
export function studyFilters(blind: boolean): readonly Filter[] {
  return blind ? [SIDE, CREATED] : [PRIORITY, CLAIMED_BY, SIDE, CREATED];
}

type WorklistQuery = CallInput<typeof routes.listStudies>['query'];
/** Column by which the server can sort studies. */
export type StudySort = NonNullable<WorklistQuery['sort']>;

const SORTS: Readonly<Record<StudySort, true>> = {
  createdAt: true,
  updatedAt: true,
  acquisitionTime: true,
  priority: true,
  waiting: true,
  name: true,
  accessionNumber: true,
};

/** Returns whether the server can sort studies by this column. */
export function isStudySort(column: string): column is StudySort {
  return Object.hasOwn(SORTS, column);
}

/**
 * Converts filter values to query parameters; periods such as the last 7 days end on `today`
 * (yyyy-mm-dd).
 */
export function studyFilterQuery(
  values: FilterValues,
  today: string,
): Pick<WorklistQuery, 'priority' | 'claimed' | 'laterality' | 'from' | 'to' | 'timeZone'> {
  const { side, created, priority, claimed } = values;
  const claimFilter = CLAIM_FILTERS.find((option) => option === claimed);
  return {
    ...(side === undefined ? {} : { laterality: side as ScanSide }),
    ...daysOf(created, today),
    ...(priority === undefined ? {} : { priority: priority as StudyPriority }),
    ...(claimFilter === undefined ? {} : { claimed: claimFilter }),
  };
}

/** Query of the worklist, without its page. */
export interface StudySearch {
  readonly keywords: string;
  readonly filters: ReturnType<typeof studyFilterQuery>;
  readonly state: ReadingState | null;
  readonly sort: StudySort;
  readonly direction: 'asc' | 'desc';
}

/** Returns the query parameters of a search. */
export function worklistQuery(search: StudySearch) {
  const { keywords, filters, state, sort, direction } = search;
  const readingState = state === null ? {} : { readingState: state };
  return { ...filters, _keywords: keywords, sort, direction, ...readingState };
}
