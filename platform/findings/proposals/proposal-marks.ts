import type { CheckedProposal, Generator, Mark, MarkType, ProposalShape } from '#contracts';
import { newId } from '#foundation';
import {
  clampToImage,
  type ImageFrame,
  imageFrame,
  mmToImage,
  mmToPosition,
  type NormalisedPoint,
  scale,
  type Vec3,
  type VolumeGeometry,
  voxelToMm,
} from '#geometry';
import { markInImage } from '../mark-in-image.ts';
import { type PixelCorner, traceLargestRegion } from './trace-mask.ts';

/** Plane of the volume's axes; marks of models lie in these planes. */
export type AxisPlane = 'COR' | 'TRA' | 'SAG';

const PLANES: readonly AxisPlane[] = ['COR', 'TRA', 'SAG'];
/** Axes of a plane's image (rightwards, downwards) and the axis across. */
export const PLANE_AXES = {
  COR: [0, 2, 1],
  TRA: [0, 1, 2],
  SAG: [2, 1, 0],
} as const satisfies Record<AxisPlane, readonly [0 | 1 | 2, 0 | 1 | 2, 0 | 1 | 2]>;

/** Maximum number of points of an outline. */
const MAX_POINTS = 500;

type ModelGenerator = Exclude<Generator, 'USER'>;
type Shape<Kind extends ProposalShape['kind']> = Extract<ProposalShape, { kind: Kind }>;

/**
 * Returns the marks of a proposal whose shape lies in the volume: one in each of the coronal,
 * transverse and sagittal planes through its centre, the coronal mark representing the finding; an
 * outline and a point have one mark. Empty for a mask without voxels.
 */
export function proposalMarks(
  { shape }: CheckedProposal,
  volume: VolumeGeometry,
  generator: ModelGenerator,
): readonly Mark[] {
  const mark = (plane: AxisPlane, markType: MarkType, atMm: Vec3, pointsMm: readonly Vec3[]) =>
    markOf({ plane, markType, generator, volume, atMm, pointsMm });
  switch (shape.kind) {
    case 'point':
      return [{ ...mark('COR', 'SELECTMARK', shape.atMm, [shape.atMm]), rep: true }];
    case 'outline': {
      const [centre] = shape.pointsMm;
      if (centre === undefined) return [];
      return [{ ...mark(shape.plane, 'FREEHAND', centre, shape.pointsMm), rep: true }];
    }
    case 'box': {
      const centre = middle(shape.minMm, shape.maxMm);
      const corners = [shape.minMm, shape.maxMm];
      return withRepresentative(
        PLANES.map((plane) => mark(plane, 'BOUNDING_BOX', centre, corners)),
      );
    }
    case 'ellipsoid':
      return withRepresentative(
        PLANES.map((plane) => mark(plane, 'ELLIPTICAL', shape.centreMm, axisEnds(shape, plane))),
      );
    case 'mask':
      return withRepresentative(maskMarks(shape, volume, mark));
  }
}

const middle = (a: Vec3, b: Vec3): Vec3 => [
  (a[0] + b[0]) / 2,
  (a[1] + b[1]) / 2,
  (a[2] + b[2]) / 2,
];

const withRepresentative = (marks: readonly Mark[]): readonly Mark[] =>
  marks.map((mark, index) => ({ ...mark, rep: index === 0 }));

/** Returns the ends of the horizontal axis, then those of the vertical axis of a plane's image. */
function axisEnds({ centreMm, radiiMm }: Shape<'ellipsoid'>, plane: AxisPlane): readonly Vec3[] {
  return PLANE_AXES[plane].slice(0, 2).flatMap((axis) =>
    [-1, 1].map((sign): Vec3 => {
      const end: [number, number, number] = [...centreMm];
      end[axis] += sign * radiiMm[axis];
      return end;
    }),
  );
}

type MarkMaker = (
  plane: AxisPlane,
  markType: MarkType,
  atMm: Vec3,
  pointsMm: readonly Vec3[],
) => Mark;

/** Returns the outline of the mask in each plane through its centre of mass. */
function maskMarks(mask: Shape<'mask'>, volume: VolumeGeometry, mark: MarkMaker): readonly Mark[] {
  const centre = centreVoxel(mask);
  if (centre === null) return [];
  return PLANES.flatMap((plane) => {
    const [right, down, across] = PLANE_AXES[plane];
    const image = sectionOf(mask, plane, centre[across]);
    const corners = thinned(traceLargestRegion(image));
    if (corners.length < 3) return [];
    const toMm = ([column, row]: PixelCorner): Vec3 => {
      const index: [number, number, number] = [0, 0, 0];
      index[right] = mask.startVoxel[right] + column - 0.5;
      index[down] = mask.startVoxel[down] + row - 0.5;
      index[across] = mask.startVoxel[across] + centre[across];
      return voxelToMm(volume, index);
    };
    const atMm = voxelToMm(volume, addVec(mask.startVoxel, centre));
    return [mark(plane, 'FREEHAND', atMm, corners.map(toMm))];
  });
}

const addVec = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

/** Returns the voxel of the mask nearest to its centre of mass, in the box; null if empty. */
function centreVoxel({ sizes: [nx, ny], voxels }: Shape<'mask'>): Vec3 | null {
  let count = 0;
  let sum: Vec3 = [0, 0, 0];
  const indexOf = (n: number): Vec3 => [n % nx, Math.floor(n / nx) % ny, Math.floor(n / (nx * ny))];
  for (let n = 0; n < voxels.length; n++) {
    if (voxels[n] === 0) continue;
    count += 1;
    sum = addVec(sum, indexOf(n));
  }
  if (count === 0) return null;
  const mean = scale(sum, 1 / count);
  let nearest: Vec3 = [0, 0, 0];
  let minDistance = Number.POSITIVE_INFINITY;
  // The centre of mass of a bent lesion can lie outside the lesion.
  for (let n = 0; n < voxels.length; n++) {
    if (voxels[n] === 0) continue;
    const at = indexOf(n);
    const far = Math.hypot(at[0] - mean[0], at[1] - mean[1], at[2] - mean[2]);
    if (far < minDistance) [nearest, minDistance] = [at, far];
  }
  return nearest;
}

function sectionOf(mask: Shape<'mask'>, plane: AxisPlane, at: number) {
  const [right, down, across] = PLANE_AXES[plane];
  const [nx, ny] = mask.sizes;
  const [width, height] = [mask.sizes[right], mask.sizes[down]];
  const pixels = new Uint8Array(width * height);
  const index: [number, number, number] = [0, 0, 0];
  index[across] = at;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      index[right] = column;
      index[down] = row;
      pixels[column + width * row] = mask.voxels[index[0] + nx * (index[1] + ny * index[2])] ?? 0;
    }
  }
  return { width, height, pixels };
}

/** Returns at most MAX_POINTS points, evenly chosen. */
function thinned(corners: readonly PixelCorner[]): readonly PixelCorner[] {
  const step = Math.ceil(corners.length / MAX_POINTS);
  return corners.filter((_, index) => index % step === 0);
}

interface ModelMark {
  readonly plane: AxisPlane;
  readonly markType: MarkType;
  readonly generator: ModelGenerator;
  readonly volume: VolumeGeometry;
  /** Location of the plane. */
  readonly atMm: Vec3;
  readonly pointsMm: readonly Vec3[];
}

function markOf({ plane, markType, generator, volume, atMm, pointsMm }: ModelMark): Mark {
  const position = mmToPosition(volume, null, atMm, 0);
  const frame = imageFrame(volume, plane, null, position);
  const points = pointsMm.map((pointMm) => imagePoint(frame, pointMm));
  return {
    ...markInImage({
      id: newId(),
      markType,
      plane,
      frame,
      position,
      points,
      generator,
    }),
    rep: false,
  };
}

/** Clamps, because rounding can place a point on the edge of the volume just outside the image. */
const imagePoint = (frame: ImageFrame, pointMm: Vec3): NormalisedPoint =>
  clampToImage(mmToImage(frame, pointMm));
