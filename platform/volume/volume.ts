import type { VolumeGeometry } from '#geometry';

/**
 * 8-bit 3D image in the patient. `voxels` holds nx · ny · nz bytes, x (i) fastest, then y (j, the
 * depth), then z (k): voxel (i, j, k) is `voxels[i + nx · (j + ny · k)]`.
 */
export interface Volume {
  readonly geometry: VolumeGeometry;
  readonly voxels: Uint8Array;
}

/** Returns the number of voxels of a geometry. */
export function voxelCount(geometry: VolumeGeometry): number {
  const [nx, ny, nz] = geometry.sizes;
  return nx * ny * nz;
}
