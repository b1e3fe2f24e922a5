import type { DatasetFormat } from '#contracts';
import type { Vec3, VolumeGrid } from '#geometry';
import { LPS_SPACE, type Nrrd, packNifti, packNrrd, type Volume, volumeToNrrd } from '#volume';

/** Unit vectors of the voxel axes: to the left, posterior and to the head. */
export const LPS_DIRECTIONS: readonly [Vec3, Vec3, Vec3] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

const EXTENSIONS: Readonly<Record<DatasetFormat, string>> = { nrrd: 'nrrd', nifti: 'nii.gz' };

/** Returns the name of an image in the archive. */
export const imageName = (
  folder: 'volumes' | 'masks',
  pseudonym: string,
  format: DatasetFormat,
): string => `${folder}/${pseudonym}.${EXTENSIONS[format]}`;

/**
 * Returns the file of a volume, compressed. Its header has only coverage and dynamic range besides
 * the place, because key/values of stored files may name patient and device.
 */
export function packVolume(
  volume: Volume,
  dynamicRangeDb: number | null,
  format: DatasetFormat,
): Promise<Uint8Array> {
  if (format === 'nifti') return packGrid(volume.geometry, volume.voxels, format);
  const keyValues = dynamicRangeDb === null ? {} : { dynamicRangeDb: String(dynamicRangeDb) };
  return packNrrd(volumeToNrrd(volume, keyValues as Readonly<Record<string, string>>));
}

/** Returns the file of a mask, compressed. */
export const packMask = (
  grid: VolumeGrid,
  voxels: Uint8Array,
  format: DatasetFormat,
): Promise<Uint8Array> => packGrid(grid, voxels, format);

function packGrid(
  { sizes, spacingMm, originMm }: VolumeGrid,
  voxels: Uint8Array,
  format: DatasetFormat,
): Promise<Uint8Array> {
  if (format === 'nifti') {
    const directions = LPS_DIRECTIONS;
    return packNifti({ sizes, type: 'uint8', data: voxels, spacingMm, originMm, directions });
  }
  const nrrd: Nrrd = {
    type: 'uint8',
    sizes,
    kinds: ['domain', 'domain', 'domain'],
    space: LPS_SPACE,
    spaceDirections: LPS_DIRECTIONS.map((axis, at) =>
      axis.map((part) => part * (spacingMm[at] ?? 0)),
    ),
    spaceOrigin: originMm,
    keyValues: {},
    data: voxels,
  };
  return packNrrd(nrrd);
}
