import { type ImageFrame, imageToMm } from '#geometry';
import { sliceImage, type Volume } from '#volume';
import type { FramePrompt, ImageBox } from '../model/segmentation/frame-prompt.ts';
import type { FrameBytes } from '../model/segmentation/framed-lesion.ts';

/** Longer edge of the pixels, as of the training images. */
const LONGER_EDGE_PX = 320;
/** Width of a B-mode image of a linear probe; the training images show about as much tissue. */
const MIN_WIDTH_MM = 60;
/** Width about a box of the reader, relative to that of the box. */
const WIDTH_PER_BOX = 2;

/** Returns the part of a slice about a prompt that is as wide as a B-mode image, over its whole depth. */
export function windowAbout(
  { widthMm }: ImageFrame,
  { inside: [at], box }: Pick<FramePrompt, 'inside' | 'box'>,
): ImageBox {
  const boxMm = box === null ? 0 : (box.max.u - box.min.u) * widthMm;
  const share = Math.min(1, Math.max(MIN_WIDTH_MM, WIDTH_PER_BOX * boxMm) / widthMm);
  const left = Math.min(1 - share, Math.max(0, at.u - share / 2));
  return { min: { u: left, v: 0 }, max: { u: left + share, v: 1 } };
}

/**
 * Returns a part of a vertical slice as square pixels, 320 along its longer edge.
 * @param fileId stored file of the volume, for the key of the pixels
 */
export function readWindow(
  volume: Volume,
  fileId: string,
  frame: ImageFrame,
  area: ImageBox,
): FrameBytes {
  const part = partOf(frame, area);
  const pixelMm = Math.max(part.widthMm, part.heightMm) / LONGER_EDGE_PX;
  const width = Math.round(part.widthMm / pixelMm);
  const height = Math.round(part.heightMm / pixelMm);
  const key = [fileId, ...part.originMm, ...part.right, part.widthMm].join(' ');
  return { key, width, height, bytes: sliceImage(volume, part, width, height) };
}

function partOf(frame: ImageFrame, { min, max }: ImageBox): ImageFrame {
  return {
    ...frame,
    originMm: imageToMm(frame, min.u, min.v),
    widthMm: (max.u - min.u) * frame.widthMm,
    heightMm: (max.v - min.v) * frame.heightMm,
  };
}
