import type { ImageFrame } from '#geometry';
import { sliceImage, type Volume } from '#volume';
import { encodePng } from '../images/encode-png.ts';

/** Longer edge of the image in pixels. */
const EDGE_PX = 160;
/** Number of slices in the mean, and their distance in mm. */
const SLICES = 5;
const STEP_MM = 1.5;

/** Returns the coronal at mid depth, averaged over 6 mm, as PNG: head up, the patient's left right. */
export function coronalPng(volume: Volume): Buffer {
  const { sizes, spacingMm, originMm } = volume.geometry;
  const widthMm = sizes[0] * spacingMm[0];
  const heightMm = sizes[2] * spacingMm[2];
  const middleMm = originMm[1] + ((sizes[1] - 1) * spacingMm[1]) / 2;
  const pxPerMm = EDGE_PX / Math.max(widthMm, heightMm);
  const width = Math.max(Math.round(widthMm * pxPerMm), 1);
  const height = Math.max(Math.round(heightMm * pxPerMm), 1);
  const slices = Array.from({ length: SLICES }, (_, index) => {
    const depthMm = middleMm + (index - (SLICES - 1) / 2) * STEP_MM;
    const frame: ImageFrame = {
      originMm: [
        originMm[0] - spacingMm[0] / 2,
        depthMm,
        originMm[2] + (sizes[2] - 0.5) * spacingMm[2],
      ],
      right: [1, 0, 0],
      down: [0, 0, -1],
      widthMm,
      heightMm,
    };
    return sliceImage(volume, frame, width, height);
  });
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at += 1) {
    const sum = slices.reduce((total, slice) => total + (slice[at] ?? 0), 0);
    pixels[at] = Math.round(sum / SLICES);
  }
  return encodePng({ width, height, pixels });
}
