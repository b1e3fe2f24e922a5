/** Converts one grey level per pixel to RGBA image data for a canvas. */
export function greyscaleImage(
  greyLevels: Uint8ClampedArray,
  widthPx: number,
  heightPx: number,
): ImageData {
  const image = new ImageData(widthPx, heightPx);
  const pixels = new Uint32Array(image.data.buffer);
  for (let at = 0; at < greyLevels.length; at++) {
    pixels[at] = 0xff000000 | ((greyLevels[at] as number) * 0x010101);
  }
  return image;
}
