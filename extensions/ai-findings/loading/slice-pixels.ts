import type { VolumeReader } from '#core';
import { fail, ok, problem, type Result } from '#foundation';
import { type ImageFrame, imageToMm } from '#geometry';
import { sliceImage } from '#volume';
import type { FramePrompt, ImageBox } from '../model/segmentation/frame-prompt.ts';
import type { ReadFrame } from '../state/frame-session.ts';
import { frameSegmentationTexts } from '../texts/frame-segmentation-texts.ts';
import { segmentTexts } from '../texts/segment-texts.ts';

/** Longer edge of the pixels, as of the training images. */
const LONGER_EDGE_PX = 320;
/** Width of a B-mode image of a linear probe; the training images show about as much tissue. */
const MIN_WIDTH_MM = 60;
/** Width about a box of the reader, relative to that of the box. */
const WIDTH_PER_BOX = 2;

/**
 * Returns the function that reslices volumes about a prompt. It fails as the reader does, with
 * IMAGE_UNREADABLE without a reader, and with OUTSIDE_MODEL_DOMAIN for the coronal plane: the model
 * was trained on images in which depth runs down.
 */
export const sliceReader =
  (findReader: () => VolumeReader | null): ReadFrame =>
  async ({ image: { scanId, plane }, frame, prompt }, signal) => {
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
    const area = areaAbout(frame, prompt);
    const part = partOf(frame, area);
    const pixelMm = Math.max(part.widthMm, part.heightMm) / LONGER_EDGE_PX;
    const width = Math.round(part.widthMm / pixelMm);
    const height = Math.round(part.heightMm / pixelMm);
    const bytes = sliceImage({ geometry, voxels }, part, width, height);
    opened.value.dispose();
    const key = [fileId, plane, ...part.originMm, ...part.right, part.widthMm].join(' ');
    return ok({ pixels: { key, width, height, bytes }, area, volume: { fileId, geometry } });
  };

/** Returns the part of a slice about a prompt that is as wide as a B-mode image, over its whole depth. */
function areaAbout(
  { widthMm }: ImageFrame,
  { inside: [at], box }: Pick<FramePrompt, 'inside' | 'box'>,
): ImageBox {
  const boxMm = box === null ? 0 : (box.max.u - box.min.u) * widthMm;
  const share = Math.min(1, Math.max(MIN_WIDTH_MM, WIDTH_PER_BOX * boxMm) / widthMm);
  const left = Math.min(1 - share, Math.max(0, at.u - share / 2));
  return { min: { u: left, v: 0 }, max: { u: left + share, v: 1 } };
}

function partOf(frame: ImageFrame, { min, max }: ImageBox): ImageFrame {
  return {
    ...frame,
    originMm: imageToMm(frame, min.u, min.v),
    widthMm: (max.u - min.u) * frame.widthMm,
    heightMm: (max.v - min.v) * frame.heightMm,
  };
}

const refused = (code: string, title: string, detail: string, next: string): Result<never> =>
  fail(problem(code, title, detail, next));
