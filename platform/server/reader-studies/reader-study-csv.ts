import type { READER_STUDY_ROWS } from '#contracts';
import type { PseudonymOf } from '../datasets/index.ts';
import { BIRADS_CODES } from '../records/findings/birads-codes.ts';
import { csvOf } from '../records/shared/csv.ts';
import type { CaseReadingRow } from './reader-study-rows.ts';

type Row = readonly (string | number | null)[];

/** Completed or skipped reading with the patient of the case. */
export interface ExportedReading {
  readonly reading: CaseReadingRow;
  /** Null if the study was deleted. */
  readonly patientId: string | null;
}

const SHARED = ['study', 'reader', 'session', 'arm', 'position', 'case', 'patient'];
const BREAST_COLUMNS = [
  'breast',
  'category',
  'suspicion',
  'activeSeconds',
  'startedAt',
  'completedAt',
  'skippedAt',
];
const FINDING_COLUMNS = [
  ...['breast', 'scan', 'finding', 'number', 'suspicion'],
  ...['leftOfNippleMm', 'posteriorOfNippleMm', 'headwardOfNippleMm', 'diameterMm'],
];

/**
 * Formats readings as CSV: one row by breast, or one by finding; a skipped case has one row without a
 * breast. Readers, cases and patients have the pseudonyms of datasets.
 */
export function readerStudyCsv(
  name: string,
  readings: readonly ExportedReading[],
  rows: (typeof READER_STUDY_ROWS)[number],
  pseudonymOf: PseudonymOf,
): string {
  const sharedOf = ({ reading, patientId }: ExportedReading): Row => [
    ...[name, pseudonymOf('reader', reading.readerId), reading.session, reading.arm],
    ...[reading.position, pseudonymOf('study', reading.studyId)],
    patientId === null ? null : pseudonymOf('patient', patientId),
  ];
  const isByBreast = rows === 'BREASTS';
  return csvOf([
    [...SHARED, ...(isByBreast ? BREAST_COLUMNS : FINDING_COLUMNS)],
    ...readings.flatMap((exported) =>
      (isByBreast ? breastRows(exported.reading) : findingRows(exported.reading, pseudonymOf)).map(
        (row): Row => [...sharedOf(exported), ...row],
      ),
    ),
  ]);
}

function breastRows({ ratings, ...reading }: CaseReadingRow): Row[] {
  const { activeMs, startedAt, completedAt, skippedAt } = reading;
  const times = [Math.round(activeMs / 1000), startedAt, completedAt, skippedAt];
  if (skippedAt !== null) return [[null, null, null, ...times]];
  return (ratings?.breasts ?? []).map(({ laterality, biradsScore, suspicion }) => [
    ...[laterality, BIRADS_CODES.get(biradsScore) ?? String(biradsScore), suspicion],
    ...times,
  ]);
}

const findingRows = ({ findings }: CaseReadingRow, pseudonymOf: PseudonymOf): Row[] =>
  (findings ?? []).map(({ laterality, scanId, findingId, label, suspicion, ...finding }) => [
    ...[laterality, pseudonymOf('scan', scanId), pseudonymOf('finding', findingId)],
    ...[label, suspicion],
    ...(finding.fromNippleMm ?? [null, null, null]).map(tenth),
    tenth(finding.diameterMm),
  ]);

/** Rounds to 0.1 mm. */
const tenth = (mm: number | null): number | null => (mm === null ? null : Math.round(mm * 10) / 10);
