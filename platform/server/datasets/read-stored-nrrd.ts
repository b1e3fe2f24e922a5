import type { Vec3, VolumeGrid } from '#geometry';
import { type Nrrd, readNrrd } from '#volume';
import type { ScanFileRow } from '../database/schema.ts';
import { storedReference } from '../files/rows/scan-file-rows.ts';
import type { FileStore } from '../store/index.ts';

/** Reads a stored NRRD file; null if there is none, or if its bytes are damaged. */
export async function readStoredNrrd(
  { store }: { readonly store: FileStore },
  row: ScanFileRow | undefined,
): Promise<Nrrd | null> {
  const reference = row === undefined ? null : storedReference(row);
  if (reference === null || row?.quarantinedAt !== null) return null;
  const bytes = await store.read(reference);
  if (!bytes.ok) return null;
  const nrrd = await readNrrd(bytes.value);
  return nrrd.ok ? nrrd.value : null;
}

/** Returns grid and voxels of a mask whose axes run to the left, posterior and to the head. */
export function maskOf(
  nrrd: Nrrd | null,
): { readonly grid: VolumeGrid; readonly voxels: Uint8Array } | null {
  if (nrrd === null || !(nrrd.data instanceof Uint8Array)) return null;
  const { sizes, spaceDirections = [], spaceOrigin = [] } = nrrd;
  const spacings = spaceDirections.map((step, axis) => step?.[axis] ?? 0);
  if (sizes.length !== 3 || spacings.length !== 3 || spaceOrigin.length !== 3) return null;
  if (spacings.some((mm) => mm <= 0)) return null;
  const vector = (values: readonly number[]): Vec3 => values as unknown as Vec3;
  const grid = {
    sizes: vector(sizes),
    spacingMm: vector(spacings),
    originMm: vector(spaceOrigin),
  };
  return { grid, voxels: nrrd.data };
}
