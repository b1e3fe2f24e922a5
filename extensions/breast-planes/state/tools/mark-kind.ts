import type { MarkType } from '#contracts';
import type { MarkGeometry, Shape, ToolDefinition, ToolPoint } from '#core';
import { clampToImage, type ImageFrame, type NormalisedPoint } from '#geometry';
import { allInside, clampHandle, movePoints } from '../../model/marks/mark-geometry.ts';

/** A mark being drawn: what was set, and where the pointer is now. All lies in the image in which it began. */
export interface DrawnGesture {
  readonly frame: ImageFrame;
  readonly set: readonly NormalisedPoint[];
  readonly at: NormalisedPoint;
  /** No more points come. */
  readonly closed: boolean;
}

/** What one type of mark is; `drawingTool` makes the tool of it. */
export interface MarkKind {
  readonly id: string;
  readonly markType: MarkType;
  /** What is set after the first point, one child state each. */
  readonly childStates: readonly string[];
  readonly requiresText?: boolean;
  /** The mark's points of what was set, the pointer's place last; null while there is no mark. */
  build(frame: ImageFrame, set: readonly NormalisedPoint[]): readonly NormalisedPoint[] | null;
  /** Lines, signs and words, without handles. */
  drawShapes(mark: MarkGeometry): readonly Shape[];
  handles(mark: MarkGeometry): readonly NormalisedPoint[];
  /** Moves a handle, without regard to the image's edges. */
  reshape(mark: MarkGeometry, handle: number, to: NormalisedPoint): readonly NormalisedPoint[];
  /** What must stay inside the image beside the points; absent: nothing. */
  outline?(mark: MarkGeometry): readonly NormalisedPoint[];
  isLargeEnough(mark: MarkGeometry): boolean;
}

const outlineOf = (kind: MarkKind, mark: MarkGeometry): readonly NormalisedPoint[] =>
  kind.outline?.(mark) ?? mark.points;

/** A handle's move, held inside the image and at the smallest size. */
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

/** The tool of a kind whose points are set one by one. */
export function drawingTool(kind: MarkKind): ToolDefinition<DrawnGesture> {
  const pointsOf = ({ frame, set, at, closed }: DrawnGesture): readonly NormalisedPoint[] | null =>
    kind.build(frame, closed ? set : [...set, at]);
  const shapes = (mark: MarkGeometry): readonly Shape[] => [
    ...kind.drawShapes(mark),
    ...kind.handles(mark).map((at): Shape => ({ kind: 'handle', at })),
  ];
  const isComplete = (set: readonly NormalisedPoint[]): boolean =>
    set.length > kind.childStates.length;
  return {
    id: kind.id,
    cursor: 'crosshair',
    markType: kind.markType,
    requiresText: kind.requiresText ?? false,
    start({ frame, at }: ToolPoint) {
      const first = clampToImage(at);
      return { frame, set: [first], at: first, closed: isComplete([first]) };
    },
    move(gesture, { at }) {
      return gesture.closed ? gesture : { ...gesture, at: clampToImage(at) };
    },
    set(gesture, { at }) {
      if (gesture.closed) return gesture;
      const point = clampToImage(at);
      const set = [...gesture.set, point];
      return { ...gesture, set, at: point, closed: isComplete(set) };
    },
    close: (gesture) => gesture,
    childState: ({ set, closed }) => (closed ? null : (kind.childStates[set.length - 1] ?? null)),
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
