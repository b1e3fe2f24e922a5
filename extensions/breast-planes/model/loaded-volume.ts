import type { VolumeGeometry } from '#geometry';
import type { GrowingVolume } from './growing-volume.ts';

/** Voxels of one pyramid level: uint8, x fastest, then y (depth), then z. */
export interface LoadedVolume {
  /** Unique per stored file; holds no ':' (the drawing library would take it for a scheme). */
  readonly id: string;
  readonly geometry: VolumeGeometry;
  readonly voxels: Uint8Array;
  /** The full level on its way, shown where its slabs are there already. */
  readonly finer?: GrowingVolume;
}
