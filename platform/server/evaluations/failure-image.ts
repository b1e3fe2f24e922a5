import type { Kysely } from 'kysely';
import { geometryOfHeader } from '#findings';
import type { ImageFrame, Vec3 } from '#geometry';
import { sliceImage, type Volume, volumeFromNrrd } from '#volume';
import type { Database, ScanFileRow } from '../database/schema.ts';
import { readStoredNrrd } from '../datasets/index.ts';
import { latestVolumeFile } from '../files/rows/find-volume.ts';
import { storedFiles } from '../files/rows/scan-file-rows.ts';
import { findings, toStoredFinding } from '../records/findings/finding-rows.ts';
import type { FindingThumbnails } from '../records/findings/finding-thumbnails.ts';
import type { FileStore } from '../store/index.ts';
import { placeOfFinding } from './compute/lesion-of.ts';
import { encodePng } from './encode-png.ts';

/** Edge of the image in pixels, and in mm. */
const EDGE_PX = 128;
const EDGE_MM = 32;
/** Coarsest voxels that show a lesion; a finer level of the pyramid is read only without them. */
const COARSEST_MM = 0.8;
/** Maximum number of voxels that are read for one image. */
const MAX_VOXELS = 64_000_000;

interface Owner {
  readonly db: Kysely<Database>;
  readonly organizationId: string;
  readonly store: FileStore;
}

/**
 * Returns the image of a finding as base64: the stored thumbnail, or a transverse section of the
 * volume. Null without a readable volume, and for a volume whose levels are all too large.
 */
export async function failureImage(
  owner: Owner,
  thumbnails: FindingThumbnails,
  findingId: string,
): Promise<string | null> {
  const { db, organizationId } = owner;
  const row = await findings(db, { organizationId, accountId: null, blind: false })
    .where('id', '=', findingId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const stored = await thumbnails.read(db, row);
  if (stored !== null) return stored;
  const place = placeOfFinding(toStoredFinding(row));
  const file = await smallestLevel(owner, row.scanId);
  if (place === null || file === null) return null;
  const nrrd = await readStoredNrrd(owner, file);
  const volume = nrrd === null ? null : volumeFromNrrd(nrrd);
  if (volume === null || !volume.ok) return null;
  return sectionOf(volume.value, place.centreMm).toString('base64');
}

/** Returns the smallest file of the latest volume whose voxels are fine enough. */
async function smallestLevel(
  { db, organizationId }: Owner,
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

/** Returns a transverse section about a point as PNG; black outside the volume. */
function sectionOf(volume: Volume, [x, y, z]: Vec3): Buffer {
  const frame: ImageFrame = {
    originMm: [x - EDGE_MM / 2, y - EDGE_MM / 2, z],
    right: [1, 0, 0],
    down: [0, 1, 0],
    widthMm: EDGE_MM,
    heightMm: EDGE_MM,
  };
  const pixels = sliceImage(volume, frame, EDGE_PX, EDGE_PX);
  return encodePng({ width: EDGE_PX, height: EDGE_PX, pixels });
}
