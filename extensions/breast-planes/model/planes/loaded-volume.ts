import type { VolumeGeometry } from '#geometry';
import type { ProgressiveVolume } from './progressive-volume.ts';

/** Voxels of one pyramid level: uint8, x fastest, then y (depth), then z. */
export interface LoadedVolume {
  /** Unique per stored file; contains no ':', which the drawing library would parse as a scheme. */
  readonly id: string;
  readonly geometry: VolumeGeometry;
  readonly voxels: Uint8Array;
  /** Dynamic range of the grey levels in dB; null or absent if unknown. */
  readonly dynamicRangeDb?: number | null;
  /** The full level while loading; replaces this level where its slabs have arrived. */
  readonly finer?: ProgressiveVolume;
}

const BLACK_SIZES = [2, 2, 2] as const;

/**
 * Returns a black level for a volume without coarse levels; the full level is drawn over it as it
 * loads.
 */
export function blackLevel(finer: Pick<ProgressiveVolume, 'id' | 'geometry'>): LoadedVolume {
  const voxels = new Uint8Array(BLACK_SIZES[0] * BLACK_SIZES[1] * BLACK_SIZES[2]);
  return { id: `${finer.id}-black`, geometry: { ...finer.geometry, sizes: BLACK_SIZES }, voxels };
}
