/**
 * Returns the luminance of a colour, 0..255, rounded (ITU-R BT.601: 0.299 R + 0.587 G + 0.114 B).
 */
export function luma(red: number, green: number, blue: number): number {
  return Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
}

/** Returns the luminance of interleaved R, G, B bytes. */
export function lumaOfRgb(rgb: Uint8Array): Uint8Array {
  const out = new Uint8Array(Math.floor(rgb.length / 3));
  for (let at = 0, from = 0; at < out.length; at++, from += 3) {
    out[at] = luma(rgb[from] ?? 0, rgb[from + 1] ?? 0, rgb[from + 2] ?? 0);
  }
  return out;
}
