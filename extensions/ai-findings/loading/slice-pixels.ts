import type { VolumeReader } from '#core';
import { fail, ok, problem } from '#foundation';
import { readWindow, windowAbout } from '../segmentation-from-slices/slice-window.ts';
import type { ReadFrame } from '../state/frame-session.ts';
import { frameSegmentationTexts } from '../texts/frame-segmentation-texts.ts';
import { segmentTexts } from '../texts/segment-texts.ts';

/**
 * Returns the function that reslices volumes about a prompt in a vertical plane. It fails as the
 * reader does, and with IMAGE_UNREADABLE without a reader.
 */
export const sliceReader =
  (findReader: () => VolumeReader | null): ReadFrame =>
  async ({ image: { scanId }, frame, prompt }, signal) => {
    const { image } = frameSegmentationTexts;
    const reader = findReader();
    if (reader === null) {
      const { noPlanes } = segmentTexts.failed;
      return fail(problem('IMAGE_UNREADABLE', image.title, noPlanes, image.next));
    }
    const opened = await reader.open(scanId, { level: 'full', signal });
    if (!opened.ok) return opened;
    const { geometry, voxels, fileId } = opened.value;
    const area = windowAbout(frame, prompt);
    const pixels = readWindow({ geometry, voxels }, fileId, frame, area);
    opened.value.dispose();
    return ok({ pixels, area, volume: { fileId, geometry } });
  };
