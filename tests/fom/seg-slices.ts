import type { OpenedVolume } from '#core';
import { ok, toDisposable, unwrap } from '#foundation';
import { imageFrame, imageToMm, mmToImage, mmToPosition } from '#geometry';
import { sliceReader } from '../../extensions/ai-findings/loading/slice-pixels.ts';
import {
  pixelInImage,
  promptInPixels,
} from '../../extensions/ai-findings/model/segmentation/frame-prompt.ts';
import { greyOfBytes } from '../../extensions/ai-findings/segmentation2d/grey-image.ts';
import { segmentFrame } from '../../extensions/ai-findings/segmentation2d/segment-frame.ts';
import type { TrueLesion } from '../../extensions/scanner/simulator/index.ts';
import { diceOf } from '../../platform/server/evaluations/metrics/index.ts';
import { type PhantomVolume, phantomVolume } from '../training/phantom-volumes.ts';
import type { Fom } from './fom-figure.ts';
import { openModel } from './segmenter/open-model.ts';
import { type Outcome, outcomeFigure } from './segmenter/outcome-figure.ts';

/** None of the sealed seeds. */
const SEEDS = Array.from({ length: 16 }, (_, index) => 1000 + index);
const PLANES = ['TRA', 'SAG'] as const;

/**
 * Dice of AI Segment in slices of volumes without levels in dB, clicked in the middle of each lesion.
 * The model was trained on real images of other devices; simulated slices are outside its card.
 */
export const segSlices: Fom = async () => {
  const model = await openModel();
  const outcomes: Outcome[] = [];
  for (const seed of SEEDS) {
    const volume = await phantomVolume(seed, 'default');
    for (const lesion of volume.truth.lesions.filter(({ kind }) => kind !== 'calcifications')) {
      for (const plane of PLANES) outcomes.push(await measure(volume, lesion, plane, model));
    }
  }
  await model.session.dispose();
  return [outcomeFigure('seg-slices', outcomes)];
};

async function measure(
  { geometry, voxels }: PhantomVolume,
  { kind, centreMm, contains }: TrueLesion,
  plane: (typeof PLANES)[number],
  model: Awaited<ReturnType<typeof openModel>>,
): Promise<Outcome> {
  const position = mmToPosition(geometry, null, centreMm, 0);
  const frame = imageFrame(geometry, plane, null, position);
  const opened = { ...toDisposable(() => undefined), geometry, voxels, fileId: 'volume' };
  const read = sliceReader(() => ({ open: async () => ok(opened as unknown as OpenedVolume) }));
  const image = { scanId: 'scan', plane, position, fileId: null, frameIdx: 0 };
  const inside = [mmToImage(frame, centreMm)] as const;
  const prompt = { inside, outside: [], box: null, thresholdShift: 0 };
  const { signal } = new AbortController();
  const { pixels, area } = unwrap(await read({ image, frame, prompt }, signal));
  const { width, height, bytes } = pixels;
  const asked = promptInPixels(prompt, pixels, area);
  const result = await segmentFrame(greyOfBytes(width, height, bytes), asked, model);
  if (!result.ok) return { kind, dice: null };
  const truth = Uint8Array.from({ length: width * height }, (_, index) => {
    const pixel = { x: (index % width) + 0.5, y: Math.floor(index / width) + 0.5 };
    const { u, v } = pixelInImage(pixel, pixels, area);
    return contains(imageToMm(frame, u, v)) ? 1 : 0;
  });
  return { kind, dice: diceOf(result.value.lesion.mask, truth) };
}
