import { type Kysely, sql } from 'kysely';
import {
  type DatasetFilter,
  MAX_READER_STUDY_CASES,
  type ScanSide,
  scanSide,
  serverMessage,
} from '#contracts';
import type { Database } from '../database/schema.ts';
import { datasetScans, haveStudies } from '../datasets/index.ts';
import { type ErrorResponse, errorResponse, notFound } from '../http/error-response.ts';

/**
 * Returns the studies with a scan that matches the filter: in the order of its study ids, else by
 * the time of the recording.
 */
export async function selectCases(
  db: Kysely<Database>,
  organizationId: string,
  filter: DatasetFilter,
): Promise<readonly string[] | ErrorResponse> {
  if (!(await haveStudies(db, organizationId, filter))) return notFound('STUDY_NOT_FOUND');
  const rows = await datasetScans(db, organizationId, filter)
    .select('scan.studyId')
    .groupBy('scan.studyId')
    .orderBy(sql`min(scan.acquisition_time)`)
    .orderBy('scan.studyId')
    .execute();
  const ids = rows.map(({ studyId }) => studyId);
  if (ids.length === 0) return errorResponse('Conflict', serverMessage('READER_STUDY_EMPTY'));
  if (ids.length > MAX_READER_STUDY_CASES) {
    const values = { count: ids.length, maximum: MAX_READER_STUDY_CASES };
    return errorResponse('Conflict', serverMessage('READER_STUDY_TOO_LARGE', values));
  }
  const named = filter.studyIds ?? [];
  return ids.toSorted((a, b) => named.indexOf(a) - named.indexOf(b));
}

/** Completed scan of a case. */
export interface CaseScan {
  readonly id: string;
  readonly studyId: string;
  readonly patientId: string;
  readonly laterality: ScanSide;
}

/** Reads the completed scans of cases; a deleted study has none. */
export function readCaseScans(
  db: Kysely<Database>,
  organizationId: string,
  studyIds: readonly string[],
) {
  return db
    .selectFrom('scan')
    .select(['id', 'studyId', 'patientId', 'label', 'laterality', 'breastDensity'])
    .select('nippleLocation')
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`study_id = any (${sql.val([...studyIds])}::uuid[])`)
    .where('scanState', '=', 'C')
    .where('deletedAt', 'is', null)
    .orderBy('patientId')
    .orderBy('id')
    .execute();
}
export type CaseScanRow = Awaited<ReturnType<typeof readCaseScans>>[number];

/** Returns the sides of scans, each once, in the order of the list of sides. */
export const sidesOf = (scans: readonly CaseScan[]): readonly ScanSide[] =>
  scanSide.codes.filter((side) => scans.some(({ laterality }) => laterality === side));

/** Returns the cases that still have a completed scan. */
export async function availableCases(
  db: Kysely<Database>,
  organizationId: string,
  studyIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const scans = await readCaseScans(db, organizationId, studyIds);
  return new Set(scans.map(({ studyId }) => studyId));
}
