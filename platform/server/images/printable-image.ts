import { rgbPng } from './rgb-png.ts';

/**
 * Returns a stored thumbnail in a form that the PDF can contain: a JPEG unchanged, a PNG as RGB.
 * @returns null for damaged files and for other formats, such as WebP
 */
export function printableImage(bytes: Uint8Array): Uint8Array | null {
  const image = Buffer.from(bytes);
  if (image.length > 2 && image.readUInt16BE(0) === 0xffd8) return isJpeg(image) ? image : null;
  return rgbPng(image);
}

/** Start-of-frame markers of baseline, extended and progressive JPEG (ISO/IEC 10918-1, B.1.1.3). */
const FRAME_MARKERS: readonly number[] = [0xffc0, 0xffc1, 0xffc2];

/** Returns whether a JPEG has a frame of 8 bits with one or three components, and an end. */
function isJpeg(image: Buffer): boolean {
  for (let at = 2; at + 10 < image.length; ) {
    const marker = image.readUInt16BE(at);
    if (marker < 0xff01) return false;
    if (FRAME_MARKERS.includes(marker)) {
      const [bits, components] = [image[at + 4], image[at + 9]];
      const [height, width] = [image.readUInt16BE(at + 5), image.readUInt16BE(at + 7)];
      const isComplete = image.lastIndexOf(Buffer.from([0xff, 0xd9])) > at;
      return (
        bits === 8 && (components === 1 || components === 3) && height * width > 0 && isComplete
      );
    }
    at += 2 + image.readUInt16BE(at + 2);
  }
  return false;
}
