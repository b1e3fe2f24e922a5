import type { FrameReader } from '#core';
import { fail, ok, problem } from '#foundation';
import { WHOLE_IMAGE } from '../model/segmentation/frame-prompt.ts';
import { squarePixels } from '../segmentation2d/square-pixels.ts';
import type { ReadFrame } from '../state/frame-session.ts';
import { frameSegmentationTexts } from '../texts/frame-segmentation-texts.ts';
import { segmentTexts } from '../texts/segment-texts.ts';

/**
 * Returns the function that opens images; it fails as the reader does, and with IMAGE_UNREADABLE
 * without a reader.
 */
export const frameReader =
  (findReader: () => FrameReader | null): ReadFrame =>
  async ({ image: { fileId, scanId, frameIdx }, frame: { widthMm, heightMm } }, signal) => {
    const reader = findReader();
    if (reader === null) {
      const { title, next } = frameSegmentationTexts.image;
      return fail(problem('IMAGE_UNREADABLE', title, segmentTexts.failed.noPlanes, next));
    }
    const opened = await reader.open(fileId === null ? { scanId, frameIdx } : { fileId }, signal);
    if (!opened.ok) return opened;
    const { width, height, bytes, fileId: key } = opened.value;
    const pixels = { key, width, height, bytes };
    const square = squarePixels(pixels, widthMm / width, heightMm / height);
    return ok({ pixels: square, area: WHOLE_IMAGE, volume: null });
  };
