import { GENERATOR_COLOURS, type Mark, type MarkType, type PlaneView } from '#contracts';
import type { ImageFrame, NormalisedPoint, PlanePosition } from '#geometry';

/** Line width of user marks in CSS pixels. */
export const MARK_LINE_WIDTH = 1.5;
/** Line width of AI marks, which are also dashed. */
export const AI_LINE_WIDTH = 2;
/** Radius of the handles of a mark in CSS pixels. */
export const HANDLE_RADIUS_PX = 5;

/** Marks that measure along a line are dashed, all others solid. */
const DASHED: readonly MarkType[] = ['LENGTH', 'CROSS'];

/** Geometry of a mark in the coordinates of its image. */
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

/** Creates a mark in the user colour; the mark keeps the frame of its image permanently. */
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

/** Returns a copy of the mark with other points in the same image. */
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

/** Returns the geometry that drawing tools work with. */
export const geometryOf = ({ frame, markViewParams: { points, text } }: Mark): Drawn => ({
  frame,
  points,
  ...(text === undefined ? {} : { text }),
});

/** Length marks also store their end points by name. */
function endsOf(markType: MarkType, points: readonly NormalisedPoint[]) {
  const [start, end] = points;
  return markType !== 'LENGTH' || start === undefined || end === undefined ? {} : { start, end };
}
