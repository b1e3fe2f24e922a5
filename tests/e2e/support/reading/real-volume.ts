import { readFileSync } from 'node:fs';
import { mmToVoxel, type Vec3, voxelToMm } from '#geometry';
import { readMetaImage, reorient, type Volume } from '#volume';

/** A volume that no one here made; tests/fixtures/real tells its origin. */
export const REAL_VOLUME = 'tests/fixtures/real/phantom-volume-plus.mha';

/** The file as the library alone reads it, turned as the import does when nobody chooses axes. */
export async function realVolume(): Promise<Volume> {
  const raw = await readMetaImage(new Uint8Array(readFileSync(REAL_VOLUME)));
  if (!raw.ok) throw new Error(raw.problem.title);
  const turned = reorient(raw.value, '+j', '+k');
  if (!turned.ok) throw new Error(turned.problem.title);
  return turned.value;
}

/**
 * Where what was imaged begins and ends along x, in the row of a place: its first and last voxel
 * brighter than `grey`. Points that anybody finds again in the picture.
 */
export function edgesOfRow(
  volume: Volume,
  pointMm: Vec3,
  greyLevel: number,
): readonly [Vec3, Vec3] {
  const { geometry, voxels } = volume;
  const [nx, ny] = geometry.sizes;
  const [, j, k] = mmToVoxel(geometry, pointMm).map(Math.round);
  const row = Array.from(
    { length: nx },
    (_, i) => voxels[i + nx * ((j ?? 0) + ny * (k ?? 0))] ?? 0,
  );
  const isBright = (one: number): boolean => one > greyLevel;
  const [first, last] = [row.findIndex(isBright), row.findLastIndex(isBright)];
  if (first === -1) throw new Error('Nothing in this row is bright');
  return [
    voxelToMm(geometry, [first, j ?? 0, k ?? 0]),
    voxelToMm(geometry, [last, j ?? 0, k ?? 0]),
  ];
}
