import type { FrameGeometry } from './frame-geometry.ts';

/** Evaluated range in mm: below the skin, and above depths where a shadow may hide all echoes. */
const DEPTH_RANGE_MM = { from: 5, to: 25 };
/** Minimum level of tissue echoes in dB relative to white. Weaker echoes are gel, air or noise. */
const MIN_TISSUE_DB = -50;
/**
 * Minimum share of evaluated samples with tissue echoes for a line with contact; a line over a
 * large cyst still reaches this share.
 */
const MIN_TISSUE_SHARE = 0.2;

/**
 * Returns the percentage of lines with tissue contact. `grey` is B-mode, `lines · samples`, depth
 * fastest; white is 0 dB and 0 is `−dynamicRangeDb`. Returns 0 for a frame that ends above the
 * evaluated depths.
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
  const minGrey = Math.max(0, 255 * (1 + MIN_TISSUE_DB / dynamicRangeDb));
  let contactLines = 0;
  for (let line = 0; line < lines; line += 1) {
    let tissueSamples = 0;
    for (let at = line * samples + from; at < line * samples + to; at += 1) {
      if ((grey[at] ?? 0) > minGrey) tissueSamples += 1;
    }
    if (tissueSamples >= MIN_TISSUE_SHARE * (to - from)) contactLines += 1;
  }
  return (100 * contactLines) / lines;
}
