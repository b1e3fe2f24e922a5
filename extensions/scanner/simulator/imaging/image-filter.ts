import type { FrameGeometry } from '../../model/index.ts';
import { FILTER_MARGIN } from '../kernels/frame-layout.ts';
import type { LocalWindow } from '../kernels/image-kernels.ts';
import type { FilterProfile } from './device-profile.ts';

/** The most lines to each side of a filter's window: more would not be exact in 32 bits. */
const MAX_LINES = 7;
const MAX_SAMPLES = 8;

/**
 * A filter in the samples of a frame. There is none over time: each frame stands for itself, so that
 * a scan that is resumed in the middle gives the same bytes as one that was not.
 */
export function localWindow(
  filter: Extract<FilterProfile, { kind: 'local' }>,
  { lateralPitchMm, depthStepMm }: FrameGeometry,
  dynamicRangeDb: number,
): LocalWindow {
  const count = (mm: number, stepMm: number, max: number): number =>
    Math.max(1, Math.min(max, FILTER_MARGIN, Math.round(mm / stepMm)));
  const speckle = (filter.speckleDb * 255) / dynamicRangeDb;
  return {
    across: count(filter.acrossMm, lateralPitchMm, MAX_LINES),
    along: count(filter.alongMm, depthStepMm, MAX_SAMPLES),
    noise: speckle * speckle,
    gain: filter.gain,
  };
}
