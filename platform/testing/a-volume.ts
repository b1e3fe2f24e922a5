import type { Vec3 } from '#geometry';
import { scannedVolumeGeometry, voxelToMm } from '#geometry';
import type { Volume } from '#volume';

export interface VolumeOptions {
  readonly sizes?: Vec3;
  readonly spacingMm?: Vec3;
  readonly coverageRadiusMm?: number;
  /** Returns the value of each voxel, 0..255, from its centre in millimetres and its index. */
  readonly paint?: (pointMm: Vec3, index: Vec3) => number;
}

/** Creates a volume as a scan does: centred on the rotation axis, the transducer face at y = 0. */
export function aVolume(options: VolumeOptions = {}): Volume {
  const sizes = options.sizes ?? [12, 8, 10];
  const spacingMm = options.spacingMm ?? [1, 1, 1];
  const [nx, ny, nz] = sizes;
  const defaultRadiusMm = Math.min(nx * spacingMm[0], nz * spacingMm[2]) / 2;
  const geometry = scannedVolumeGeometry(
    sizes,
    spacingMm,
    options.coverageRadiusMm ?? defaultRadiusMm,
  );
  const voxels = new Uint8Array(nx * ny * nz);
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        const index: Vec3 = [i, j, k];
        voxels[i + nx * (j + ny * k)] = Math.round(
          options.paint?.(voxelToMm(geometry, index), index) ?? 0,
        );
      }
    }
  }
  return { geometry, voxels };
}

/** Returns a `paint` function for `aVolume`: a bright ball on a dark background. */
export function ball(centreMm: Vec3, radiusMm: number, value = 200, background = 40) {
  return ([x, y, z]: Vec3): number => {
    const [cx, cy, cz] = centreMm;
    return Math.hypot(x - cx, y - cy, z - cz) <= radiusMm ? value : background;
  };
}
