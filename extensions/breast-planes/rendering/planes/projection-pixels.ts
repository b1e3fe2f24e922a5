/** Brightness of tissue that was not seen, as a share of that of seen tissue. */
const UNSEEN_BRIGHTNESS = 0.4;
/** Share of the columns below and above the range of grey levels that is spread. */
const CUT_OFF = 0.01;

/**
 * Returns the RGBA pixels of a projection: grey levels spread over the whole range, dimmed by the
 * share (0 to 1) that was not seen, transparent without tissue (grey level 0).
 */
export function projectionPixels(
  greyLevels: Uint8Array,
  seenShares: Float32Array,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(4 * greyLevels.length);
  const [low, high] = spreadRange(greyLevels);
  const range = Math.max(1, high - low);
  for (let at = 0; at < greyLevels.length; at++) {
    const greyLevel = greyLevels[at] as number;
    if (greyLevel === 0) continue;
    const spread = Math.min(1, Math.max(0, (greyLevel - low) / range));
    const seen = seenShares[at] as number;
    const brightness = UNSEEN_BRIGHTNESS + (1 - UNSEEN_BRIGHTNESS) * seen;
    pixels.fill(255 * spread * brightness, 4 * at, 4 * at + 3);
    pixels[4 * at + 3] = 255;
  }
  return pixels;
}

/** Returns the grey levels that become black and white, without the extreme columns. */
function spreadRange(greyLevels: Uint8Array): readonly [low: number, high: number] {
  const sorted = greyLevels.filter((greyLevel) => greyLevel > 0).sort();
  const cut = Math.floor(sorted.length * CUT_OFF);
  return [sorted[cut] ?? 0, sorted[sorted.length - 1 - cut] ?? 0];
}
