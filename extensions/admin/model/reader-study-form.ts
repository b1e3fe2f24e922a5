import {
  MAX_READER_STUDY_CASES,
  MAX_WASHOUT_DAYS,
  type NewReaderStudy,
  newReaderStudySchema,
  type ReaderStudy,
  type ReaderStudyArm,
  type ReaderStudyDesign,
  type ReaderStudyOrder,
} from '#contracts';
import { readerStudyTexts } from '../texts/reader-study-texts.ts';
import {
  ALL_STUDIES,
  errorsByField,
  type StudyFilterEntries,
  studyFilter,
  studyFilterEntries,
  studyIdsError,
} from './study-filter-form.ts';

const { form } = readerStudyTexts;

export interface ReaderStudyEntries extends StudyFilterEntries {
  readonly name: string;
  readonly readerIds: readonly string[];
  readonly order: ReaderStudyOrder;
  readonly design: ReaderStudyDesign;
  readonly arm: ReaderStudyArm;
  /** Days as typed. */
  readonly washoutDays: string;
  readonly noReturn: boolean;
}

/** Four weeks are a usual washout. */
export const NEW_READER_STUDY: ReaderStudyEntries = {
  name: '',
  readerIds: [],
  order: 'RANDOM',
  design: 'PLAIN',
  arm: 'WITHOUT_AI',
  washoutDays: '28',
  noReturn: true,
  ...ALL_STUDIES,
};

/** Returns the entries of a stored draft. */
export function readerStudyEntries(study: ReaderStudy): ReaderStudyEntries {
  const { name, readerIds, order, design, arm, washoutDays, noReturn, filter } = study;
  return {
    ...{ name, readerIds, order, design, arm, noReturn },
    washoutDays: String(washoutDays),
    ...studyFilterEntries(filter),
  };
}

export type ReaderStudyErrors = Partial<Record<keyof ReaderStudyEntries, string>>;

/** Converts the entries to the request body, or returns the errors by field. */
export function readerStudyBody(
  entries: ReaderStudyEntries,
): { readonly body: NewReaderStudy } | { readonly errors: ReaderStudyErrors } {
  const errors = {
    ...studyIdsError(entries, MAX_READER_STUDY_CASES),
    ...readersError(entries),
    ...washoutError(entries),
  };
  if (Object.keys(errors).length > 0) return { errors };
  const { name, order, design, arm, noReturn } = entries;
  const body: NewReaderStudy = {
    ...{ name, order, design, arm, noReturn },
    readerIds: [...entries.readerIds],
    washoutDays: design === 'CROSSOVER' ? Number(entries.washoutDays.trim()) : 0,
    filter: studyFilter(entries),
  };
  const { error } = newReaderStudySchema.safeParse(body);
  return error === undefined ? { body } : { errors: errorsByField(error.issues, entries) };
}

const readersError = ({ readerIds }: ReaderStudyEntries): ReaderStudyErrors =>
  readerIds.length === 0 ? { readerIds: form.readersMissing } : {};

function washoutError({ design, washoutDays }: ReaderStudyEntries): ReaderStudyErrors {
  if (design === 'PLAIN') return {};
  const isValid = /^\d{1,3}$/.test(washoutDays.trim()) && Number(washoutDays) <= MAX_WASHOUT_DAYS;
  return isValid ? {} : { washoutDays: form.washoutError(MAX_WASHOUT_DAYS) };
}
