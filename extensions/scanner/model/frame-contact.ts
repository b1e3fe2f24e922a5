import type { FrameGeometry } from './frame-geometry.ts';

/** Below the skin, and above where a shadow may have swallowed everything; millimetres of range. */
const DEPTH_RANGE_MM = { from: 5, to: 25 };
/** Weaker echoes are no tissue's: gel, air, or the receiver's noise. dB below white. */
const TISSUE_DB = -50;
/** A line sees tissue when this share of what is looked at does: a large cyst leaves as much. */
const SHARE = 0.2;

/**
 * Percent of a frame's lines that look into tissue. `grey` is B-mode, `lines · samples`, depth
 * fastest; white is 0 dB and 0 is `−dynamicRangeDb`. A frame that ends above the depths that are
 * looked at has none.
 */
export function contactPercent(
  grey: Uint8Array,
  frame: Pick<FrameGeometry, 'lines' | 'samples' | 'depthStepMm' | 'firstDepthMm'>,
  dynamicRangeDb: number,
): number {
  const { lines, samples, depthStepMm, firstDepthMm } = frame;
  const sampleAt = (mm: number) =>
    Math.min(samples, Math.max(0, Math.ceil((mm - firstDepthMm) / depthStepMm)));
  const from = sampleAt(DEPTH_RANGE_MM.from);
  const to = sampleAt(DEPTH_RANGE_MM.to);
  if (to === from) return 0;
  const darkest = Math.max(0, 255 * (1 + TISSUE_DB / dynamicRangeDb));
  let contactLines = 0;
  for (let line = 0; line < lines; line += 1) {
    let bright = 0;
    for (let at = line * samples + from; at < line * samples + to; at += 1) {
      if ((grey[at] ?? 0) > darkest) bright += 1;
    }
    if (bright >= SHARE * (to - from)) contactLines += 1;
  }
  return (100 * contactLines) / lines;
}
