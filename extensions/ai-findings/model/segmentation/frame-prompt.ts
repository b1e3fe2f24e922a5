import { type ImageFrame, lengthMm, type NormalisedPoint } from '#geometry';
import { MIN_BOX_MM, MIN_DRAG_MM } from './segment-seed.ts';

/** Part of an image in 0..1 coordinates. */
export interface ImageBox {
  readonly min: NormalisedPoint;
  readonly max: NormalisedPoint;
}

/** A point in image pixels from the top left corner. */
export interface PointPx {
  readonly x: number;
  readonly y: number;
}

/** What to outline, in image pixels. */
export interface PixelPrompt {
  readonly clicks: {
    readonly inside: readonly [PointPx, ...PointPx[]];
    readonly outside: readonly PointPx[];
  };
  readonly box?: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
}

/** What to outline in one image, in 0..1 coordinates. */
export interface FramePrompt {
  /** First the point at which the lesion was pointed at, then corrections. */
  readonly inside: readonly [NormalisedPoint, ...NormalisedPoint[]];
  readonly outside: readonly NormalisedPoint[];
  readonly box: ImageBox | null;
  /** Moves the border outwards when positive: lowers the threshold of the probability. */
  readonly thresholdShift: number;
}

/**
 * Returns the prompt of a drawing: one point is a click; two points are corners of a box, or the ends
 * of a diameter, whose box is the square about its middle. Null without points.
 */
export function promptOfDrawing(
  frame: ImageFrame,
  [a, b]: readonly NormalisedPoint[],
): FramePrompt | null {
  if (a === undefined) return null;
  if (b === undefined || lengthMm(frame, a, b) < MIN_DRAG_MM) {
    return { inside: [a], outside: [], box: null, thresholdShift: 0 };
  }
  const middle = { u: (a.u + b.u) / 2, v: (a.v + b.v) / 2 };
  const acrossMm = Math.abs(a.u - b.u) * frame.widthMm;
  const downMm = Math.abs(a.v - b.v) * frame.heightMm;
  const isDiameter = Math.min(acrossMm, downMm) < MIN_BOX_MM;
  const halfMm = isDiameter ? lengthMm(frame, a, b) / 2 : null;
  const half = {
    u: (halfMm ?? acrossMm / 2) / frame.widthMm,
    v: (halfMm ?? downMm / 2) / frame.heightMm,
  };
  const box = {
    min: { u: Math.max(0, middle.u - half.u), v: Math.max(0, middle.v - half.v) },
    max: { u: Math.min(1, middle.u + half.u), v: Math.min(1, middle.v + half.v) },
  };
  return { inside: [middle], outside: [], box, thresholdShift: 0 };
}

/** The whole image. */
export const WHOLE_IMAGE: ImageBox = { min: { u: 0, v: 0 }, max: { u: 1, v: 1 } };

/** Returns the prompt in the pixels of a part of the image. */
export function promptInPixels(
  { inside, outside, box }: FramePrompt,
  { width, height }: { readonly width: number; readonly height: number },
  { min, max }: ImageBox,
): PixelPrompt {
  const px = ({ u, v }: NormalisedPoint) => ({
    x: ((u - min.u) / (max.u - min.u)) * width,
    y: ((v - min.v) / (max.v - min.v)) * height,
  });
  const [first, ...further] = inside;
  const clicks = { inside: [px(first), ...further.map(px)], outside: outside.map(px) } as const;
  if (box === null) return { clicks };
  const { x: left, y: top } = px(box.min);
  const { x: right, y: bottom } = px(box.max);
  return { clicks, box: { left, top, right, bottom } };
}

/** Returns a point of a part of an image, in pixels, in 0..1 coordinates of the whole image. */
export const pixelInImage = (
  { x, y }: PointPx,
  { width, height }: { readonly width: number; readonly height: number },
  { min, max }: ImageBox,
): NormalisedPoint => ({
  u: min.u + (x / width) * (max.u - min.u),
  v: min.v + (y / height) * (max.v - min.v),
});
