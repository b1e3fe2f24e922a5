import type { SpaceShape, Vec3 } from '#geometry';

/** Lines that draw a shape in a 3D view, in patient millimetres. */
export type ShapeEdges =
  | { readonly kind: 'circle'; readonly centreMm: Vec3; readonly radiusMm: number }
  | { readonly kind: 'lines'; readonly linesMm: readonly (readonly Vec3[])[] };

/**
 * Returns what a parallel projection shows of a shape: a point as a circle of radius 0, a ball as
 * its rim, a line as it is, a box as its twelve edges.
 */
export function shapeEdges(shape: SpaceShape): ShapeEdges {
  switch (shape.kind) {
    case 'point':
      return { kind: 'circle', centreMm: shape.atMm, radiusMm: 0 };
    case 'ball':
      return { kind: 'circle', centreMm: shape.centreMm, radiusMm: shape.radiusMm };
    case 'line': {
      const { pointsMm, closed = false } = shape;
      const [first] = pointsMm;
      const line = closed && first !== undefined ? [...pointsMm, first] : pointsMm;
      return { kind: 'lines', linesMm: [line] };
    }
    case 'box':
      return { kind: 'lines', linesMm: boxEdges(shape.minMm, shape.maxMm) };
  }
}

function boxEdges(min: Vec3, max: Vec3): readonly (readonly Vec3[])[] {
  const corner = (n: number): Vec3 => [
    n & 1 ? max[0] : min[0],
    n & 2 ? max[1] : min[1],
    n & 4 ? max[2] : min[2],
  ];
  return [0, 1, 2, 3, 4, 5, 6, 7].flatMap((n) =>
    [1, 2, 4].filter((bit) => (n & bit) === 0).map((bit) => [corner(n), corner(n | bit)]),
  );
}
