import type { Kysely } from 'kysely';
import { geometryOfHeader } from '#findings';
import { type Volume, volumeFromNrrd } from '#volume';
import type { Database, ScanFileRow } from '../database/schema.ts';
import { readStoredNrrd } from '../datasets/index.ts';
import { latestVolumeFile } from '../files/rows/find-volume.ts';
import { storedFiles } from '../files/rows/scan-file-rows.ts';
import type { FileStore } from '../store/index.ts';

/** Coarsest voxels that show a lesion; a finer level of the pyramid is read only without them. */
const COARSEST_MM = 0.8;
/** Maximum number of voxels that are read for sections. */
const MAX_VOXELS = 64_000_000;

export interface VolumeOwner {
  readonly db: Kysely<Database>;
  readonly organizationId: string;
  readonly store: FileStore;
}

/**
 * Reads the smallest level of a scan's latest volume that shows lesions. Null without a readable
 * volume, and for a volume whose levels are all too large.
 */
export async function readSmallVolume(owner: VolumeOwner, scanId: string): Promise<Volume | null> {
  const file = await smallestLevel(owner, scanId);
  const nrrd = file === null ? null : await readStoredNrrd(owner, file);
  const volume = nrrd === null ? null : volumeFromNrrd(nrrd);
  return volume?.ok === true ? volume.value : null;
}

/** Returns the smallest file of the latest volume whose voxels are fine enough. */
async function smallestLevel(
  { db, organizationId }: VolumeOwner,
  scanId: string,
): Promise<ScanFileRow | null> {
  const primary = await latestVolumeFile(db, { organizationId, scanId });
  if (primary === undefined) return null;
  const levels = await storedFiles(db, {
    ...{ organizationId, scanId },
    ...{ fileCategory: 'VOLUME3D' as const, role: 'PYRAMID' as const },
  })
    .where('scanFile.parentId', '=', primary.id)
    .execute();
  const [best] = [primary, ...levels]
    .flatMap((file) => {
      const geometry = geometryOfHeader(file.header);
      if (geometry === null) return [];
      const isFine = file === primary || Math.max(...geometry.spacingMm) <= COARSEST_MM;
      const voxels = geometry.sizes.reduce((product, size) => product * size, 1);
      return isFine && voxels <= MAX_VOXELS ? [{ file, voxels }] : [];
    })
    .sort((a, b) => a.voxels - b.voxels);
  return best?.file ?? null;
}
