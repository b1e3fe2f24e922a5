import type { Shape } from '#core';
import { type ImageFrame, isInsideImage, lengthMm, type NormalisedPoint } from '#geometry';
import { type FlatMm, fromFlat, MIN_MARK_MM, toFlat } from '../../model/marks/mark-geometry.ts';
import { markTexts } from '../../texts/mark-texts.ts';
import { drawingTool, type MarkKind } from './mark-kind.ts';

/** The first length as a coordinate axis in millimetres. */
interface Axis {
  readonly from: FlatMm;
  readonly alongX: number;
  readonly alongY: number;
  readonly length: number;
}

function axisOf(from: FlatMm, to: FlatMm): Axis {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [alongX, alongY] =
    length === 0 ? [1, 0] : [(to.x - from.x) / length, (to.y - from.y) / length];
  return { from, alongX, alongY, length };
}

/** Converts a point to millimetres along and across the axis. */
const axisCoordinates = ({ from, alongX, alongY }: Axis, { x, y }: FlatMm) => ({
  along: (x - from.x) * alongX + (y - from.y) * alongY,
  across: (y - from.y) * alongX - (x - from.x) * alongY,
});

const pointAt = ({ from, alongX, alongY }: Axis, along: number, across: number): FlatMm => ({
  x: from.x + along * alongX - across * alongY,
  y: from.y + along * alongY + across * alongX,
});

/**
 * Returns the second length through the centre of the first, symmetric, as long as pointer and
 * image allow.
 */
function secondLength(
  frame: ImageFrame,
  from: NormalisedPoint,
  to: NormalisedPoint,
  pointer: NormalisedPoint,
): readonly NormalisedPoint[] {
  const axis = axisOf(toFlat(frame, from), toFlat(frame, to));
  const ends = (half: number): readonly NormalisedPoint[] =>
    [-half, half].map((across) => fromFlat(frame, pointAt(axis, axis.length / 2, across)));
  const requestedHalf = Math.abs(axisCoordinates(axis, toFlat(frame, pointer)).across);
  if (ends(requestedHalf).every(isInsideImage)) return ends(requestedHalf);
  let [low, high] = [0, requestedHalf];
  for (let step = 0; step < 24; step++) {
    const half = (low + high) / 2;
    if (ends(half).every(isInsideImage)) low = half;
    else high = half;
  }
  return ends(low);
}

/**
 * CROSS: two perpendicular lengths. The first is drawn, the second grows from its centre to both
 * sides. Afterwards each of the four ends moves alone and the right angle is kept.
 */
const kind: MarkKind = {
  id: 'breast-planes.cross',
  markType: 'CROSS',
  childStates: ['first-end', 'second-half'],
  build(frame, [from, to, pointer]) {
    if (from === undefined || to === undefined) return null;
    if (pointer === undefined) return [from, to];
    return [from, to, ...secondLength(frame, from, to, pointer)];
  },
  drawShapes: ({ frame, points }) =>
    [0, 2].flatMap((first): readonly Shape[] => {
      const [from, to] = [points[first], points[first + 1]];
      if (from === undefined || to === undefined) return [];
      return [
        { kind: 'line', from, to },
        { kind: 'text', at: to, text: markTexts.length(lengthMm(frame, from, to)) },
      ];
    }),
  handles: ({ points }) => points,
  reshape({ frame, points }, handle, to) {
    const [a, b, c, d] = points.map((point) => toFlat(frame, point));
    if (a === undefined || b === undefined || c === undefined || d === undefined) return points;
    const axis = axisOf(a, b);
    const [low, high] = [axisCoordinates(axis, c), axisCoordinates(axis, d)];
    const target = toFlat(frame, to);
    if (handle < 2) {
      // The second length keeps its relative position on the first and rotates with it.
      const moved = handle === 0 ? axisOf(target, b) : axisOf(a, target);
      const fraction = axis.length === 0 ? 0.5 : low.along / axis.length;
      const second = [low, high].map(({ across }) =>
        fromFlat(frame, pointAt(moved, fraction * moved.length, across)),
      );
      return [...points.slice(0, 2).map((point, idx) => (idx === handle ? to : point)), ...second];
    }
    // The second length slides along the first to the moved end.
    const { along, across } = axisCoordinates(axis, target);
    const clamped = Math.min(axis.length, Math.max(0, along));
    const second = [low, high].map((end, idx) =>
      fromFlat(frame, pointAt(axis, clamped, idx === handle - 2 ? across : end.across)),
    );
    return [...points.slice(0, 2), ...second];
  },
  isLargeEnough({ frame, points }) {
    const [a, b, c, d] = points;
    if (a === undefined || b === undefined || c === undefined || d === undefined) return false;
    return lengthMm(frame, a, b) >= MIN_MARK_MM && lengthMm(frame, c, d) >= MIN_MARK_MM;
  },
};

export const crossTool = drawingTool(kind);
