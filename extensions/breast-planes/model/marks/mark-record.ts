import type { Mark } from '#contracts';
import { namedEnds } from '#findings';
import type { ImageFrame, NormalisedPoint } from '#geometry';

/** Dashes and gaps of user and AI lines in CSS pixels. Dashed lines are prescribed. */
export const MARK_DASHES = '4 4';
export const AI_DASHES = '8 4';

/** Geometry of a mark in the coordinates of its image. */
interface Drawn {
  readonly frame: ImageFrame;
  readonly points: readonly NormalisedPoint[];
  readonly text?: string;
}

/** Returns a copy of the mark with other points in the same image. */
export function withPoints(mark: Mark, points: readonly NormalisedPoint[]): Mark {
  const { markViewParams } = mark;
  return {
    ...mark,
    markViewParams: { ...markViewParams, ...namedEnds(mark.markType, points), points: [...points] },
  };
}

export const withText = (mark: Mark, text: string): Mark => ({
  ...mark,
  markViewParams: { ...mark.markViewParams, text },
});

/** Returns the geometry that drawing tools work with. */
export const geometryOf = ({ frame, markViewParams: { points, text } }: Mark): Drawn => ({
  frame,
  points,
  ...(text === undefined ? {} : { text }),
});
