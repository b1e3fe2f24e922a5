import type { FrameGeometry } from '../../model/index.ts';
import { FILTER_MARGIN } from '../kernels/frame-layout.ts';
import type { LocalWindow } from '../kernels/image-kernels.ts';
import type { FilterProfile } from './device-profile.ts';

/** Maximum lines to each side of a filter's window; more lines would not be exact in 32 bits. */
const MAX_LINES = 7;
const MAX_SAMPLES = 8;

/**
 * Converts a filter profile to samples of a frame. There is no filter over time: frames are
 * independent, so that a scan that was resumed has the same bytes as an uninterrupted scan.
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
