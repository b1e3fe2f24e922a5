import { type Kysely, sql } from 'kysely';
import type { FileCategory, NippleLocation } from '#contracts';
import { coordinatesOutside, geometryOfHeader } from '#findings';
import { gridOf, positionInGrid, sameGrid, type VolumeGrid } from '#geometry';
import type { Database } from '../../database/schema.ts';
import { latestVolumeFile } from '../../files/rows/find-volume.ts';
import { writeAudit } from '../../http/audit.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { writeThumbnail } from '../shared/thumbnails.ts';
import { lockScan } from './scan-rows.ts';

/** File categories from which locations in a scan are computed. */
const LOCATION_SOURCES: readonly FileCategory[] = ['VOLUME3D', 'BREAST_SKIN'];

export interface ChangedFiles {
  readonly organizationId: string;
  readonly scanId: string;
  readonly categories: readonly FileCategory[];
  /** Principal of the change, for the audit trail; null for a worker. */
  readonly principal: CallPrincipal | null;
}

/** Returns whether changed files of these categories change the locations of findings. */
export const affectsLocations = (categories: readonly FileCategory[]): boolean =>
  categories.some((category) => LOCATION_SOURCES.includes(category));

/**
 * Runs `change`, which changes files of a scan, in the caller's transaction, and then converts the
 * nipple to the grid of the current volume, or clears a nipple outside it. Locks the scan before the files, because a restart of
 * the scan locks them in this order.
 */
export async function changeAndConvertNipple<T>(
  db: Kysely<Database>,
  files: ChangedFiles,
  change: () => Promise<T>,
): Promise<T> {
  if (!affectsLocations(files.categories)) return change();
  const { organizationId, scanId } = files;
  await lockScan(db, organizationId, scanId);
  const changed = await change();
  await convertNipple(db, files);
  return changed;
}

/**
 * Returns the voxel grid of the scan's current volume, in which positions are stored; null while no
 * volume with a known geometry exists.
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

/**
 * Converts the nipple to voxels of the current volume; its position in the tissue stays. Clears a
 * nipple outside the volume, which can only have been set before the volume or in a larger one.
 */
async function convertNipple(db: Kysely<Database>, files: ChangedFiles): Promise<void> {
  const { organizationId, scanId, principal } = files;
  const scan = await lockScan(db, organizationId, scanId);
  const grid = await gridOfScan(db, organizationId, scanId);
  const nipple = scan?.nippleLocation ?? null;
  if (grid === null || nipple === null || !usesOtherGrid(nipple, grid)) return;
  const isOutside = coordinatesOutside(grid, nipple).length > 0;
  const moved = { ...nipple, ...inGrid(nipple, grid), grid };
  await db
    .updateTable('scan')
    .set({
      nippleLocation: isOutside ? null : JSON.stringify(moved),
      version: sql<number>`version + 1`,
      updatedAt: sql<string>`now()`,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', scanId)
    .execute();
  if (isOutside) {
    await writeThumbnail(db, { organizationId, kind: 'NIPPLE', ownerId: scanId }, null);
  }
  const action = isOutside ? 'clearNipple' : 'convertNipple';
  await writeAudit(db, { principal, organizationId, action, outcome: 'done', subject: { scanId } });
}

const usesOtherGrid = ({ grid = null }: Pick<NippleLocation, 'grid'>, current: VolumeGrid) =>
  grid === null || !sameGrid(grid, current);

/** Converts a position to voxels of the grid `to`; a position without a grid stays unchanged. */
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
