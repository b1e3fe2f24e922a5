import type { Kysely } from 'kysely';
import type { ScanVolume } from '#contracts';
import { geometryOfHeader } from '#findings';
import type { VolumeGeometry } from '#geometry';
import type { Database, ScanFileRow } from '../../database/schema.ts';
import { type RowViewer, sampleCount, storedFiles, toScanFile } from './scan-file-rows.ts';

/**
 * Returns the latest stored 3D volume of a scan with its pyramid, finest level first; null when
 * none exists.
 */
export async function findVolume(
  db: Kysely<Database>,
  scan: { readonly organizationId: string; readonly scanId: string },
  viewer: RowViewer,
): Promise<ScanVolume | null> {
  const primary = await latestVolumeFile(db, scan);
  if (primary === undefined) return null;
  const coarser = await storedFiles(db, { ...scan, fileCategory: 'VOLUME3D', role: 'PYRAMID' })
    .where('scanFile.parentId', '=', primary.id)
    .execute();
  const levels = [primary, ...coarser.sort((a, b) => sampleCount(b) - sampleCount(a))];
  return {
    file: toScanFile(primary, viewer),
    levels: levels.map((row) => ({
      file: toScanFile(row, viewer),
      url: `/scanfiles/${row.id}/download`,
    })),
  };
}

/** Returns the row of the latest stored 3D volume of a scan; undefined when none exists. */
export function latestVolumeFile(
  db: Kysely<Database>,
  scan: { readonly organizationId: string; readonly scanId: string },
): Promise<ScanFileRow | undefined> {
  return storedFiles(db, { ...scan, fileCategory: 'VOLUME3D', role: 'PRIMARY' })
    .orderBy('scanFile.storedAt', 'desc')
    .orderBy('scanFile.id', 'desc')
    .executeTakeFirst();
}

/**
 * Returns the 3D volumes that a scan has or had, newest first; without those before a correction of
 * the orientation, whose millimetres name other tissue.
 */
export async function volumesInAxes(
  db: Kysely<Database>,
  scan: { readonly organizationId: string; readonly scanId: string },
) {
  const rows = await db
    .selectFrom('scanFile')
    .select(['id', 'header'])
    .where('organizationId', '=', scan.organizationId)
    .where('scanId', '=', scan.scanId)
    .where('fileCategory', '=', 'VOLUME3D')
    .where('role', '=', 'PRIMARY')
    .where('storedAt', 'is not', null)
    .orderBy('storedAt', 'desc')
    .execute();
  const turned = rows.findIndex(({ header }) => header?.source?.correctedDepthAxis !== undefined);
  return turned === -1 ? rows : rows.slice(0, turned + 1);
}

/**
 * Returns the geometries of the 3D volumes in the axes of the current one, newest first; empty
 * without a volume of known geometry.
 */
export async function volumeGeometries(
  db: Kysely<Database>,
  scan: { readonly organizationId: string; readonly scanId: string },
): Promise<readonly VolumeGeometry[]> {
  const rows = await volumesInAxes(db, scan);
  return rows.flatMap(({ header }) => geometryOfHeader(header) ?? []);
}
