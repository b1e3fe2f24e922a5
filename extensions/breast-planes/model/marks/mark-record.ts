import { GENERATOR_COLOURS, type Mark, type MarkType, type PlaneView } from '#contracts';
import type { ImageFrame, NormalisedPoint, PlanePosition } from '#geometry';

/** A reader's line, CSS pixels. */
export const MARK_LINE_WIDTH = 1.5;
/** A line of the AI, which is dashed as well. */
export const AI_LINE_WIDTH = 2;
/** Specification 9: tool defaults. */
export const HANDLE_RADIUS_PX = 5;

/** Marks that measure along a line are dashed; the others are drawn through. */
const DASHED: readonly MarkType[] = ['LENGTH', 'CROSS'];

/** What a mark is made of, in the coordinates of its image. */
interface Drawn {
  readonly frame: ImageFrame;
  readonly points: readonly NormalisedPoint[];
  readonly text?: string;
}

export interface NewMark extends Drawn {
  readonly id: string;
  readonly markType: MarkType;
  readonly plane: PlaneView;
  readonly position: PlanePosition;
}

/** A new mark in the reader's colour; it keeps its image's frame for ever. */
export function newMark({ id, markType, plane, frame, position, points, text }: NewMark): Mark {
  const { sag, tra, depth, rad } = position;
  return {
    id,
    markType,
    planeView: plane,
    rep: true,
    markViewParams: {
      ...endsOf(markType, points),
      points: [...points],
      unit: 'mm',
      colour: GENERATOR_COLOURS.USER,
      lineWidth: MARK_LINE_WIDTH,
      radius: HANDLE_RADIUS_PX,
      shape: DASHED.includes(markType) ? 'dashed' : 'solid',
      generatedBy: 'USER',
      ...(text === undefined ? {} : { text }),
    },
    frame,
    sag,
    tra,
    depth,
    rad,
  };
}

/** The same mark with other points, in the image in which it was drawn. */
export function withPoints(mark: Mark, points: readonly NormalisedPoint[]): Mark {
  const { markViewParams } = mark;
  return {
    ...mark,
    markViewParams: { ...markViewParams, ...endsOf(mark.markType, points), points: [...points] },
  };
}

export const withText = (mark: Mark, text: string): Mark => ({
  ...mark,
  markViewParams: { ...mark.markViewParams, text },
});

/** A mark as its tool takes it. */
export const geometryOf = ({ frame, markViewParams: { points, text } }: Mark): Drawn => ({
  frame,
  points,
  ...(text === undefined ? {} : { text }),
});

/** Lengths tell their ends by name as well. */
function endsOf(markType: MarkType, points: readonly NormalisedPoint[]) {
  const [start, end] = points;
  return markType !== 'LENGTH' || start === undefined || end === undefined ? {} : { start, end };
}
