import { type Kysely, sql } from 'kysely';
import type { FileCategory, NippleLocation } from '#contracts';
import { geometryOfHeader } from '#findings';
import { gridOf, positionInGrid, sameGrid, type VolumeGrid } from '#geometry';
import type { Database } from '../../database/schema.ts';
import { latestVolumeFile } from '../../files/rows/find-volume.ts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import { writeAudit } from '../../http/audit.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { rejectIfScanSigned } from '../reports/reject-if-signed.ts';
import { lockScan } from './scan-rows.ts';
import { updateFindingLocations } from './update-finding-locations.ts';

/** File categories that determine locations in a scan. */
const LOCATION_SOURCES: readonly FileCategory[] = ['VOLUME3D', 'BREAST_SKIN'];

export interface ChangedFiles {
  readonly organizationId: string;
  readonly scanId: string;
  readonly categories: readonly FileCategory[];
  /** Principal of the change, for the audit trail; null for a worker. */
  readonly principal: CallPrincipal | null;
}

/** Returns whether files of these categories determine the locations of findings. */
export const affectsLocations = (categories: readonly FileCategory[]): boolean =>
  categories.some((category) => LOCATION_SOURCES.includes(category));

/**
 * Changes files of a scan in the caller's transaction. When volume or skin change, nipple and
 * locations of findings are updated in the same transaction. Locks study and scan before the files,
 * in the same order as a scan restart.
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
  // Signed findings stay unchanged; the nipple keeps its position in the tissue.
  if (signed === null) await updateFindingLocations(db, organizationId, scanId, skins);
  return changed;
}

/**
 * Returns the voxel grid of a scan's positions; null while no volume with a known geometry exists.
 */
export async function gridOfScan(
  db: Kysely<Database>,
  organizationId: string,
  scanId: string,
): Promise<VolumeGrid | null> {
  const volume = await latestVolumeFile(db, { organizationId, scanId });
  const geometry = geometryOfHeader(volume?.header ?? null);
  return geometry === null ? null : gridOf(geometry);
}

/** Converts the nipple to voxels of the current volume, at the same position in the tissue. */
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

/** Converts a position to the voxels of `to`; a position without grid counts as in these voxels. */
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
