import type { VolumeGeometry } from '#geometry';
import type { ProgressiveVolume } from './progressive-volume.ts';

/** Voxels of one pyramid level: uint8, x fastest, then y (depth), then z. */
export interface LoadedVolume {
  /** Unique per stored file; holds no ':' (the drawing library would take it for a scheme). */
  readonly id: string;
  readonly geometry: VolumeGeometry;
  readonly voxels: Uint8Array;
  /** The full level on its way, shown where its slabs are there already. */
  readonly finer?: ProgressiveVolume;
}

const BLACK_SIZES = [2, 2, 2] as const;

/** A level of a volume that has no coarse ones, to show a full one over that grows: nothing is seen in it. */
export function blackLevel(finer: Pick<ProgressiveVolume, 'id' | 'geometry'>): LoadedVolume {
  const voxels = new Uint8Array(BLACK_SIZES[0] * BLACK_SIZES[1] * BLACK_SIZES[2]);
  return { id: `${finer.id}-black`, geometry: { ...finer.geometry, sizes: BLACK_SIZES }, voxels };
}
