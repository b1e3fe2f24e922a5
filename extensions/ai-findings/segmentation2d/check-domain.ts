import { fail, ok, type Problem, problem, type Result } from '#foundation';
import { frameSegmentationTexts } from '../texts/frame-segmentation-texts.ts';
import { type GreyImage, INPUT_SIZE, sampleView } from './image-view.ts';
import type { SegmenterCard } from './segmenter-card.ts';

/** Grey statistics of a whole image reduced to 128 pixels; grey values 0..1. */
export interface FrameStatistics {
  readonly mean: number;
  readonly deviation: number;
  /** Mean absolute difference of horizontal neighbours. */
  readonly gradient: number;
}

const MIN_SIDE_PX = 64;
const MAX_SIDE_PX = 4096;
/** Coloured callipers and texts cover less than this share of a grey-scale image. */
const MAX_COLOUR_SHARE = 0.03;

/** The Problem of an image, click or result that the model's card excludes. */
export const outsideDomain = (detail: string): Problem =>
  problem(
    'OUTSIDE_MODEL_DOMAIN',
    frameSegmentationTexts.outside.title,
    detail,
    frameSegmentationTexts.outside.next,
  );

/**
 * Rejects images that differ from all training images: by size, by colour (Doppler, elastography) or
 * by grey values. `colourShare` is the share of coloured pixels, 0..1.
 */
export function checkDomain(
  image: GreyImage,
  colourShare: number,
  domain: SegmenterCard['domain'],
): Result<FrameStatistics> {
  const { width, height } = image;
  const reasons = frameSegmentationTexts.outside;
  if (Math.min(width, height) < MIN_SIDE_PX || Math.max(width, height) > MAX_SIDE_PX) {
    return fail(outsideDomain(reasons.size(width, height, MIN_SIDE_PX, MAX_SIDE_PX)));
  }
  if (colourShare > MAX_COLOUR_SHARE) {
    return fail(outsideDomain(reasons.colour(Math.round(100 * colourShare))));
  }
  const statistics = frameStatistics(image);
  for (const name of ['mean', 'deviation', 'gradient'] as const) {
    const { min, max } = domain[name];
    const value = statistics[name];
    // The comparison also rejects NaN.
    if (!(value >= min && value <= max)) {
      return fail(outsideDomain(reasons.grey[name](value, min, max)));
    }
  }
  return ok(statistics);
}

/** Statistics of the pixels of the first view that are inside the image. */
export function frameStatistics(image: GreyImage): FrameStatistics {
  const { width, height } = image;
  const size = Math.max(width, height);
  const centre = { x: width / 2, y: height / 2 };
  const samples = sampleView(image, { centre, size });
  const marginX = Math.round((INPUT_SIZE * (1 - width / size)) / 2);
  const marginY = Math.round((INPUT_SIZE * (1 - height / size)) / 2);
  const [values, differences] = [[] as number[], [] as number[]];
  for (let row = marginY; row < INPUT_SIZE - marginY; row++) {
    for (let column = marginX; column < INPUT_SIZE - marginX; column++) {
      const value = samples[row * INPUT_SIZE + column] ?? 0;
      values.push(value);
      if (column > marginX) {
        differences.push(Math.abs(value - (samples[row * INPUT_SIZE + column - 1] ?? 0)));
      }
    }
  }
  const mean = meanOf(values);
  const deviation = Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));
  return { mean, deviation, gradient: meanOf(differences) };
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
