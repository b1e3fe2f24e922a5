import { mmToVoxel, type Vec3, voxelToMm } from '#geometry';
import { readMetaImage, reorient, type Volume } from '#volume';

/** The file as the library alone reads it, turned as the import does when nobody chooses axes. */
export async function importedVolume(file: Uint8Array): Promise<Volume> {
  const raw = await readMetaImage(new Uint8Array(file));
  if (!raw.ok) throw new Error(raw.problem.title);
  const turned = reorient(raw.value, '+j', '+k');
  if (!turned.ok) throw new Error(turned.problem.title);
  return turned.value;
}

/**
 * Where what was imaged begins and ends along x, in the row of a place: where the level passes
 * `grey`, interpolated between two voxels as the picture is.
 */
export function edgesOfRow(volume: Volume, placeMm: Vec3, grey: number): readonly [Vec3, Vec3] {
  const { geometry, voxels } = volume;
  const [nx, ny] = geometry.sizes;
  const [, j = 0, k = 0] = mmToVoxel(geometry, placeMm).map(Math.round);
  const level = (i: number): number => voxels[i + nx * (j + ny * k)] ?? 0;
  const row = Array.from({ length: nx }, (_, i) => level(i));
  const isBright = (one: number): boolean => one > grey;
  const [first, last] = [row.findIndex(isBright), row.findLastIndex(isBright)];
  if (first < 1 || last > nx - 2) throw new Error('This row has no dark voxel at one of its ends');
  const share = (bright: number, dark: number): number =>
    (level(bright) - grey) / (level(bright) - level(dark));
  return [
    voxelToMm(geometry, [first - share(first, first - 1), j, k]),
    voxelToMm(geometry, [last + share(last, last + 1), j, k]),
  ];
}
