import { mmToVoxel, type Vec3, voxelToMm } from '#geometry';
import { readMetaImage, reorient, type Volume } from '#volume';

/** Reads a file with the library alone and turns the volume by the default axes of an import. */
export async function importedVolume(file: Uint8Array): Promise<Volume> {
  const raw = await readMetaImage(new Uint8Array(file));
  if (!raw.ok) throw new Error(raw.problem.title);
  const turned = reorient(raw.value, '+j', '+k');
  if (!turned.ok) throw new Error(turned.problem.title);
  return turned.value;
}

/**
 * Returns the two edges of the imaged object along x in the row of a point: where the level crosses
 * `greyLevel`, interpolated linearly between two voxels as the rendered image is.
 */
export function edgesOfRow(
  volume: Volume,
  pointMm: Vec3,
  greyLevel: number,
): readonly [Vec3, Vec3] {
  const { geometry, voxels } = volume;
  const [nx, ny] = geometry.sizes;
  const [, j = 0, k = 0] = mmToVoxel(geometry, pointMm).map(Math.round);
  const level = (i: number): number => voxels[i + nx * (j + ny * k)] ?? 0;
  const row = Array.from({ length: nx }, (_, i) => level(i));
  const isBright = (value: number): boolean => value > greyLevel;
  const [first, last] = [row.findIndex(isBright), row.findLastIndex(isBright)];
  if (first < 1 || last > nx - 2) throw new Error('The row has no dark voxel at one end');
  const share = (bright: number, dark: number): number =>
    (level(bright) - greyLevel) / (level(bright) - level(dark));
  return [
    voxelToMm(geometry, [first - share(first, first - 1), j, k]),
    voxelToMm(geometry, [last + share(last, last + 1), j, k]),
  ];
}
