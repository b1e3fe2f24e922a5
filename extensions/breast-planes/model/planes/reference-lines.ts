import {
  add,
  type ImageFrame,
  imageFrame,
  mmToImage,
  type PlanePosition,
  positionToMm,
  radialAxisMm,
  radialDirection,
  rotationAxisMm,
  scale,
  type Vec3,
  type VolumeGeometry,
  type VolumePlane,
} from '#geometry';
import {
  type ImageLayout,
  imageOffset,
  type Pan,
  type PointPx,
  toPx,
  type ViewSize,
} from './image-layout.ts';

export interface SegmentPx {
  readonly from: PointPx;
  readonly to: PointPx;
}

/** Line of another plane in this image, in pixels of its view. */
export interface ReferenceLine {
  readonly plane: VolumePlane;
  readonly dashed: boolean;
  /** Drawn parts: the line without the gap around the crossing. */
  readonly segments: readonly SegmentPx[];
  /** Positions of the letter: both ends, or only the outer end of the radial line. */
  readonly tags: readonly PointPx[];
}

export interface ReferenceInput {
  readonly volume: VolumeGeometry;
  readonly nippleMm: Vec3 | null;
  readonly position: PlanePosition;
  readonly plane: VolumePlane;
  readonly frame: ImageFrame;
  readonly layout: ImageLayout;
  readonly view: ViewSize;
}

/** Gap on each side of the crossing, so that the tissue stays visible. */
export const CROSSING_GAP_PX = 16;
/**
 * Distance of tags from the view's edges; `RULER_PX` also keeps them clear of the depth ruler at
 * the left.
 */
const TAG_INSET_PX = 12;
const RULER_PX = 44;

/** Returns the lines of the other planes, each with a gap at the crossing. */
export function referenceLines(input: ReferenceInput): readonly ReferenceLine[] {
  const { plane } = input;
  const crossing = crossingPx(input);
  const vertical = (other: VolumePlane): ReferenceLine | null =>
    straightLine(input, other, crossing, 'down');
  const horizontal = (other: VolumePlane): ReferenceLine | null =>
    straightLine(input, other, crossing, 'across');
  const lines: Readonly<Record<VolumePlane, readonly (ReferenceLine | null)[]>> = {
    COR: [horizontal('TRA'), vertical('SAG'), radialLine(input, crossing)],
    TRA: [horizontal('COR'), vertical('SAG')],
    SAG: [horizontal('COR'), vertical('TRA')],
    RAD: [horizontal('COR')],
  };
  return lines[plane].filter((line) => line !== null);
}

/** Returns the linked position in this image, in pixels of the view. */
export function crossingPx(input: ReferenceInput): PointPx {
  const at = linkedPointMm(input);
  return toPx(input.layout, input.frame, mmToImage(input.frame, at));
}

/** Returns the linked position; for the radial plane projected onto its ray. */
function linkedPointMm({
  volume,
  nippleMm,
  position,
  plane,
}: Pick<ReferenceInput, 'volume' | 'nippleMm' | 'position' | 'plane'>): Vec3 {
  const at = positionToMm(volume, position);
  if (plane !== 'RAD') return at;
  const centre = radialAxisMm(volume, nippleMm, position);
  const direction = radialDirection(position.rad);
  const rayLength = (at[0] - centre.x) * direction[0] + (at[2] - centre.z) * direction[2];
  return add([centre.x, at[1], centre.z], scale(direction, rayLength));
}

/** Returns the linked position in a plane's image, relative to the image's centre. */
export function linkedImageOffset(
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  position: PlanePosition,
  plane: VolumePlane,
): Pan {
  const frame = imageFrame(volume, plane, nippleMm, position);
  const at = linkedPointMm({ volume, nippleMm, position, plane });
  return imageOffset(frame, mmToImage(frame, at));
}

/** Returns the horizontal or vertical line of another plane; null if the line is not visible. */
function straightLine(
  input: ReferenceInput,
  other: VolumePlane,
  crossing: PointPx,
  direction: 'across' | 'down',
): ReferenceLine | null {
  const across = direction === 'across';
  const extent = lineExtent(input, crossing, direction);
  if (extent === null) return null;
  const pointAt = (along: number): PointPx =>
    across ? { x: along, y: crossing.y } : { x: crossing.x, y: along };
  const [from, to] = extent;
  const middle = across ? crossing.x : crossing.y;
  const viewPx = across ? input.view.height : input.view.width;
  const linePx = across ? crossing.y : crossing.x;
  if (linePx < 0 || linePx > viewPx) return null;
  return {
    plane: other,
    dashed: false,
    segments: withGap(from, to, middle).map(([a, b]) => ({ from: pointAt(a), to: pointAt(b) })),
    tags: [pointAt(from), pointAt(to)],
  };
}

/**
 * Returns both ends of a straight line in pixels along the line, clipped to the image, the covered
 * circle and the view.
 */
function lineExtent(
  input: ReferenceInput,
  crossing: PointPx,
  direction: 'across' | 'down',
): readonly [number, number] | null {
  const { frame, layout, view } = input;
  const across = direction === 'across';
  const imageStart = across ? layout.leftPx : layout.topPx;
  const imageLength = (across ? frame.widthMm : frame.heightMm) * layout.pxPerMm;
  const viewEnd = (across ? view.width : view.height) - TAG_INSET_PX;
  const chord = input.plane === 'COR' ? chordPx(input, crossing, across) : null;
  const inset = across && input.plane !== 'COR' ? RULER_PX : TAG_INSET_PX;
  const from = Math.max(inset, imageStart, chord?.[0] ?? Number.NEGATIVE_INFINITY);
  const to = Math.min(viewEnd, imageStart + imageLength, chord?.[1] ?? Number.POSITIVE_INFINITY);
  return to > from ? [from, to] : null;
}

/** Returns where a line crosses the covered circle of a coronal image; null outside the circle. */
function chordPx(
  { volume, frame, layout }: ReferenceInput,
  crossing: PointPx,
  across: boolean,
): readonly [number, number] | null {
  const axis = rotationAxisMm(volume);
  const centre = toPx(layout, frame, mmToImage(frame, [axis.x, 0, axis.z]));
  const radius = volume.coverageRadiusMm * layout.pxPerMm;
  const offset = across ? crossing.y - centre.y : crossing.x - centre.x;
  if (Math.abs(offset) >= radius) return null;
  const half = Math.sqrt(radius ** 2 - offset ** 2);
  const middle = across ? centre.x : centre.y;
  return [middle - half, middle + half];
}

/**
 * Returns the length of a ray until its tag would leave the view; an axis on which the start is
 * outside imposes no limit.
 */
function distanceToEdge(from: PointPx, direction: PointPx, view: ViewSize): number {
  const along = (at: number, step: number, size: number): number => {
    if (at < TAG_INSET_PX || at > size - TAG_INSET_PX || Math.abs(step) < 1e-9) {
      return Number.POSITIVE_INFINITY;
    }
    return ((step > 0 ? size - TAG_INSET_PX : TAG_INSET_PX) - at) / step;
  };
  return Math.min(along(from.x, direction.x, view.width), along(from.y, direction.y, view.height));
}

/** Returns the radial line from its axis along its clock direction. */
function radialLine(input: ReferenceInput, crossing: PointPx): ReferenceLine {
  const { volume, nippleMm, position, frame, layout } = input;
  const centre = radialAxisMm(volume, nippleMm, position);
  const start = toPx(layout, frame, mmToImage(frame, [centre.x, 0, centre.z]));
  const [dx, , dz] = radialDirection(position.rad);
  const maxLength = distanceToEdge(start, { x: dx, y: -dz }, input.view);
  const length = Math.min(volume.coverageRadiusMm * layout.pxPerMm, maxLength);
  // In coronal images +x points right and −z down.
  const at = (along: number): PointPx => ({ x: start.x + dx * along, y: start.y - dz * along });
  const across = Math.abs((crossing.x - start.x) * dz + (crossing.y - start.y) * dx);
  const along = (crossing.x - start.x) * dx - (crossing.y - start.y) * dz;
  const gapAt = across < CROSSING_GAP_PX ? along : Number.NEGATIVE_INFINITY;
  return {
    plane: 'RAD',
    dashed: true,
    segments: withGap(0, length, gapAt).map(([a, b]) => ({ from: at(a), to: at(b) })),
    tags: [at(length)],
  };
}

/** Splits a range into the parts before and after the gap around `middle`. */
function withGap(from: number, to: number, middle: number): readonly (readonly [number, number])[] {
  const before = Math.min(to, middle - CROSSING_GAP_PX);
  const after = Math.max(from, middle + CROSSING_GAP_PX);
  if (before >= to || after <= from) return [[from, to]];
  const segments: (readonly [number, number])[] = [];
  if (before > from) segments.push([from, before]);
  if (after < to) segments.push([after, to]);
  return segments;
}
