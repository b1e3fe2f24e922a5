import { fail, messageOf, ok, type Problem, problem, type Result } from '#foundation';
import { frameSegmentationTexts } from '../texts/frame-segmentation-texts.ts';
import { checkDomain, outsideDomain } from './check-domain.ts';
import type { ConvertedImage } from './grey-image.ts';
import {
  type Clicks,
  type GreyImage,
  type ImageView,
  INPUT_CHANNELS,
  INPUT_SIZE,
  mirrorRows,
  networkInput,
  type PointPx,
} from './image-view.ts';
import { type BoxPx, boxOf, lesionMask, type PixelMap } from './lesion-mask.ts';
import { paintViews } from './paint-views.ts';
import type { SegmenterCard } from './segmenter-card.ts';
import type { SegmenterSession } from './segmenter-session.ts';
import { traceOutline } from './trace-outline.ts';

/**
 * What the reader marked: clicks, or clicks with a box about the lesion. For a length, the box is the
 * square about its middle.
 */
export interface LesionPrompt {
  readonly clicks: Clicks;
  readonly box?: BoxPx;
}

/** A segmented lesion. */
export interface FrameLesion {
  /** Polygon in image pixels, clockwise on the screen. */
  readonly outline: readonly PointPx[];
  /** 1 inside, 0 outside; rows from top to bottom. */
  readonly mask: Uint8Array;
  readonly areaPx: number;
  /** Mean probability inside the outline, 0..1. */
  readonly score: number;
}

/** Probability of the lesion per image pixel, and the lesion at the card's threshold. */
export interface FrameSegmentation {
  readonly probability: PixelMap;
  readonly lesion: FrameLesion;
}

/** A smaller share of the image is below what the model was trained on. */
const MIN_AREA_SHARE = 0.001;
const MAX_AREA_SHARE = 0.75;

/**
 * Segments one lesion of a B-mode image. Fails with OUTSIDE_MODEL_DOMAIN where the model's card does
 * not apply or no lesion is found, CLICK_OUTSIDE_IMAGE, and SEGMENTER_FAILED.
 */
export async function segmentFrame(
  { image, colourShare }: ConvertedImage,
  prompt: LesionPrompt,
  { session, card }: { readonly session: SegmenterSession; readonly card: SegmenterCard },
): Promise<Result<FrameSegmentation>> {
  if (prompt.clicks.inside.some((point) => !isInImage(image, point))) {
    return fail(clickOutside(image));
  }
  const domain = checkDomain(image, colourShare, card.domain);
  if (!domain.ok) return domain;
  try {
    const probability = await lesionProbability(image, prompt, session, card);
    const lesion = lesionAt(probability, prompt.clicks, card.threshold);
    const areaShare = lesion.areaPx / (image.width * image.height);
    const { noLesion, area } = frameSegmentationTexts.outside;
    if (lesion.areaPx === 0) return fail(outsideDomain(noLesion));
    if (areaShare < MIN_AREA_SHARE || areaShare > MAX_AREA_SHARE) {
      return fail(outsideDomain(area(100 * areaShare)));
    }
    return ok({ probability, lesion });
  } catch (thrown) {
    return fail(segmenterFailed(thrown));
  }
}

/** Returns the lesion at another threshold (0..1); no area where no pixel reaches the threshold. */
export function lesionAt(probability: PixelMap, clicks: Clicks, threshold: number): FrameLesion {
  const mask = lesionMask(probability, clicks, threshold);
  let areaPx = 0;
  let sum = 0;
  for (const [index, value] of mask.entries()) {
    if (value === 0) continue;
    areaPx++;
    sum += probability.values[index] ?? 0;
  }
  return {
    outline: traceOutline(mask, probability, threshold),
    mask,
    areaPx,
    score: areaPx === 0 ? 0 : sum / areaPx,
  };
}

/** First the whole image (or the prompt's box), then closer views of what was found. */
export async function lesionProbability(
  image: GreyImage,
  prompt: LesionPrompt,
  session: SegmenterSession,
  card: Pick<SegmenterCard, 'threshold' | 'zoomFactors' | 'minViewPx'>,
): Promise<PixelMap> {
  const { clicks } = prompt;
  const viewsOf = (box: BoxPx): readonly ImageView[] => closeViews(box, card);
  const whole = {
    centre: { x: image.width / 2, y: image.height / 2 },
    size: Math.max(image.width, image.height),
  };
  const first = prompt.box === undefined ? [whole] : viewsOf(prompt.box);
  const coarse = await averageViews(image, first, clicks, session);
  const box = boxOf(lesionMask(coarse, clicks, card.threshold), image.width);
  return box === null ? coarse : averageViews(image, viewsOf(box), clicks, session);
}

function closeViews(
  { left, top, right, bottom }: BoxPx,
  { zoomFactors, minViewPx }: Pick<SegmenterCard, 'zoomFactors' | 'minViewPx'>,
): readonly ImageView[] {
  const centre = { x: (left + right) / 2, y: (top + bottom) / 2 };
  const extent = Math.max(right - left, bottom - top);
  return zoomFactors.map((factor) => ({ centre, size: Math.max(extent * factor, minViewPx) }));
}

/** Averages each view with its mirror image, then the views. */
async function averageViews(
  image: GreyImage,
  views: readonly ImageView[],
  clicks: Clicks,
  session: SegmenterSession,
): Promise<PixelMap> {
  const length = INPUT_CHANNELS * INPUT_SIZE * INPUT_SIZE;
  const inputs = new Float32Array(2 * views.length * length);
  for (const [index, view] of views.entries()) {
    inputs.set(networkInput(image, view, clicks, false), 2 * index * length);
    inputs.set(networkInput(image, view, clicks, true), (2 * index + 1) * length);
  }
  const logits = await session.run(inputs, 2 * views.length);
  const area = INPUT_SIZE * INPUT_SIZE;
  const painted = views.map((view, index) => {
    const upright = logits.subarray(2 * index * area, (2 * index + 1) * area);
    const mirrored = mirrorRows(logits.subarray((2 * index + 1) * area, (2 * index + 2) * area));
    const values = upright.map(
      (logit, pixel) => (logistic(logit) + logistic(mirrored[pixel] ?? 0)) / 2,
    );
    return { view, values };
  });
  return paintViews(image.width, image.height, painted);
}

const logistic = (logit: number): number => 1 / (1 + Math.exp(-logit));

const isInImage = ({ width, height }: GreyImage, { x, y }: PointPx): boolean =>
  x >= 0 && y >= 0 && x <= width && y <= height;

function clickOutside({ width, height }: GreyImage): Problem {
  const { title, detail, next } = frameSegmentationTexts.click;
  return problem('CLICK_OUTSIDE_IMAGE', title, detail(width, height), next);
}

function segmenterFailed(thrown: unknown): Problem {
  const { title, next } = frameSegmentationTexts.failed;
  return problem('SEGMENTER_FAILED', title, messageOf(thrown), next);
}
