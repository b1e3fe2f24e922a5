import { expect, it } from 'vitest';
import type { DatasetExport } from '#contracts';
import { newId } from '#foundation';
import {
  type DatasetEntries,
  datasetBody,
  datasetEntries,
  filterText,
  NEW_DATASET,
  splitText,
} from './dataset-form.ts';
import { aDatasetExport } from './test-support/a-dataset-export.ts';

const STUDY = '0198a0c0-0000-7000-8000-000000000001';
const errorsOf = (change: Partial<DatasetEntries>) => {
  const result = datasetBody({ ...NEW_DATASET, ...change });
  return 'errors' in result ? result.errors : null;
};

it('converts the entries to the body of the call, with parts as fractions', () => {
  expect(datasetBody(NEW_DATASET)).toEqual({
    body: {
      format: 'nrrd',
      filter: { onlySigned: false, hasFindings: false },
      split: { train: 0.7, validation: 0.15, test: 0.15 },
      seed: 1,
    },
  });
  const chosen: DatasetEntries = {
    ...{ format: 'nifti', sides: 'R', from: '2026-01-01', to: '2026-02-01', onlySigned: true },
    ...{ hasFindings: true, studyIds: ` ${STUDY},\n`, seed: '42' },
    ...{ train: '66,6', validation: '0', test: '33.4' },
  };
  expect(datasetBody(chosen)).toMatchObject({
    body: {
      format: 'nifti',
      filter: { studyIds: [STUDY], from: '2026-01-01', to: '2026-02-01', sides: ['R'] },
      split: { train: 0.666, validation: 0, test: 0.334 },
      seed: 42,
    },
  });
});

it('names the field of each invalid entry', () => {
  expect(errorsOf({ test: '16' })).toEqual({ test: 'The three parts must add up to 100' });
  expect(errorsOf({ train: '', validation: '101' })).toEqual({
    train: 'Enter 0 to 100',
    validation: 'Enter 0 to 100',
  });
  expect(errorsOf({ studyIds: `${STUDY} Verhoeven` })).toEqual({
    studyIds: 'Verhoeven is not a study ID',
  });
  const tooMany = Array.from({ length: 1_001 }, () => newId()).join('\n');
  expect(errorsOf({ studyIds: tooMany })).toEqual({ studyIds: '1001 IDs. Enter up to 1000.' });
  expect(errorsOf({ from: '2026-02-02', to: '2026-02-01' })).toEqual({
    to: 'The last day is before the first day',
  });
  for (const seed of ['', '1.5', '-1', '2147483648'])
    expect(errorsOf({ seed })?.seed, seed).toMatch(/^Enter a whole number from 0 to/);
});

it('repeats the choices of an earlier export', () => {
  const earlier = aDatasetExport({
    filter: {
      studyIds: [STUDY],
      sides: ['L'],
      to: '2026-02-01',
      onlySigned: true,
      hasFindings: false,
    },
    format: 'nifti',
    split: { train: 1 / 3, validation: 1 / 3, test: 1 / 3 },
    seed: 7,
  });
  const entries = datasetEntries(earlier);
  expect(entries).toMatchObject({ train: '33.33', sides: 'L', studyIds: STUDY, from: null });
  const { split: _, ...others } = { filter: earlier.filter, format: 'nifti', seed: 7, split: null };
  expect(datasetBody({ ...entries, test: '33.34' })).toMatchObject({ body: others });
});

it('describes filter and parts of an export', () => {
  expect(filterText(aDatasetExport())).toBe('All completed scans');
  const filter: DatasetExport['filter'] = {
    ...{ studyIds: [STUDY], sides: ['L'], from: '2026-01-01', to: '2026-02-01' },
    ...{ onlySigned: true, hasFindings: true },
  };
  expect(filterText({ filter })).toBe(
    '1 study, Left, from 2026-01-01, to 2026-02-01, signed reports only, with findings only',
  );
  expect(splitText(aDatasetExport())).toBe('70 % training, 15 % validation, 15 % test');
});
