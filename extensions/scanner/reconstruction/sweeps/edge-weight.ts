import type { FrameGeometry } from '../../model/index.ts';

/** Distance from the edge of a frame over which its weight grows from 0 to 1. */
const BLEND_MM = 8;

/**
 * Returns the weight of a sample when sweeps are blended: 1 far from the edges of the frame,
 * falling to 1/256 at the edges.
 */
export function edgeWeight(frame: FrameGeometry, line: number, sample: number): number {
  const { lines, samples, lateralPitchMm, depthStepMm } = frame;
  let mm = Math.min((lines - 0.5 - line) * lateralPitchMm, (samples - 0.5 - sample) * depthStepMm);
  // Ignores the inner edge of a sweep that starts at the axis, because the opposite frame continues
  // the image.
  if (frame.firstLateralMm > lateralPitchMm) mm = Math.min(mm, (line + 0.5) * lateralPitchMm);
  if (frame.firstDepthMm > depthStepMm) mm = Math.min(mm, (sample + 0.5) * depthStepMm);
  return Math.max(1 / 256, Math.min(1, mm / BLEND_MM));
}
