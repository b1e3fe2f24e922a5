import type { Finding, Mark, MarkPlane } from '#contracts';
import type { Shape } from '#core';
import { VOLUME_PLANES } from '#geometry';
import { geometryOf } from '../../model/marks/mark-record.ts';
import {
  GHOST_MM,
  ghostDistanceMm,
  halfVoxelMm,
  isMarkInImage,
  markPointIn,
} from '../../model/marks/mark-visibility.ts';
import type { PointPx } from '../../model/planes/image-layout.ts';
import { toPx } from '../../model/planes/image-layout.ts';
import type { MarkTool } from '../tools/tool-of-mark.ts';
import { toolOfType } from '../tools/tools.ts';
import type { ReadyImage } from '../views/ready-image.ts';
import { type Hit, hitShapes, isInsideShapes } from './mark-hit.ts';

/** A visible mark with its shapes. */
export interface VisibleMark {
  readonly finding: Finding;
  readonly mark: Mark;
  /** In coordinates of the shown image, which may differ from the mark's own image. */
  readonly shapes: readonly Shape[];
}

type ToolOf = (mark: Mark) => MarkTool | null;

/**
 * Returns the marks that lie in the shown image; `edited` replaces the stored mark with its id.
 * `toolOf` returns the tool that draws a mark, by default the built-in tool of its type.
 */
export function visibleMarks(
  findings: readonly Finding[],
  ready: ReadyImage,
  edited: Mark | null,
  toolOf: ToolOf = ({ markType }) => toolOfType(markType),
): readonly VisibleMark[] {
  return nearbyMarks(findings, ready, 0).flatMap(({ finding, mark: stored }) => {
    const mark = stored.id === edited?.id ? edited : stored;
    if (!isMarkInImage(mark, ready)) return [];
    return [{ finding, mark, shapes: shapesIn(mark, ready, toolOf) }];
  });
}

/** A mark near the shown slice, projected onto it. */
export interface GhostMark extends VisibleMark {
  readonly distanceMm: number;
}

/** Maximum number of ghosts in an image; the nearest marks come first. */
const MAX_GHOSTS = 16;

/**
 * Returns the nearest marks within 3 mm of a slice of a volume that do not lie in it; none on raw
 * frames and single images, which have no neighbours at a distance. Leaves out the mark being
 * edited.
 */
export function ghostMarks(
  findings: readonly Finding[],
  ready: ReadyImage,
  edited: Mark | null,
  toolOf: ToolOf = ({ markType }) => toolOfType(markType),
): readonly GhostMark[] {
  const { volume, frame } = ready;
  const plane = VOLUME_PLANES.find((known) => known === ready.plane);
  if (plane === undefined || volume === null) return [];
  const near = nearbyMarks(findings, ready, GHOST_MM).flatMap(({ finding, mark }) => {
    if (mark.id === edited?.id) return [];
    const distanceMm = ghostDistanceMm(mark, volume, plane, frame);
    return distanceMm === null ? [] : [{ finding, mark, distanceMm }];
  });
  return near
    .sort((a, b) => a.distanceMm - b.distanceMm)
    .slice(0, MAX_GHOSTS)
    .map((ghost) => ({ ...ghost, shapes: shapesIn(ghost.mark, ready, toolOf) }));
}

/** Returns the first `limit` marks, plus all further marks of the selected finding. */
export function firstMarks(
  marks: readonly VisibleMark[],
  selectedId: string | null,
  limit: number,
): readonly VisibleMark[] {
  if (marks.length <= limit) return marks;
  const isSelected = ({ finding }: VisibleMark): boolean => finding.id === selectedId;
  const first = marks.slice(0, limit);
  return [...first, ...marks.slice(limit).filter(isSelected)];
}

type PlacedMark = Pick<VisibleMark, 'finding' | 'mark'>;

/** Bucket size of the slice index, which excludes distant marks without testing them. */
const BUCKET_MM = 1;
/** Axis along which images of a straight plane are stacked; other planes have none. */
const AXIS: Partial<Record<MarkPlane, 0 | 1 | 2>> = { SAG: 0, COR: 1, TRA: 2 };

type MarksBySlice = ReadonlyMap<string, readonly PlacedMark[]>;

const byFindings = new WeakMap<readonly Finding[], MarksBySlice>();

/** Groups the marks of a list by plane and slice; cached for all views. */
function marksBySlice(findings: readonly Finding[]): MarksBySlice {
  const known = byFindings.get(findings);
  if (known !== undefined) return known;
  const marks = findings.flatMap((finding) =>
    Object.values(finding.marks).map((mark) => ({ finding, mark })),
  );
  const sorted = Map.groupBy(marks, ({ mark: { planeView, frame } }) => {
    const axis = AXIS[planeView];
    return axis === undefined
      ? planeView
      : `${planeView} ${Math.floor(frame.originMm[axis] / BUCKET_MM)}`;
  });
  byFindings.set(findings, sorted);
  return sorted;
}

/**
 * Returns the candidate marks for the shown image: for a straight plane those of slices up to
 * `reachMm` away.
 */
function nearbyMarks(
  findings: readonly Finding[],
  { plane, volume, frame }: ReadyImage,
  reachMm: number,
) {
  const marks = marksBySlice(findings);
  const axis = AXIS[plane];
  const straight = VOLUME_PLANES.find((known) => known === plane);
  if (axis === undefined || straight === undefined || volume === null)
    return marks.get(plane) ?? [];
  const atMm = frame.originMm[axis];
  const offMm = Math.max(reachMm, halfVoxelMm(volume, straight)) + BUCKET_MM;
  const first = Math.floor((atMm - offMm) / BUCKET_MM);
  const last = Math.floor((atMm + offMm) / BUCKET_MM);
  const slices = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return slices.flatMap((slice) => marks.get(`${plane} ${slice}`) ?? []);
}

function shapesIn(mark: Mark, { frame }: ReadyImage, toolOf: ToolOf): readonly Shape[] {
  const toShown = (at: { readonly u: number; readonly v: number }) => markPointIn(mark, frame, at);
  const shapes = toolOf(mark)?.shapes(geometryOf(mark)) ?? [];
  return shapes.map((shape): Shape => {
    switch (shape.kind) {
      case 'line':
        return { ...shape, from: toShown(shape.from), to: toShown(shape.to) };
      case 'path':
        return { ...shape, points: shape.points.map(toShown) };
      case 'arrow-head':
        return { ...shape, from: toShown(shape.from), at: toShown(shape.at) };
      default:
        return { ...shape, at: toShown(shape.at) };
    }
  });
}

export interface HitMark extends VisibleMark, Hit {}

/**
 * Returns the mark under a point: a handle of the selected finding first, else the nearest mark;
 * null if no mark is within `hitRadiusPx`.
 */
export function markAt(
  marks: readonly VisibleMark[],
  ready: ReadyImage,
  at: PointPx,
  hitRadiusPx: number,
  selectedFindingId: string | null,
): HitMark | null {
  const hits = marks.flatMap((visible): readonly HitMark[] => {
    const isSelected = visible.finding.id === selectedFindingId;
    const hit = hitShapes(
      visible.shapes,
      (point) => toPx(ready.layout, ready.frame, point),
      at,
      hitRadiusPx,
      isSelected,
    );
    return hit === null ? [] : [{ ...visible, ...hit }];
  });
  const rank = ({ handle }: HitMark): number => (handle === null ? 1 : 0);
  return [...hits].sort((a, b) => rank(a) - rank(b) || a.distancePx - b.distancePx)[0] ?? null;
}

/** Returns the mark under a point, else a mark whose outline contains the point; null if none. */
export function markAround(
  marks: readonly VisibleMark[],
  ready: ReadyImage,
  at: PointPx,
  hitRadiusPx: number,
): VisibleMark | null {
  const hit = markAt(marks, ready, at, hitRadiusPx, null);
  if (hit !== null) return hit;
  const pointPx = (point: { readonly u: number; readonly v: number }) =>
    toPx(ready.layout, ready.frame, point);
  return marks.find(({ shapes }) => isInsideShapes(shapes, pointPx, at)) ?? null;
}
