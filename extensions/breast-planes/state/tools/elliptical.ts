import type { ImageFrame, NormalisedPoint } from '#geometry';
import {
  distance,
  ellipseLine,
  type FlatMm,
  fromFlat,
  MIN_MARK_MM,
  middle,
  stepFrom,
  toFlat,
} from '../../model/marks/mark-geometry.ts';
import { markTexts } from '../../texts/mark-texts.ts';
import { drawingTool, type MarkKind } from './mark-kind.ts';

/**
 * Returns the ends of both axes in millimetres; null if a stored mark does not have four points.
 */
function axes(
  frame: ImageFrame,
  points: readonly NormalisedPoint[],
): readonly [FlatMm, FlatMm, FlatMm, FlatMm] | null {
  const [a, b, c, d] = points.map((point) => toFlat(frame, point));
  if (a === undefined || b === undefined || c === undefined || d === undefined) return null;
  return [a, b, c, d];
}

/** Returns the vector between two points, rotated by 90°. */
const acrossOf = (from: FlatMm, to: FlatMm): FlatMm => ({ x: from.y - to.y, y: to.x - from.x });

/**
 * ELLIPTICAL: drawn from corner to corner of its box; its points are the ends of the axes (left,
 * right, top, bottom as drawn). Moving an end rotates and stretches its axis around the opposite
 * end; the other axis keeps its length and the right angle.
 */
const kind: MarkKind = {
  id: 'breast-planes.elliptical',
  markType: 'ELLIPTICAL',
  childStates: ['opposite-corner'],
  build(_, [a, b]) {
    if (a === undefined || b === undefined) return null;
    const [u, v] = [(a.u + b.u) / 2, (a.v + b.v) / 2];
    return [
      { u: Math.min(a.u, b.u), v },
      { u: Math.max(a.u, b.u), v },
      { u, v: Math.min(a.v, b.v) },
      { u, v: Math.max(a.v, b.v) },
    ];
  },
  drawShapes({ frame, points }) {
    const ends = axes(frame, points);
    const line = ellipseLine(frame, points);
    // One eighth along the outline, at the lower right of an upright ellipse, away from the
    // handles.
    const at = line[line.length / 8];
    if (ends === null || at === undefined) return [];
    const area = (Math.PI / 4) * distance(ends[0], ends[1]) * distance(ends[2], ends[3]);
    return [
      { kind: 'path', points: line, closed: true },
      { kind: 'text', at, text: markTexts.area(area) },
    ];
  },
  handles: ({ points }) => points,
  reshape({ frame, points }, handle, to) {
    const ends = axes(frame, points);
    if (ends === null) return points;
    const isFirst = handle < 2;
    const oppositeIdx = handle ^ 1;
    const [handleEnd, opposite] = [ends[handle], ends[oppositeIdx]];
    const [first, second] = isFirst ? [ends[2], ends[3]] : [ends[0], ends[1]];
    if (handleEnd === undefined || opposite === undefined) return points;
    const previousAcross = acrossOf(opposite, handleEnd);
    const side =
      previousAcross.x * (second.x - first.x) + previousAcross.y * (second.y - first.y) < 0
        ? -1
        : 1;
    const moved = toFlat(frame, to);
    const centre = middle(moved, opposite);
    const half = (distance(first, second) / 2) * side;
    const across = acrossOf(opposite, moved);
    const [low, high] = [-half, half].map((by) => fromFlat(frame, stepFrom(centre, across, by)));
    if (low === undefined || high === undefined) return points;
    return points.map((point, idx) => {
      if (idx === handle) return to;
      if (idx === oppositeIdx) return point;
      return idx % 2 === 0 ? low : high;
    });
  },
  outline: ({ frame, points }) => ellipseLine(frame, points),
  isLargeEnough({ frame, points }) {
    const ends = axes(frame, points);
    if (ends === null) return false;
    return [distance(ends[0], ends[1]), distance(ends[2], ends[3])].every(
      (axis) => axis >= MIN_MARK_MM,
    );
  },
};

export const ellipticalTool = drawingTool(kind);
