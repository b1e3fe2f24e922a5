import type { FrameGeometry } from '../model/index.ts';

/** Over this distance from the beam's edge a sweep's weight grows from nothing to full. */
const BLEND_MM = 8;

/** 1 well inside the beam, falling to almost 0 at its edges; never 0 where there is an image. */
export function edgeWeight(frame: FrameGeometry, line: number, sample: number): number {
  const { lines, samples, lateralPitchMm, depthStepMm } = frame;
  let mm = Math.min((lines - 0.5 - line) * lateralPitchMm, (samples - 0.5 - sample) * depthStepMm);
  // The inner edge of a sweep that begins at the axis is no edge: the opposite frame goes on.
  if (frame.firstLateralMm > lateralPitchMm) mm = Math.min(mm, (line + 0.5) * lateralPitchMm);
  if (frame.firstDepthMm > depthStepMm) mm = Math.min(mm, (sample + 0.5) * depthStepMm);
  return Math.max(1 / 256, Math.min(1, mm / BLEND_MM));
}
