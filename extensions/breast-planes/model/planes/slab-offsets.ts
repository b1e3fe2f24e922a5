import { cross, type ImageFrame, length, type VolumeGrid } from '#geometry';

/**
 * Maximum samples per pixel, because more would delay the frame; a thicker slab is sampled in wider
 * steps.
 */
export const MAX_SLAB_SAMPLES = 64;

/**
 * Returns the sample offsets of a slab in millimetres along the normal towards the viewer: evenly
 * spaced from face to face, at most one layer of the volume apart up to `MAX_SLAB_SAMPLES`. A slab
 * without thickness has one sample on the plane.
 */
export function slabOffsetsMm(
  { spacingMm }: Pick<VolumeGrid, 'spacingMm'>,
  frame: ImageFrame,
  thicknessMm: number,
): readonly number[] {
  if (!(thicknessMm > 0)) return [0];
  const normal = cross(frame.down, frame.right);
  const layersPerMm = length([
    normal[0] / spacingMm[0],
    normal[1] / spacingMm[1],
    normal[2] / spacingMm[2],
  ]);
  // Prevents rounding errors from adding a sample.
  const steps = Math.max(1, Math.ceil(thicknessMm * layersPerMm - 1e-6));
  const samples = Math.min(MAX_SLAB_SAMPLES, steps + 1);
  return Array.from({ length: samples }, (_, at) => (at / (samples - 1) - 0.5) * thicknessMm);
}
