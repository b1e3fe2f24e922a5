import {
  type DatasetExport,
  type DatasetFormat,
  type NewDatasetExport,
  newDatasetExportSchema,
  type ScanSide,
  scanSide,
} from '#contracts';
import { formatNumber } from '#foundation';
import { datasetTexts } from '../texts/dataset-texts.ts';
import { typedNumber } from './preset-form.ts';
import {
  ALL_STUDIES,
  errorsByField,
  type StudyFilterEntries,
  studyFilter,
  studyFilterEntries,
  studyIdsError,
} from './study-filter-form.ts';

const { form, filters } = datasetTexts;

/** Maximum number of studies that a filter names. */
export const MAX_STUDY_IDS = 1_000;
const MAX_SEED = 2_147_483_647;
const PARTS = ['train', 'validation', 'test'] as const;
/** Largest difference of the sum of the parts from 100 %, for rounding. */
const SUM_TOLERANCE_PERCENT = 1e-4;

export interface DatasetEntries extends StudyFilterEntries {
  readonly format: DatasetFormat;
  readonly sides: ScanSide | 'BOTH';
  /** Parts as typed percentages. */
  readonly train: string;
  readonly validation: string;
  readonly test: string;
  readonly seed: string;
}

/** Defaults of the API. */
export const NEW_DATASET: DatasetEntries = {
  format: 'nrrd',
  sides: 'BOTH',
  ...ALL_STUDIES,
  train: '70',
  validation: '15',
  test: '15',
  seed: '1',
};

const percentOf = (fraction: number): string => formatNumber(Math.round(fraction * 1e4) / 100);

/** Returns the entries that repeat an export. */
export function datasetEntries({ filter, format, split, seed }: DatasetExport): DatasetEntries {
  const { sides = [] } = filter;
  const [side] = sides;
  return {
    format,
    sides: side === undefined || sides.length > 1 ? 'BOTH' : side,
    ...studyFilterEntries(filter),
    train: percentOf(split.train),
    validation: percentOf(split.validation),
    test: percentOf(split.test),
    seed: String(seed),
  };
}

export type DatasetErrors = Partial<Record<keyof DatasetEntries, string>>;

/** Converts the entries to the request body, or returns the errors by field. */
export function datasetBody(
  entries: DatasetEntries,
): { readonly body: NewDatasetExport } | { readonly errors: DatasetErrors } {
  const { sides, format } = entries;
  const errors = {
    ...studyIdsError(entries, MAX_STUDY_IDS),
    ...splitErrors(entries),
    ...seedError(entries),
  };
  if (Object.keys(errors).length > 0) return { errors };
  const body: NewDatasetExport = {
    format,
    filter: { ...studyFilter(entries), ...(sides === 'BOTH' ? {} : { sides: [sides] }) },
    split: {
      train: fractionOf(entries.train),
      validation: fractionOf(entries.validation),
      test: fractionOf(entries.test),
    },
    seed: Number(entries.seed.trim()),
  };
  const { error } = newDatasetExportSchema.safeParse(body);
  return error === undefined ? { body } : { errors: errorsByField(error.issues, entries) };
}

/** Rounded, because 66.6 / 100 is not 0.666 in binary. */
const fractionOf = (percent: string): number => Math.round((typedNumber(percent) ?? 0) * 1e6) / 1e8;

function splitErrors(entries: DatasetEntries): DatasetErrors {
  const percents = PARTS.map((part) => ({ part, percent: typedNumber(entries[part]) }));
  const invalid = percents.filter(({ percent }) => percent === null || percent > 100);
  if (invalid.length > 0)
    return Object.fromEntries(invalid.map(({ part }) => [part, form.percentError]));
  const sum = percents.reduce((total, { percent }) => total + (percent ?? 0), 0);
  return Math.abs(sum - 100) > SUM_TOLERANCE_PERCENT ? { test: form.sumError } : {};
}

function seedError({ seed }: DatasetEntries): DatasetErrors {
  const isValid = /^\d{1,10}$/.test(seed.trim()) && Number(seed) <= MAX_SEED;
  return isValid ? {} : { seed: form.seedError(formatNumber(MAX_SEED)) };
}

/** Describes the filter of an export: `Left, from 2026-01-01, with findings only`. */
export function filterText({ filter }: Pick<DatasetExport, 'filter'>): string {
  const { studyIds, from, to, sides = [], onlySigned, hasFindings } = filter;
  const parts = [
    studyIds === undefined ? null : filters.studies(studyIds.length),
    sides.length === 1 ? sides.map((side) => scanSide.labels[side]).join() : null,
    from === undefined ? null : filters.from(from),
    to === undefined ? null : filters.to(to),
    onlySigned ? filters.onlySigned : null,
    hasFindings ? filters.hasFindings : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? filters.all : parts.join(', ');
}

/** Describes the parts of an export in percent. */
export function splitText({ split }: Pick<DatasetExport, 'split'>): string {
  const { train, validation, test } = split;
  return datasetTexts.details.splitOf(percentOf(train), percentOf(validation), percentOf(test));
}
