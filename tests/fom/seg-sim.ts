import { greyOfBytes } from '../../extensions/ai-findings/segmentation2d/grey-image.ts';
import { segmentFrame } from '../../extensions/ai-findings/segmentation2d/segment-frame.ts';
import {
  DEFAULT_DEVICE_SETTINGS,
  mmToSample,
  sampleToMm,
  sweepPlans,
} from '../../extensions/scanner/model/index.ts';
import {
  createPhantom,
  frameSimulator,
  type Phantom,
  type TrueLesion,
} from '../../extensions/scanner/simulator/index.ts';
import { diceOf } from '../../platform/server/evaluations/metrics/index.ts';
import type { Fom } from './fom-figure.ts';
import { openModel } from './segmenter/open-model.ts';
import { type Outcome, outcomeFigure } from './segmenter/outcome-figure.ts';

const SEEDS = Array.from({ length: 16 }, (_, index) => 1000 + index);
const DEPTH_MM = 45;
/** Side of a square pixel, as the model was trained on square pixels. */
const PIXEL_MM = 0.15;
const [CENTRAL] = sweepPlans('FULL', { lines: 256, samples: DEPTH_MM / PIXEL_MM }, DEPTH_MM);

/**
 * Dice of the 2D segmenter on simulated frames, clicked in the middle of each lesion. The model was
 * trained on real images of other devices; simulated frames are outside its card.
 */
export const segSim: Fom = async () => {
  const model = await openModel();
  const outcomes: Outcome[] = [];
  for (const seed of SEEDS) {
    const phantom = createPhantom(seed, seed % 2 === 0 ? 'L' : 'R');
    for (const lesion of phantom.truth.lesions) {
      const outcome = await measure(phantom, lesion, model);
      if (outcome !== null) outcomes.push(outcome);
    }
  }
  await model.session.dispose();
  return [outcomeFigure('seg-sim', outcomes)];
};

/** Null where the frame does not show the middle of the lesion. */
async function measure(
  phantom: Phantom,
  lesion: TrueLesion,
  model: Awaited<ReturnType<typeof openModel>>,
): Promise<Outcome | null> {
  const { frame } = CENTRAL!;
  const { clockDeg, line, sample } = mmToSample(frame, lesion.centreMm);
  if (line >= frame.lines - 1 || sample >= frame.samples - 1) return null;
  const grey = frameSimulator(phantom, frame, DEFAULT_DEVICE_SETTINGS).frameAt(clockDeg, 1);
  // Frames are stored line by line with the depth fastest.
  const width = Math.floor((frame.lines * frame.lateralPitchMm) / PIXEL_MM);
  const height = frame.samples;
  const bytes = new Uint8Array(width * height);
  const truth = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = {
        line: ((column + 0.5) * PIXEL_MM) / frame.lateralPitchMm - 0.5,
        sample: row,
      };
      const index = row * width + column;
      bytes[index] = betweenLines(grey, frame, at.line, row);
      truth[index] = lesion.contains(sampleToMm(frame, clockDeg, at)) ? 1 : 0;
    }
  }
  const click = { x: ((line + 0.5) * frame.lateralPitchMm) / PIXEL_MM, y: sample + 0.5 };
  const prompt = { clicks: { inside: [click], outside: [] } } as const;
  const result = await segmentFrame(greyOfBytes(width, height, bytes), prompt, model);
  return { kind: lesion.kind, dice: result.ok ? diceOf(result.value.lesion.mask, truth) : null };
}

/** Interpolates linearly between neighbouring lines. */
function betweenLines(
  grey: Uint8Array,
  { lines, samples }: { readonly lines: number; readonly samples: number },
  line: number,
  sample: number,
): number {
  const clamped = Math.min(lines - 1, Math.max(0, line));
  const left = Math.min(lines - 2, Math.floor(clamped));
  const share = clamped - left;
  const at = (index: number): number => grey[index * samples + sample] ?? 0;
  return Math.round((1 - share) * at(left) + share * at(left + 1));
}
