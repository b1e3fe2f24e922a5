import type { SavedImageLayout } from '../../model/planes/saved-image.ts';
import { type ResliceRequest, resliceImage } from './reslice-image.ts';

/** Rows between two pauses, so that the page stays responsive during thick slabs. */
const STRIP_ROWS = 128;

/** Returns the grey levels of a saved image, rows from the top; see `resliceImage`. */
export async function resliceSavedImage(
  slice: Pick<ResliceRequest, 'volume' | 'frame' | 'presentation'>,
  { view, layout }: SavedImageLayout,
  stripRows = STRIP_ROWS,
): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const { width, height } = view;
  const image = new Uint8ClampedArray(width * height);
  for (let row = 0; row < height; row += stripRows) {
    const size = { widthPx: width, heightPx: Math.min(stripRows, height - row) };
    const corner = { rightPx: -layout.leftPx, downPx: row - layout.topPx };
    const strip = resliceImage({ ...slice, ...size, pxPerMm: layout.pxPerMm }, corner);
    image.set(strip, row * width);
    await new Promise((resolve) => setTimeout(resolve));
  }
  return image;
}
