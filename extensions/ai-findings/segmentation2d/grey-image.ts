import type { GreyImage } from './image-view.ts';

/** A grey image and the share of its pixels that are coloured, 0..1. */
export interface ConvertedImage {
  readonly image: GreyImage;
  readonly colourShare: number;
}

/** Difference of the highest and lowest channel (0..255) from which a pixel counts as coloured. */
const COLOUR_DIFFERENCE = 24;

/** Converts 8-bit grey values. */
export const greyOfBytes = (width: number, height: number, bytes: Uint8Array): ConvertedImage => ({
  image: { width, height, grey: Float32Array.from(bytes, (value) => value / 255) },
  colourShare: 0,
});

/** Converts 8-bit RGBA as a canvas gives it; grey is the luminance of ITU-R BT.601. */
export function greyOfRgba(
  width: number,
  height: number,
  rgba: Uint8Array | Uint8ClampedArray,
): ConvertedImage {
  const grey = new Float32Array(width * height);
  let coloured = 0;
  for (let index = 0; index < grey.length; index++) {
    const red = rgba[4 * index] ?? 0;
    const green = rgba[4 * index + 1] ?? 0;
    const blue = rgba[4 * index + 2] ?? 0;
    grey[index] = (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
    if (Math.max(red, green, blue) - Math.min(red, green, blue) >= COLOUR_DIFFERENCE) coloured++;
  }
  return { image: { width, height, grey }, colourShare: coloured / grey.length };
}
