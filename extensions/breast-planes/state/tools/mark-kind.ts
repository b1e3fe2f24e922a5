import type { MarkType } from '#contracts';
import type { MarkGeometry, Shape, ToolDefinition, ToolPoint } from '#core';
import { clampToImage, type ImageFrame, type NormalisedPoint } from '#geometry';
import { allInside, clampHandle, movePoints } from '../../model/marks/mark-geometry.ts';

/** A mark being drawn. All points refer to the image in which drawing started. */
export interface DrawnGesture {
  readonly frame: ImageFrame;
  /** Points set so far. */
  readonly points: readonly NormalisedPoint[];
  /** Position of the pointer. */
  readonly at: NormalisedPoint;
  /** No more points can be added. */
  readonly closed: boolean;
}

/** Definition of a mark type; `drawingTool` creates its tool. */
export interface MarkKind {
  readonly id: string;
  readonly markType: MarkType;
  /** Names of the points after the first, one child state each. */
  readonly childStates: readonly string[];
  readonly requiresText?: boolean;
  /**
   * Returns the points of the mark from the points set so far, followed by the pointer position
   * while drawing; null while incomplete.
   */
  build(frame: ImageFrame, points: readonly NormalisedPoint[]): readonly NormalisedPoint[] | null;
  /** Lines, signs and texts, without handles. */
  drawShapes(mark: MarkGeometry): readonly Shape[];
  handles(mark: MarkGeometry): readonly NormalisedPoint[];
  /** Moves a handle without clamping to the image. */
  reshape(mark: MarkGeometry, handle: number, to: NormalisedPoint): readonly NormalisedPoint[];
  /** Further points that must stay inside the image; absent: the mark's points only. */
  outline?(mark: MarkGeometry): readonly NormalisedPoint[];
  isLargeEnough(mark: MarkGeometry): boolean;
}

const outlineOf = (kind: MarkKind, mark: MarkGeometry): readonly NormalisedPoint[] =>
  kind.outline?.(mark) ?? mark.points;

/** Moves a handle, limited by the image's edges and the minimum size. */
export function moveHandleWithin(
  kind: MarkKind,
  mark: MarkGeometry,
  handle: number,
  to: NormalisedPoint,
): readonly NormalisedPoint[] {
  const from = kind.handles(mark)[handle];
  if (from === undefined) return mark.points;
  const wasLarge = kind.isLargeEnough(mark);
  return clampHandle(
    from,
    clampToImage(to),
    (target) => kind.reshape(mark, handle, target),
    (points) => {
      const moved = { ...mark, points };
      const inside = allInside(points) && allInside(outlineOf(kind, moved));
      return inside && (!wasLarge || kind.isLargeEnough(moved));
    },
    mark.points,
  );
}

/** Creates the tool of a mark type whose points are set one by one. */
export function drawingTool(kind: MarkKind): ToolDefinition<DrawnGesture> {
  const pointsOf = ({
    frame,
    points,
    at,
    closed,
  }: DrawnGesture): readonly NormalisedPoint[] | null =>
    kind.build(frame, closed ? points : [...points, at]);
  const shapes = (mark: MarkGeometry): readonly Shape[] => [
    ...kind.drawShapes(mark),
    ...kind.handles(mark).map((at): Shape => ({ kind: 'handle', at })),
  ];
  const isComplete = (points: readonly NormalisedPoint[]): boolean =>
    points.length > kind.childStates.length;
  return {
    id: kind.id,
    cursor: 'crosshair',
    markType: kind.markType,
    requiresText: kind.requiresText ?? false,
    start({ frame, at }: ToolPoint) {
      const first = clampToImage(at);
      return { frame, points: [first], at: first, closed: isComplete([first]) };
    },
    move(gesture, { at }) {
      return gesture.closed ? gesture : { ...gesture, at: clampToImage(at) };
    },
    set(gesture, { at }) {
      if (gesture.closed) return gesture;
      const point = clampToImage(at);
      const points = [...gesture.points, point];
      return { ...gesture, points, at: point, closed: isComplete(points) };
    },
    close: (gesture) => gesture,
    childState: ({ points, closed }) =>
      closed ? null : (kind.childStates[points.length - 1] ?? null),
    end(gesture) {
      const points = gesture.closed ? pointsOf(gesture) : null;
      if (points === null) return null;
      return kind.isLargeEnough({ frame: gesture.frame, points }) ? points : null;
    },
    preview(gesture) {
      const points = pointsOf(gesture);
      return points === null ? [] : shapes({ frame: gesture.frame, points });
    },
    shapes,
    moveHandle: (mark, handle, to) => moveHandleWithin(kind, mark, handle, to),
    moveBy: (mark, by) => movePoints(mark.points, [...mark.points, ...outlineOf(kind, mark)], by),
  };
}
