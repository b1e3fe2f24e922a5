import type { Kysely } from 'kysely';
import type { FileCategory } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { ReportRow } from '../../records/reports/report-rows.ts';
import { type FrozenFiles, hashOf } from './frozen-report.ts';

/**
 * Categories of images and of what locations are computed from. Files of findings (contours, masks,
 * thumbnails) change with their findings, which the signed document contains.
 */
const SIGNED_CATEGORIES: readonly FileCategory[] = [
  'SCAN_IMAGE',
  'RAW',
  'VOLUME3D',
  'BREAST_SKIN',
  'BREAST_NIPPLE',
];

/** Rows per statement: PostgreSQL limits a statement to 65,535 parameters, a row has seven. */
const BATCH_ROWS = 5000;

/**
 * Stores the current image files of the study's completed scans with their checksums as the files
 * of a report that is being signed, and returns their number and hash. The caller has locked the
 * study.
 */
export async function freezeFiles(
  db: Kysely<Database>,
  report: Pick<ReportRow, 'id' | 'organizationId' | 'studyId'>,
): Promise<FrozenFiles> {
  const files = await currentFiles(db, report);
  const { organizationId, id: reportId } = report;
  for (let start = 0; start < files.length; start += BATCH_ROWS) {
    const batch = files.slice(start, start + BATCH_ROWS);
    await db
      .insertInto('signedFile')
      .values(batch.map((file) => ({ organizationId, reportId, ...file })))
      .execute();
  }
  return { count: files.length, hash: hashOf(files) };
}

/**
 * Returns the current files of a report's study, ordered by id; locks them, so that none is deleted
 * until the transaction ends.
 */
export async function currentFiles(
  db: Kysely<Database>,
  { organizationId, studyId }: Pick<ReportRow, 'organizationId' | 'studyId'>,
) {
  return db
    .selectFrom('scanFile')
    .innerJoin('scan', (join) =>
      join
        .onRef('scan.organizationId', '=', 'scanFile.organizationId')
        .onRef('scan.id', '=', 'scanFile.scanId'),
    )
    .select([
      'scanFile.id as fileId',
      'scanFile.scanId',
      'scanFile.fileCategory',
      'scanFile.checksum',
      'scanFile.byteLength',
    ])
    .$narrowType<{ checksum: string; byteLength: number }>()
    .where('scan.organizationId', '=', organizationId)
    .where('scan.studyId', '=', studyId)
    .where('scan.scanState', '=', 'C')
    .where('scan.deletedAt', 'is', null)
    .where('scanFile.fileCategory', 'in', SIGNED_CATEGORIES)
    .where('scanFile.checksum', 'is not', null)
    .where('scanFile.byteLength', 'is not', null)
    .where('scanFile.supersededAt', 'is', null)
    .where('scanFile.deletedAt', 'is', null)
    .where((eb) =>
      eb.or([eb('scanFile.epoch', 'is', null), eb('scanFile.epoch', '=', eb.ref('scan.epoch'))]),
    )
    .orderBy('scanFile.id')
    .forShare('scanFile')
    .execute();
}

/**
 * Returns whether all files of a signed report still exist with the signed checksums and are
 * neither deleted, superseded nor damaged.
 * @param frozen files as stated in the signed document; undefined for a report that was signed
 *   before documents stated them
 */
export async function filesAreIntact(
  db: Kysely<Database>,
  { id, organizationId }: Pick<ReportRow, 'id' | 'organizationId'>,
  frozen: FrozenFiles | undefined,
): Promise<boolean> {
  const rows = await db
    .selectFrom('signedFile')
    .leftJoin('scanFile', (join) =>
      join
        .onRef('scanFile.organizationId', '=', 'signedFile.organizationId')
        .onRef('scanFile.id', '=', 'signedFile.fileId')
        .onRef('scanFile.scanId', '=', 'signedFile.scanId')
        .onRef('scanFile.checksum', '=', 'signedFile.checksum')
        .onRef('scanFile.byteLength', '=', 'signedFile.byteLength')
        .on('scanFile.deletedAt', 'is', null)
        .on('scanFile.supersededAt', 'is', null)
        .on('scanFile.quarantinedAt', 'is', null),
    )
    .select([
      'signedFile.fileId',
      'signedFile.scanId',
      'signedFile.fileCategory',
      'signedFile.checksum',
      'signedFile.byteLength',
      'scanFile.id as currentId',
    ])
    .where('signedFile.organizationId', '=', organizationId)
    .where('signedFile.reportId', '=', id)
    .orderBy('signedFile.fileId')
    .execute();
  if (rows.some(({ currentId }) => currentId === null)) return false;
  if (frozen === undefined) return true;
  return hashOf(rows.map(({ currentId: _checked, ...file }) => file)) === frozen.hash;
}
