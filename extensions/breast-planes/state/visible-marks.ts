import type { Finding, Mark, PlaneView } from '#contracts';
import type { Shape } from '#core';
import type { PointPx } from '../model/image-layout.ts';
import { toPx } from '../model/image-layout.ts';
import { geometryOf } from '../model/mark-record.ts';
import { isMarkInImage, markPointIn } from '../model/mark-visibility.ts';
import { type Hit, hitShapes, isInsideShapes } from './mark-hit.ts';
import type { ReadyImage } from './ready-image.ts';
import { toolOfType } from './tools/tools.ts';

/** A mark on the screen. */
export interface VisibleMark {
  readonly finding: Finding;
  readonly mark: Mark;
  /** In the coordinates of the image that is shown, which may not be the mark's own any more. */
  readonly shapes: readonly Shape[];
}

/** The marks that lie in the image shown; `edited` stands in for the stored mark of its id. */
export function visibleMarks(
  findings: readonly Finding[],
  ready: ReadyImage,
  edited: Mark | null,
): readonly VisibleMark[] {
  const drawn = marksByPlane(findings).get(ready.plane) ?? [];
  return drawn.flatMap(({ finding, mark: stored }) => {
    const mark = stored.id === edited?.id ? edited : stored;
    if (!isMarkInImage(mark, ready)) return [];
    return [{ finding, mark, shapes: shapesIn(mark, ready) }];
  });
}

/** The first so many marks, the selected finding's among them; all of them, where they are no more. */
export function firstMarks(
  marks: readonly VisibleMark[],
  selectedId: string | null,
  most: number,
): readonly VisibleMark[] {
  if (marks.length <= most) return marks;
  const isSelected = ({ finding }: VisibleMark): boolean => finding.id === selectedId;
  const first = marks.slice(0, most);
  return [...first, ...marks.slice(most).filter(isSelected)];
}

type MarksByPlane = ReadonlyMap<PlaneView, readonly Pick<VisibleMark, 'finding' | 'mark'>[]>;

const byFindings = new WeakMap<readonly Finding[], MarksByPlane>();

/** The marks of a list by the plane in which they were drawn; sorted out once for all views. */
function marksByPlane(findings: readonly Finding[]): MarksByPlane {
  const known = byFindings.get(findings);
  if (known !== undefined) return known;
  const marks = findings.flatMap((finding) =>
    Object.values(finding.marks).map((mark) => ({ finding, mark })),
  );
  const sorted = Map.groupBy(marks, ({ mark }) => mark.planeView);
  byFindings.set(findings, sorted);
  return sorted;
}

function shapesIn(mark: Mark, { frame }: ReadyImage): readonly Shape[] {
  const into = (at: { readonly u: number; readonly v: number }) => markPointIn(mark, frame, at);
  const shapes = toolOfType(mark.markType)?.shapes(geometryOf(mark)) ?? [];
  return shapes.map((shape): Shape => {
    switch (shape.kind) {
      case 'line':
        return { ...shape, from: into(shape.from), to: into(shape.to) };
      case 'path':
        return { ...shape, points: shape.points.map(into) };
      case 'arrow-head':
        return { ...shape, from: into(shape.from), at: into(shape.at) };
      default:
        return { ...shape, at: into(shape.at) };
    }
  });
}

export interface HitMark extends VisibleMark, Hit {}

/** The mark under a place: a handle of the selected finding first, else the nearest one. */
export function markAt(
  marks: readonly VisibleMark[],
  ready: ReadyImage,
  at: PointPx,
  reachPx: number,
  selectedFindingId: string | null,
): HitMark | null {
  const hits = marks.flatMap((visible): readonly HitMark[] => {
    const own = visible.finding.id === selectedFindingId;
    const hit = hitShapes(
      visible.shapes,
      (point) => toPx(ready.layout, ready.frame, point),
      at,
      reachPx,
      own,
    );
    return hit === null ? [] : [{ ...visible, ...hit }];
  });
  const rank = ({ handle }: HitMark): number => (handle === null ? 1 : 0);
  return [...hits].sort((a, b) => rank(a) - rank(b) || a.distancePx - b.distancePx)[0] ?? null;
}

/** The mark at a place or around it: what somebody points at who points into a lesion. */
export function markAround(
  marks: readonly VisibleMark[],
  ready: ReadyImage,
  at: PointPx,
  reachPx: number,
): VisibleMark | null {
  const on = markAt(marks, ready, at, reachPx, null);
  if (on !== null) return on;
  const px = (point: { readonly u: number; readonly v: number }) =>
    toPx(ready.layout, ready.frame, point);
  return marks.find(({ shapes }) => isInsideShapes(shapes, px, at)) ?? null;
}
