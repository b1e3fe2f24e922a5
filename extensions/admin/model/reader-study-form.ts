import {
  idSchema,
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

const { form } = readerStudyTexts;

export interface ReaderStudyEntries {
  readonly name: string;
  readonly readerIds: readonly string[];
  readonly order: ReaderStudyOrder;
  readonly design: ReaderStudyDesign;
  readonly arm: ReaderStudyArm;
  /** Days as typed. */
  readonly washoutDays: string;
  readonly noReturn: boolean;
  /** First and last day of the recording (yyyy-mm-dd) in UTC; null without a limit. */
  readonly from: string | null;
  readonly to: string | null;
  readonly onlySigned: boolean;
  readonly hasFindings: boolean;
  /** Ids separated by spaces, commas or lines; empty for all studies. */
  readonly studyIds: string;
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
  from: null,
  to: null,
  onlySigned: false,
  hasFindings: false,
  studyIds: '',
};

/** Returns the entries of a stored draft. */
export function readerStudyEntries(study: ReaderStudy): ReaderStudyEntries {
  const { name, readerIds, order, design, arm, washoutDays, noReturn, filter } = study;
  const { studyIds = [], from = null, to = null, onlySigned, hasFindings } = filter;
  return {
    ...{ name, readerIds, order, design, arm, noReturn, from, to, onlySigned, hasFindings },
    washoutDays: String(washoutDays),
    studyIds: studyIds.join('\n'),
  };
}

export type ReaderStudyErrors = Partial<Record<keyof ReaderStudyEntries, string>>;

/** Converts the entries to the request body, or returns the errors by field. */
export function readerStudyBody(
  entries: ReaderStudyEntries,
): { readonly body: NewReaderStudy } | { readonly errors: ReaderStudyErrors } {
  const studyIds = entries.studyIds.split(/[\s,;]+/).filter((part) => part !== '');
  const errors = { ...studyIdsError(studyIds), ...readersError(entries), ...washoutError(entries) };
  if (Object.keys(errors).length > 0) return { errors };
  const { name, order, design, arm, noReturn, from, to, onlySigned, hasFindings } = entries;
  const body: NewReaderStudy = {
    ...{ name, order, design, arm, noReturn },
    readerIds: [...entries.readerIds],
    washoutDays: design === 'CROSSOVER' ? Number(entries.washoutDays.trim()) : 0,
    filter: {
      ...(studyIds.length === 0 ? {} : { studyIds }),
      ...(from === null ? {} : { from }),
      ...(to === null ? {} : { to }),
      ...{ onlySigned, hasFindings },
    },
  };
  const { error } = newReaderStudySchema.safeParse(body);
  if (error === undefined) return { body };
  const pairs = error.issues.map(({ path, message }) => {
    const field = path.map(String).find((part) => part in entries) ?? '';
    return [field, message] as const;
  });
  return { errors: Object.fromEntries(pairs.reverse()) };
}

function studyIdsError(ids: readonly string[]): ReaderStudyErrors {
  const invalid = ids.find((id) => !idSchema.safeParse(id).success);
  if (invalid !== undefined) return { studyIds: form.studyIdInvalid(invalid) };
  return ids.length > MAX_READER_STUDY_CASES
    ? { studyIds: form.studyIdsTooMany(ids.length, MAX_READER_STUDY_CASES) }
    : {};
}

const readersError = ({ readerIds }: ReaderStudyEntries): ReaderStudyErrors =>
  readerIds.length === 0 ? { readerIds: form.readersMissing } : {};

function washoutError({ design, washoutDays }: ReaderStudyEntries): ReaderStudyErrors {
  if (design === 'PLAIN') return {};
  const isValid = /^\d{1,3}$/.test(washoutDays.trim()) && Number(washoutDays) <= MAX_WASHOUT_DAYS;
  return isValid ? {} : { washoutDays: form.washoutError(MAX_WASHOUT_DAYS) };
}
