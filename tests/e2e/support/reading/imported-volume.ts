import { mmToVoxel, type Vec3, voxelToMm } from '#geometry';
import { orientVolume, readMetaImage, type Volume } from '#volume';

/** Reads a file without the product and turns the volume as its header states. */
export async function importedVolume(file: Uint8Array): Promise<Volume> {
  const raw = await readMetaImage(new Uint8Array(file));
  if (!raw.ok) throw new Error(raw.problem.title);
  const turned = orientVolume(raw.value, { axes: null, overridesHeader: false });
  if (!turned.ok) throw new Error(turned.problem.title);
  return turned.value;
}

/**
 * Returns the two edges of the imaged object along x in the row of a point: where the level crosses
 * `greyLevel`, interpolated linearly between two voxels as in the rendered image.
 */
export function edgesOfRow(
  volume: Volume,
  pointMm: Vec3,
  greyLevel: number,
): readonly [Vec3, Vec3] {
  const { geometry, voxels } = volume;
  const [nx, ny] = geometry.sizes;
  const [, j = 0, k = 0] = mmToVoxel(geometry, pointMm).map(Math.round);
  const levelAt = (i: number): number => voxels[i + nx * (j + ny * k)] ?? 0;
  const row = Array.from({ length: nx }, (_, i) => levelAt(i));
  const isBright = (value: number): boolean => value > greyLevel;
  const first = row.findIndex(isBright);
  const last = row.findLastIndex(isBright);
  if (first < 1 || last > nx - 2) throw new Error('The row has no dark voxel at one end');
  /** Returns the distance of the crossing from the bright voxel, in voxels. */
  const crossing = (bright: number, dark: number): number =>
    (levelAt(bright) - greyLevel) / (levelAt(bright) - levelAt(dark));
  return [
    voxelToMm(geometry, [first - crossing(first, first - 1), j, k]),
    voxelToMm(geometry, [last + crossing(last, last + 1), j, k]),
  ];
}
