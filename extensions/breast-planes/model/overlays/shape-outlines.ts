import {
  add,
  cross,
  dot,
  type ImageFrame,
  mmToImage,
  type NormalisedPoint,
  offPlaneMm,
  type SpaceShape,
  scale,
  subtract,
  type Vec3,
  type VolumeGeometry,
} from '#geometry';

/** Part of a shape in an image: a point, or a line in 0..1 image coordinates. */
export interface ShapeOutline {
  readonly points: readonly NormalisedPoint[];
  readonly closed: boolean;
  readonly label: string | null;
}

/** Number of corners that draw a circle. */
const CIRCLE_CORNERS = 48;

/**
 * Returns the distance in mm from an image within which shapes appear: half the slab, at least half
 * a voxel across the image.
 */
export function reachOf(
  { down, right }: ImageFrame,
  { spacingMm }: Pick<VolumeGeometry, 'spacingMm'>,
  slabMm: number,
): number {
  const normal = cross(down, right);
  // The projection of a voxel onto the normal, for planes at any angle.
  const voxelMm = dot([Math.abs(normal[0]), Math.abs(normal[1]), Math.abs(normal[2])], spacingMm);
  return Math.max(slabMm, voxelMm) / 2;
}

/**
 * Returns the parts of a shape in an image: what lies within `reachMm` of its plane (half the slab,
 * at least half a voxel). A ball and a box appear as their cut with the nearest plane of the slab.
 */
export function shapeOutlines(
  shape: SpaceShape,
  frame: ImageFrame,
  reachMm: number,
): readonly ShapeOutline[] {
  const label = shape.label ?? null;
  const project = (points: readonly Vec3[]): readonly NormalisedPoint[] =>
    points.map((point) => mmToImage(frame, point));
  switch (shape.kind) {
    case 'point': {
      const isNear = Math.abs(offPlaneMm(frame, shape.atMm)) <= reachMm;
      return isNear ? [{ points: project([shape.atMm]), closed: false, label }] : [];
    }
    case 'line':
      return nearParts(shape.pointsMm, shape.closed === true, frame, reachMm).map((part, n) => ({
        points: project(part),
        closed: false,
        label: n === 0 ? label : null,
      }));
    case 'ball': {
      const { centreMm, radiusMm } = shape;
      const beyondMm = Math.max(0, Math.abs(offPlaneMm(frame, centreMm)) - reachMm);
      if (beyondMm >= radiusMm) return [];
      const circle = circleAround(frame, centreMm, Math.sqrt(radiusMm ** 2 - beyondMm ** 2));
      return [{ points: project(circle), closed: true, label }];
    }
    case 'box': {
      const cut = boxCut(shape.minMm, shape.maxMm, frame, reachMm);
      return cut.length < 3 ? [] : [{ points: project(cut), closed: true, label }];
    }
  }
}

function circleAround({ right, down }: ImageFrame, centre: Vec3, radiusMm: number): Vec3[] {
  return Array.from({ length: CIRCLE_CORNERS }, (_, n) => {
    const angle = (2 * Math.PI * n) / CIRCLE_CORNERS;
    return add(
      centre,
      add(scale(right, radiusMm * Math.cos(angle)), scale(down, radiusMm * Math.sin(angle))),
    );
  });
}

/** Returns the parts of a line within `reachMm` of the plane. */
function nearParts(
  points: readonly Vec3[],
  closed: boolean,
  frame: ImageFrame,
  reachMm: number,
): readonly (readonly Vec3[])[] {
  const [first] = points;
  const ends = closed && first !== undefined ? [...points.slice(1), first] : points.slice(1);
  const parts: Vec3[][] = [];
  let last: Vec3 | null = null;
  for (const [n, to] of ends.entries()) {
    const from = points[n] ?? to;
    const clipped = clip(from, to, frame, reachMm);
    if (clipped === null) {
      last = null;
      continue;
    }
    const [start, end] = clipped;
    const part = last === start ? parts.at(-1) : undefined;
    if (part === undefined) parts.push([start, end]);
    else part.push(end);
    last = end;
  }
  return parts;
}

/** Returns the piece of a segment within `reachMm` of the plane; its own ends where they are near. */
function clip(from: Vec3, to: Vec3, frame: ImageFrame, reachMm: number): [Vec3, Vec3] | null {
  const a = offPlaneMm(frame, from);
  const b = offPlaneMm(frame, to);
  if (Math.min(a, b) > reachMm || Math.max(a, b) < -reachMm) return null;
  const at = (off: number): Vec3 => {
    const limit = Math.min(reachMm, Math.max(-reachMm, off));
    return add(from, scale(subtract(to, from), (limit - a) / (b - a)));
  };
  return [Math.abs(a) <= reachMm ? from : at(a), Math.abs(b) <= reachMm ? to : at(b)];
}

/** Returns the corners of the cut of a box with the plane of the slab nearest to its centre. */
function boxCut(min: Vec3, max: Vec3, frame: ImageFrame, reachMm: number): readonly Vec3[] {
  const centre = scale(add(min, max), 0.5);
  const off = offPlaneMm(frame, centre);
  const planeOff = Math.min(reachMm, Math.max(-reachMm, off));
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (n): Vec3 => [n & 1 ? max[0] : min[0], n & 2 ? max[1] : min[1], n & 4 ? max[2] : min[2]],
  );
  const crossings: Vec3[] = [];
  for (const [n, from] of corners.entries()) {
    for (const axis of [1, 2, 4]) {
      const to = (n & axis) === 0 ? corners[n | axis] : undefined;
      if (to === undefined) continue;
      const a = offPlaneMm(frame, from) - planeOff;
      const b = offPlaneMm(frame, to) - planeOff;
      if (a === b) {
        if (a === 0) crossings.push(from, to);
      } else if (Math.min(a, b) <= 0 && Math.max(a, b) >= 0) {
        crossings.push(add(from, scale(subtract(to, from), a / (a - b))));
      }
    }
  }
  return inOrder(crossings, frame);
}

/** Sorts the corners of a convex outline around their middle. */
function inOrder(points: readonly Vec3[], { right, down }: ImageFrame): readonly Vec3[] {
  const sum = points.reduce<Vec3>((total, point) => add(total, point), [0, 0, 0]);
  const middle = scale(sum, 1 / Math.max(1, points.length));
  const angle = (point: Vec3): number => {
    const from = subtract(point, middle);
    return Math.atan2(dot(from, down), dot(from, right));
  };
  return points.toSorted((a, b) => angle(a) - angle(b));
}
