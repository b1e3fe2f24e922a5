import type { Kysely } from 'kysely';
import type { ScanSide, WorkerVolume } from '#contracts';
import { geometryOfHeader } from '#findings';
import type { Database, ScanFileRow } from '../database/schema.ts';
import { latestVolumeFile } from '../files/rows/find-volume.ts';

type VolumeFile = Pick<ScanFileRow, 'id' | 'scanId' | 'header' | 'checksum' | 'byteLength'>;

/** Row of `workerVolumesOf`. */
type VolumeRow = VolumeFile & { readonly laterality: ScanSide };

/**
 * Selects the current volumes of completed scans of an organization that workers can read: stored,
 * intact and with a known geometry.
 */
export function workerVolumesOf(db: Kysely<Database>, organizationId: string) {
  const current = db
    .selectFrom('scanFile as f')
    .innerJoin('scan as s', (join) =>
      join.onRef('s.organizationId', '=', 'f.organizationId').onRef('s.id', '=', 'f.scanId'),
    )
    .distinctOn('f.scanId')
    .select(['f.id', 'f.scanId', 'f.header', 'f.checksum', 'f.byteLength', 'f.createdAt'])
    .select('s.laterality')
    .where('f.organizationId', '=', organizationId)
    .where('f.fileCategory', '=', 'VOLUME3D')
    .where('f.role', '=', 'PRIMARY')
    .where('f.storagePath', 'is not', null)
    .where('f.supersededAt', 'is', null)
    .where('f.quarantinedAt', 'is', null)
    .where('f.deletedAt', 'is', null)
    .where('s.deletedAt', 'is', null)
    .where('s.scanState', '=', 'C')
    .where((eb) => eb.or([eb('f.epoch', 'is', null), eb('f.epoch', '=', eb.ref('s.epoch'))]))
    .where((eb) => eb(eb.ref('f.header', '->').key('coverageRadiusMm'), 'is not', null))
    .orderBy('f.scanId')
    .orderBy('f.storedAt', 'desc');
  return db.selectFrom(current.as('volume')).selectAll();
}

/** Converts a row to the contract type; null when size or place of the volume is unknown. */
export function toWorkerVolume(row: VolumeRow): WorkerVolume | null {
  const geometry = geometryOfHeader(row.header);
  const { checksum, byteLength } = row;
  if (geometry === null || checksum === null || byteLength === null) return null;
  const { sizes, spacingMm, originMm, coverageRadiusMm } = geometry;
  return {
    scanId: row.scanId,
    laterality: row.laterality,
    fileId: row.id,
    checksum,
    byteLength,
    sizes: [...sizes],
    spacingMm: [...spacingMm],
    originMm: [...originMm],
    coverageRadiusMm,
  };
}

/** Returns the latest volume of a scan as workers see it; null without one and for a damaged one. */
export async function workerVolumeOf(
  db: Kysely<Database>,
  scan: { readonly organizationId: string; readonly scanId: string },
): Promise<WorkerVolume | null> {
  const file = await latestVolumeFile(db, scan);
  const row = await db
    .selectFrom('scan')
    .select('laterality')
    .where('organizationId', '=', scan.organizationId)
    .where('id', '=', scan.scanId)
    .executeTakeFirst();
  if (file === undefined || row === undefined || file.quarantinedAt !== null) return null;
  return toWorkerVolume({ ...file, ...row });
}
