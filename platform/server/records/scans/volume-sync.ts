import { type Kysely, sql } from 'kysely';
import type { FileCategory, NippleLocation } from '#contracts';
import { geometryOfHeader } from '#findings';
import { gridOf, positionInGrid, sameGrid, type VolumeGrid } from '#geometry';
import type { CallPrincipal } from '../../accounts/principal.ts';
import type { Database } from '../../database/schema.ts';
import { latestVolumeFile } from '../../files/rows/find-volume.ts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import { writeAudit } from '../../http/audit.ts';
import { rejectIfScanSigned } from '../../operations/reports/reject-if-signed.ts';
import { lockScan } from './scan-rows.ts';
import { updateFindingLocations } from './update-finding-locations.ts';

/** Files by whose coming and going places in a scan are told otherwise. */
const LOCATION_SOURCES: readonly FileCategory[] = ['VOLUME3D', 'BREAST_SKIN'];

export interface ChangedFiles {
  readonly organizationId: string;
  readonly scanId: string;
  readonly categories: readonly FileCategory[];
  /** Whose act it is; null for a worker. */
  readonly principal: CallPrincipal | null;
}

/** Whether files of these categories tell where findings of their scan lie. */
export const affectsLocations = (categories: readonly FileCategory[]): boolean =>
  categories.some((category) => LOCATION_SOURCES.includes(category));

/**
 * Changes files of a scan, in the caller's transaction; where another volume or skin is the scan's
 * afterwards, its nipple and the places of its findings follow in the same transaction. Study and
 * scan are held before the files, as whoever restarts a scan does.
 */
export async function withVolumeSync<T>(
  db: Kysely<Database>,
  files: ChangedFiles,
  skins: StoredSkins,
  change: () => Promise<T>,
): Promise<T> {
  if (!affectsLocations(files.categories)) return change();
  const { organizationId, scanId } = files;
  const signed = await rejectIfScanSigned(db, organizationId, scanId);
  await lockScan(db, organizationId, scanId);
  const changed = await change();
  await convertNipple(db, files);
  // What was signed stays as it was signed; the nipple is where it was in the tissue.
  if (signed === null) await updateFindingLocations(db, organizationId, scanId, skins);
  return changed;
}

/** The voxels that a scan's positions count; null while it has no volume that tells them. */
export async function gridOfScan(
  db: Kysely<Database>,
  organizationId: string,
  scanId: string,
): Promise<VolumeGrid | null> {
  const volume = await latestVolumeFile(db, { organizationId, scanId });
  const geometry = geometryOfHeader(volume?.header ?? null);
  return geometry === null ? null : gridOf(geometry);
}

/** The same place in the tissue, counted in voxels of the volume that is the scan's now. */
async function convertNipple(db: Kysely<Database>, files: ChangedFiles): Promise<void> {
  const { organizationId, scanId, principal } = files;
  const scan = await lockScan(db, organizationId, scanId);
  const grid = await gridOfScan(db, organizationId, scanId);
  const nipple = scan?.nippleLocation ?? null;
  if (grid === null || nipple === null || !usesOtherGrid(nipple, grid)) return;
  const moved = { ...inGrid(nipple, grid), grid };
  await db
    .updateTable('scan')
    .set({
      nippleLocation: JSON.stringify({ ...nipple, ...moved }),
      version: sql<number>`version + 1`,
      updatedAt: sql<string>`now()`,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', scanId)
    .execute();
  const action = 'convertNipple';
  await writeAudit(db, { principal, organizationId, action, outcome: 'done', subject: { scanId } });
}

const usesOtherGrid = ({ grid = null }: Pick<NippleLocation, 'grid'>, now: VolumeGrid) =>
  grid === null || !sameGrid(grid, now);

/** A position in the voxels of a grid; one that does not say whose voxels it counts is taken to count these. */
export function inGrid(
  {
    sag,
    tra,
    depth,
    rad,
    grid = null,
  }: Pick<NippleLocation, 'sag' | 'tra' | 'depth' | 'rad' | 'grid'>,
  to: VolumeGrid,
) {
  const position = { sag, tra, depth, rad };
  return grid === null || sameGrid(grid, to) ? position : positionInGrid(grid, to, position);
}
