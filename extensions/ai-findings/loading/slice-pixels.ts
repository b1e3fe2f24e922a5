import type { VolumeReader } from '#core';
import { fail, ok, problem, type Result } from '#foundation';
import { sliceImage } from '#volume';
import type { ReadFrame } from '../state/frame-session.ts';
import { frameSegmentationTexts } from '../texts/frame-segmentation-texts.ts';
import { segmentTexts } from '../texts/segment-texts.ts';

/** Longer edge of a slice in pixels, as of the training images. */
const LONGER_EDGE_PX = 320;

/**
 * Returns the function that reslices volumes. It fails as the reader does, with IMAGE_UNREADABLE
 * without a reader, and with OUTSIDE_MODEL_DOMAIN for the coronal plane: the model was trained on
 * images in which depth runs down.
 */
export const sliceReader =
  (findReader: () => VolumeReader | null): ReadFrame =>
  async ({ scanId, plane }, frame, signal) => {
    const { outside, image } = frameSegmentationTexts;
    if (plane === 'COR') {
      return refused('OUTSIDE_MODEL_DOMAIN', outside.title, outside.noDepth, outside.otherPlane);
    }
    const reader = findReader();
    if (reader === null) {
      return refused('IMAGE_UNREADABLE', image.title, segmentTexts.failed.noPlanes, image.next);
    }
    const opened = await reader.open(scanId, { level: 'full', signal });
    if (!opened.ok) return opened;
    const { geometry, voxels, fileId } = opened.value;
    const pixelMm = Math.max(frame.widthMm, frame.heightMm) / LONGER_EDGE_PX;
    const width = Math.round(frame.widthMm / pixelMm);
    const height = Math.round(frame.heightMm / pixelMm);
    const bytes = sliceImage({ geometry, voxels }, frame, width, height);
    opened.value.dispose();
    const key = [fileId, plane, ...frame.originMm, ...frame.right].join(' ');
    return ok({ key, width, height, bytes, volumeFileId: fileId });
  };

const refused = (code: string, title: string, detail: string, next: string): Result<never> =>
  fail(problem(code, title, detail, next));
