import { areaMm2 } from '#findings';
import { type ImageFrame, isInsideImage, type NormalisedPoint } from '#geometry';

/** Sizes of an outline in one image. */
export interface OutlineSizes {
  /** Extents along the rows and the columns of the image. */
  readonly acrossMm: number;
  readonly downMm: number;
  readonly areaMm2: number;
}

/** Returns the sizes of a closed outline in 0..1 coordinates. */
export function outlineSizes(frame: ImageFrame, outline: readonly NormalisedPoint[]): OutlineSizes {
  const [us, vs] = [outline.map(({ u }) => u), outline.map(({ v }) => v)];
  const extent = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
  return {
    acrossMm: extent(us) * frame.widthMm,
    downMm: extent(vs) * frame.heightMm,
    areaMm2: areaMm2(frame, outline),
  };
}

/** Returns whether a point lies inside a closed outline (even-odd rule). */
export function isInsideOutline(outline: readonly NormalisedPoint[], at: NormalisedPoint): boolean {
  if (!isInsideImage(at)) return false;
  let inside = false;
  for (const [n, from] of outline.entries()) {
    const to = outline[(n + 1) % outline.length] ?? from;
    if (from.v > at.v === to.v > at.v) continue;
    const u = from.u + ((at.v - from.v) / (to.v - from.v)) * (to.u - from.u);
    if (at.u < u) inside = !inside;
  }
  return inside;
}

/** Returns the distance of a point from the nearest corner of an outline in mm. */
export function distanceToOutlineMm(
  { widthMm, heightMm }: ImageFrame,
  outline: readonly NormalisedPoint[],
  at: NormalisedPoint,
): number {
  return Math.min(
    ...outline.map(({ u, v }) => Math.hypot((u - at.u) * widthMm, (v - at.v) * heightMm)),
  );
}
