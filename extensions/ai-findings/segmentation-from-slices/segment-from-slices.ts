import { fail, ok, type Problem, problem, type Result } from '#foundation';
import { imageToMm, type Vec3 } from '#geometry';
import type { Volume } from '#volume';
import {
  type PixelPrompt,
  pixelInImage,
  promptInPixels,
} from '../model/segmentation/frame-prompt.ts';
import type { FoundLesion, FrameBytes } from '../model/segmentation/framed-lesion.ts';
import type { OutlineModel } from '../model/segmentation/outline-model.ts';
import type {
  Segmentation,
  SegmentationPrompt,
  SegmentationSeed,
} from '../model/segmentation/segmentation.ts';
import { maskAxesMm, maskVolumeMm3 } from '../model/segmentation/voxel-mask.ts';
import { engineTexts } from '../texts/engine-texts.ts';
import { frameSegmentationTexts } from '../texts/frame-segmentation-texts.ts';
import { joinOutlines, type SliceOutline, slicesDisagree } from './join-outlines.ts';
import { type FanSlice, seedCentreMm, sliceFan } from './slice-fan.ts';
import { readWindow, windowAbout } from './slice-window.ts';

/** Volume to segment. */
export interface SliceSource {
  /** Stored file of the volume. */
  readonly fileId: string;
  readonly volume: Volume;
  /** Returns whether a point in LPS millimetres was recorded. */
  readonly isRecorded: (mm: Vec3) => boolean;
}

/** Outlines a lesion of an image; fails as `segmentFrame` does. */
export type OutlineImage = (
  pixels: FrameBytes,
  prompt: PixelPrompt,
  thresholdShift: number,
) => Promise<Result<FoundLesion>>;

interface OutlinedSlice extends SliceOutline {
  readonly score: number;
  readonly model: OutlineModel;
}

/**
 * Segments a lesion from its outlines in vertical slices through the seed; needs no levels in dB.
 * Fails with SEED_INVALID and SEED_OUTSIDE_VOLUME, with OUTSIDE_MODEL_DOMAIN if no slice has an
 * outline, with SLICES_DISAGREE if too few outlines agree, and as `outlineImage` where the network
 * fails. Fails with SEGMENTER_FAILED when `signal` is aborted between two slices.
 */
export async function segmentFromSlices(
  source: SliceSource,
  prompt: SegmentationPrompt,
  outlineImage: OutlineImage,
  signal: AbortSignal,
): Promise<Result<Segmentation>> {
  const invalid = seedProblem(source, prompt);
  if (invalid !== null) return fail(invalid);
  const fan = sliceFan(source.volume.geometry, prompt);
  const outlined = await outlinesIn(source, fan, outlineImage, signal);
  if (!outlined.ok) return outlined;
  const { points } = prompt;
  const { isRecorded } = source;
  const centreMm = seedCentreMm(prompt.seed);
  const joined = joinOutlines(centreMm, outlined.value, { points, isRecorded });
  if (!joined.ok) return joined;
  const { mask, agreeing } = joined.value;
  const [first] = agreeing;
  const volumeMm3 = maskVolumeMm3(mask);
  if (first === undefined || volumeMm3 === 0) return fail(slicesDisagree(0, outlined.value.length));
  const score = agreeing.reduce((sum, one) => sum + one.score, 0) / agreeing.length;
  const counts = { slices: fan.length, agreeing: agreeing.length };
  const basis = { kind: 'slices', ...counts, score, model: first.model } as const;
  return ok({ mask, volumeMm3, axesMm: maskAxesMm(mask), basis });
}

function seedProblem({ isRecorded }: SliceSource, prompt: SegmentationPrompt): Problem | null {
  const { seed, points, thresholdShift } = prompt;
  const numbers = [...points.flatMap(({ mm }) => mm), thresholdShift];
  const { SEED_INVALID, SEED_OUTSIDE_VOLUME } = engineTexts.problems;
  if (!isUsable(seed) || !numbers.every(Number.isFinite)) {
    return problem('SEED_INVALID', SEED_INVALID.title, SEED_INVALID.detail, SEED_INVALID.next);
  }
  const centreMm = seedCentreMm(seed);
  if (isRecorded(centreMm)) return null;
  const { title, detail, next } = SEED_OUTSIDE_VOLUME;
  return problem('SEED_OUTSIDE_VOLUME', title, detail(centreMm), next);
}

function isUsable(seed: SegmentationSeed): boolean {
  if ('centreMm' in seed) return seed.centreMm.every(Number.isFinite) && (seed.radiusMm ?? 1) > 0;
  const { min, max } = seed.boxMm;
  return ([0, 1, 2] as const).every((axis) => max[axis] - min[axis] > 0);
}

/** Returns the outlines of the slices within the domain of the model; fails if there is none. */
async function outlinesIn(
  source: SliceSource,
  fan: readonly FanSlice[],
  outlineImage: OutlineImage,
  signal: AbortSignal,
): Promise<Result<readonly OutlinedSlice[]>> {
  const outlined: OutlinedSlice[] = [];
  const outside: Problem[] = [];
  for (const slice of fan) {
    if (signal.aborted) return fail(ended());
    const found = await outlineIn(source, slice, outlineImage);
    if (found.ok) outlined.push(found.value);
    else if (found.problem.code === 'OUTSIDE_MODEL_DOMAIN') outside.push(found.problem);
    else return found;
  }
  const [first] = outside;
  return outlined.length === 0 && first !== undefined ? fail(first) : ok(outlined);
}

function ended(): Problem {
  const { title, next, ended: detail } = frameSegmentationTexts.failed;
  return problem('SEGMENTER_FAILED', title, detail, next);
}

async function outlineIn(
  { volume, fileId }: SliceSource,
  { clockDeg, frame, prompt }: FanSlice,
  outlineImage: OutlineImage,
): Promise<Result<OutlinedSlice>> {
  const area = windowAbout(frame, prompt);
  const pixels = readWindow(volume, fileId, frame, area);
  const asked = promptInPixels(prompt, pixels, area);
  const found = await outlineImage(pixels, asked, prompt.thresholdShift);
  if (!found.ok) return found;
  const { lesion, model } = found.value;
  const pointsMm = lesion.outline.map((point) => {
    const { u, v } = pixelInImage(point, pixels, area);
    return imageToMm(frame, u, v);
  });
  return ok({ clockDeg, pointsMm, score: lesion.score, model });
}
