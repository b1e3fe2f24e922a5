import { cross, type ImageFrame, length, type VolumeGeometry } from '#geometry';

/** More would make a frame late; a slab this thick is then read in wider steps. */
export const MAX_SLAB_SAMPLES = 64;

/**
 * Where a slab is read, millimetres along the normal towards the viewer: evenly from face to face,
 * no further apart than the volume's layers across the plane. Of a slab without thickness, the
 * plane alone.
 */
export function slabOffsetsMm(
  { spacingMm }: VolumeGeometry,
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
  // Rounding of the figures alone must not add a sample.
  const steps = Math.max(1, Math.ceil(thicknessMm * layersPerMm - 1e-6));
  const samples = Math.min(MAX_SLAB_SAMPLES, steps + 1);
  return Array.from({ length: samples }, (_, at) => (at / (samples - 1) - 0.5) * thicknessMm);
}
