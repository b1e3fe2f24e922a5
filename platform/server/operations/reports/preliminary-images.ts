import type { Kysely } from 'kysely';
import { type FileCategory, serverMessage } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { PreliminaryImages } from '../../database/tables/operations.ts';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';
import type { ReportRow } from '../../records/reports/report-rows.ts';
import { currentFiles } from './frozen-files.ts';
import { hashOf } from './frozen-report.ts';

/** Files that a reader reads; skin and nipple only give the words of a location. */
const READ_CATEGORIES: readonly FileCategory[] = ['SCAN_IMAGE', 'RAW', 'VOLUME3D'];

/** Returns the hash of the current images of each scan that has any. */
export async function preliminaryImages(
  db: Kysely<Database>,
  report: Pick<ReportRow, 'organizationId' | 'studyId'>,
): Promise<readonly PreliminaryImages[]> {
  const files = await currentFiles(db, report);
  const images = files.filter(({ fileCategory }) => READ_CATEGORIES.includes(fileCategory));
  const byScan = Map.groupBy(images, ({ scanId }) => scanId);
  return [...byScan].map(([scanId, ofScan]) => ({ scanId, hash: hashOf(ofScan) }));
}

/**
 * Returns an error if images of the study were added, replaced or deleted after the report became
 * preliminary, because the report describes the earlier images; null otherwise.
 */
export async function rejectChangedImages(
  db: Kysely<Database>,
  report: ReportRow,
): Promise<ErrorResponse | null> {
  if (report.preliminaryImages === null) return null;
  const before = hashesByScan(report.preliminaryImages);
  const now = hashesByScan(await preliminaryImages(db, report));
  const scanIds = [...new Set([...before.keys(), ...now.keys()])];
  const changed = scanIds.filter((id) => before.get(id) !== now.get(id));
  if (changed.length === 0) return null;
  const scans = await db
    .selectFrom('scan')
    .select(['id', 'label'])
    .where('organizationId', '=', report.organizationId)
    .where('id', 'in', changed)
    .orderBy('label')
    .execute();
  const message = serverMessage('REPORT_IMAGES_CHANGED', {
    scans: scans.map(({ label }) => label),
  });
  return errorResponse('ReportIncomplete', message, { scanIds: scans.map(({ id }) => id) });
}

function hashesByScan(images: readonly PreliminaryImages[]): ReadonlyMap<string, string> {
  return new Map(images.map(({ scanId, hash }) => [scanId, hash]));
}
