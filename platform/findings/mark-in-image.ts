import { GENERATOR_COLOURS, type Mark, type MarkPlane, type MarkType } from '#contracts';
import type { ImageFrame, NormalisedPoint, PlanePosition } from '#geometry';

/** Line width of user marks in CSS pixels. */
export const MARK_LINE_WIDTH = 1.5;
/** Line width of AI marks in CSS pixels. */
export const AI_LINE_WIDTH = 2;
/** Radius of the handles of a mark in CSS pixels. */
export const HANDLE_RADIUS_PX = 5;

export interface ImageMark {
  readonly id: string;
  readonly markType: MarkType;
  readonly plane: MarkPlane;
  readonly frame: ImageFrame;
  readonly position: PlanePosition;
  readonly points: readonly NormalisedPoint[];
  readonly text?: string;
  /** Tool of another extension that draws the mark. */
  readonly toolId?: string;
  /** Defaults to USER. */
  readonly generator?: Mark['markViewParams']['generatedBy'];
}

/**
 * Creates a mark in the colour of its generator; the mark keeps the frame of its image permanently.
 */
export function markInImage(image: ImageMark): Mark {
  const { id, markType, plane, frame, position, points, text, toolId } = image;
  const { generator = 'USER' } = image;
  const { sag, tra, depth, rad } = position;
  return {
    id,
    markType,
    planeView: plane,
    rep: true,
    markViewParams: {
      ...namedEnds(markType, points),
      points: [...points],
      unit: 'mm',
      colour: GENERATOR_COLOURS[generator],
      lineWidth: generator === 'USER' ? MARK_LINE_WIDTH : AI_LINE_WIDTH,
      radius: HANDLE_RADIUS_PX,
      shape: 'dashed',
      generatedBy: generator,
      ...(text === undefined ? {} : { text }),
    },
    frame,
    ...(toolId === undefined ? {} : { toolId }),
    sag,
    tra,
    depth,
    rad,
  };
}

/** Returns the end points that length marks also store by name; empty for other types. */
export function namedEnds(markType: MarkType, points: readonly NormalisedPoint[]) {
  const [start, end] = points;
  return markType !== 'LENGTH' || start === undefined || end === undefined ? {} : { start, end };
}
