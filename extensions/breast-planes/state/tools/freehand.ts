import type { Shape, ToolDefinition } from '#core';
import { areaMm2 } from '#findings';
import { clampToImage, type ImageFrame, lengthMm, type NormalisedPoint } from '#geometry';
import { MIN_MARK_MM, pathMm } from '../../model/marks/mark-geometry.ts';
import { markTexts } from '../../texts/mark-texts.ts';
import { type DrawnGesture, drawingTool, type MarkKind } from './mark-kind.ts';

/** Minimum distance of trace points, which filters out tremor. */
const STEP_MM = 0.3;
/** Maximum number of stored points; longer outlines are thinned. */
const MAX_POINTS = 1_000;
/** Maximum number of handles on an outline. */
const HANDLES = 8;

/**
 * Returns the indices of handle points: all points of a short outline, evenly spaced points of a
 * long one.
 */
function handleIdxs(count: number): readonly number[] {
  if (count <= HANDLES) return Array.from({ length: count }, (_, idx) => idx);
  return Array.from({ length: HANDLES }, (_, idx) => Math.floor((idx * count) / HANDLES));
}

/** Returns how far a point follows a handle: 1 at the handle, 0 at the neighbouring handles. */
function followFraction(count: number, handleIdx: number, pointIdx: number): number {
  const span = Math.max(1, count / Math.min(count, HANDLES));
  const apart = Math.abs(pointIdx - handleIdx);
  const around = Math.min(apart, count - apart);
  return around >= span ? 0 : (1 + Math.cos((Math.PI * around) / span)) / 2;
}

/** Returns the point with the largest v; undefined without points. */
const lowest = (points: readonly NormalisedPoint[]): NormalisedPoint | undefined =>
  points.reduce<NormalisedPoint | undefined>(
    (best, point) => (best === undefined || point.v > best.v ? point : best),
    undefined,
  );

/**
 * FREEHAND: a closed outline, drawn with the button held or by clicks from corner to corner; a
 * click on the start, a double click or Enter closes the outline. A handle bends the outline up to
 * the neighbouring handles.
 */
const kind: MarkKind = {
  id: 'breast-planes.freehand',
  markType: 'FREEHAND',
  childStates: [],
  build: (_, points) => (points.length === 0 ? null : points),
  drawShapes({ frame, points }) {
    const at = lowest(points);
    if (at === undefined) return [];
    const area: Shape = { kind: 'text', at, text: markTexts.area(areaMm2(frame, points)) };
    return [{ kind: 'path', points, closed: true }, ...(points.length > 2 ? [area] : [])];
  },
  handles: ({ points }) => handleIdxs(points.length).flatMap((idx) => points[idx] ?? []),
  reshape({ points }, handle, to) {
    const handleIdx = handleIdxs(points.length)[handle];
    const from = handleIdx === undefined ? undefined : points[handleIdx];
    if (handleIdx === undefined || from === undefined) return points;
    return points.map((point, idx) => {
      const fraction = followFraction(points.length, handleIdx, idx);
      if (fraction === 0) return point;
      return { u: point.u + (to.u - from.u) * fraction, v: point.v + (to.v - from.v) * fraction };
    });
  },
  isLargeEnough: ({ frame, points }) =>
    points.length > 2 && pathMm(frame, points, true) >= 3 * MIN_MARK_MM,
};

const base = drawingTool(kind);

/** Returns whether a point is far enough from the previous point to be stored. */
const isNewStep = (
  frame: ImageFrame,
  points: readonly NormalisedPoint[],
  at: NormalisedPoint,
): boolean => {
  const last = points.at(-1);
  return last === undefined || lengthMm(frame, last, at) >= STEP_MM;
};

/** Keeps every n-th point of an outline with more than `MAX_POINTS` points. */
function thinPoints(points: readonly NormalisedPoint[]): readonly NormalisedPoint[] {
  const every = Math.ceil(points.length / MAX_POINTS);
  return every <= 1 ? points : points.filter((_, idx) => idx % every === 0);
}

const withPoint = (gesture: DrawnGesture, at: NormalisedPoint): DrawnGesture => ({
  ...gesture,
  at,
  points: isNewStep(gesture.frame, gesture.points, at) ? [...gesture.points, at] : gesture.points,
});

const close = (gesture: DrawnGesture): DrawnGesture => ({
  ...gesture,
  points: thinPoints(gesture.points),
  closed: true,
});

export const freehandTool: ToolDefinition<DrawnGesture> = {
  ...base,
  traces: true,
  start(point) {
    return { ...base.start(point), closed: false };
  },
  move(gesture, { at }, isPressed) {
    if (gesture.closed) return gesture;
    const point = clampToImage(at);
    return isPressed ? withPoint(gesture, point) : { ...gesture, at: point };
  },
  set(gesture, { at, hitRadiusMm }) {
    if (gesture.closed) return gesture;
    const point = clampToImage(at);
    const [first] = gesture.points;
    const isBack =
      first !== undefined &&
      gesture.points.length > 2 &&
      lengthMm(gesture.frame, first, point) <= hitRadiusMm;
    return isBack ? close(gesture) : withPoint(gesture, point);
  },
  close,
  childState: ({ closed }) => (closed ? null : 'next-corner'),
  preview({ frame, points: setPoints, at, closed }) {
    const points = closed ? setPoints : [...setPoints, at];
    return [{ kind: 'path', points, closed }, ...kind.drawShapes({ frame, points }).slice(1)];
  },
};
