import { add, cross, distance, dot, scale, type Vec3 } from '#geometry';
import { metaImageFile } from './meta-image-file.ts';

type Directions = readonly [Vec3, Vec3, Vec3];
type Space = 'left-posterior-superior' | 'right-anterior-superior' | 'left-anterior-superior';

/** How the voxel axes of a file lie in the patient. */
export interface MarkerGrid {
  readonly name: string;
  /** Space in which the NRRD header states directions and origin. */
  readonly space: Space;
  /** Unit directions of i, j and k in patient axes (LPS). */
  readonly directions: Directions;
}

/** A bright voxel and its location in patient axes (LPS), in millimetres. */
export interface Marker {
  readonly level: number;
  readonly pointMm: Vec3;
}

/** Voxels of a marker volume; all voxels beside the markers are 0. */
export interface MarkerContent {
  /** Voxels along i, j and k. */
  readonly sizes: Vec3;
  /** Centre of the volume in patient axes. */
  readonly centreMm: Vec3;
  /** Markers from the centre in patient axes. */
  readonly markers: readonly { readonly level: number; readonly fromCentreMm: Vec3 }[];
  /** Radius of each marker; 0 sets the nearest voxel alone. */
  readonly radiusMm: number;
}

/** Step along i, j and k in millimetres; different, so that exchanged axes show. */
export const MARKER_SPACING_MM: Vec3 = [0.8, 0.6, 1];
/** Centre of each volume in patient axes, away from 0, so that a lost origin shows. */
export const MARKER_CENTRE_MM: Vec3 = [31, 18, -47];

/** Single bright voxels: each direction has a level of its own. */
const SINGLE_VOXELS: MarkerContent = {
  sizes: [44, 52, 36],
  centreMm: MARKER_CENTRE_MM,
  radiusMm: 0,
  markers: [
    { level: 250, fromCentreMm: [0, 0, 11] },
    { level: 220, fromCentreMm: [10, 0, 0] },
    { level: 190, fromCentreMm: [0, 11, 0] },
    { level: 160, fromCentreMm: [-7, -6, 4] },
    { level: 130, fromCentreMm: [6, -5, -8] },
  ],
};

const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];
const reversed = (v: Vec3): Vec3 => [-v[0], -v[1], -v[2]];
const LPS = 'left-posterior-superior';

/** Rotates a vector about a patient axis, by degrees (Rodrigues' formula). */
function turned(v: Vec3, axis: 0 | 1 | 2, degrees: number): Vec3 {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const about: Vec3 = [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0];
  const rotated = add(scale(v, cos), scale(cross(about, v), sin));
  return add(rotated, scale(about, v[axis] * (1 - cos)));
}

function rotated([i, j, k]: Directions, axis: 0 | 1 | 2, degrees: number): Directions {
  return [turned(i, axis, degrees), turned(j, axis, degrees), turned(k, axis, degrees)];
}

const oblique = (axis: 0 | 1 | 2, degrees: number): MarkerGrid => ({
  name: `turned by ${degrees}° about ${'xyz'[axis]}`,
  space: LPS,
  directions: rotated([X, Y, Z], axis, degrees),
});

/** Grids along the patient axes: an import moves their voxels without changing values. */
export const ALIGNED_GRIDS: readonly MarkerGrid[] = [
  { name: 'left, posterior, head', space: LPS, directions: [X, Y, Z] },
  { name: 'permuted', space: LPS, directions: [Z, X, Y] },
  { name: 'flipped', space: LPS, directions: [reversed(X), Y, reversed(Z)] },
  { name: 'permuted and flipped', space: LPS, directions: [Y, reversed(X), Z] },
  { name: 'left-handed by a flip', space: LPS, directions: [X, Y, reversed(Z)] },
  { name: 'left-handed by an exchange', space: LPS, directions: [X, Z, Y] },
  { name: 'RAS', space: 'right-anterior-superior', directions: [reversed(X), reversed(Y), Z] },
  { name: 'LAS', space: 'left-anterior-superior', directions: [X, reversed(Y), Z] },
];

/** Grids at an angle to the patient axes. */
export const OBLIQUE_GRIDS: readonly MarkerGrid[] = [
  ...([0, 1, 2] as const).flatMap((axis) => [oblique(axis, 20), oblique(axis, -20)]),
  {
    name: 'turned by 30° and left-handed',
    space: LPS,
    directions: rotated([reversed(X), Y, Z], 1, 30),
  },
  {
    name: 'turned about two axes, permuted, in RAS',
    space: 'right-anterior-superior',
    directions: rotated(rotated([Z, X, Y], 0, 20), 2, -20),
  },
];

/** Returns the steps from voxel to voxel along i, j and k in patient axes. */
function stepsMm({ directions }: MarkerGrid): Directions {
  const [i, j, k] = directions;
  const [di, dj, dk] = MARKER_SPACING_MM;
  return [scale(i, di), scale(j, dj), scale(k, dk)];
}

/** Returns the location of a voxel in patient axes. */
function locationMm(grid: MarkerGrid, { sizes, centreMm }: MarkerContent, index: Vec3): Vec3 {
  const steps = stepsMm(grid);
  const from = ([0, 1, 2] as const).map((axis) =>
    scale(steps[axis], index[axis] - (sizes[axis] - 1) / 2),
  );
  return from.reduce(add, centreMm);
}

/** Returns the voxel of the file nearest to a marker. */
function markedVoxel(
  { directions }: MarkerGrid,
  { sizes }: MarkerContent,
  fromCentreMm: Vec3,
): Vec3 {
  const indexAlong = (axis: 0 | 1 | 2): number => {
    const mm = dot(directions[axis], fromCentreMm);
    return Math.round(mm / MARKER_SPACING_MM[axis] + (sizes[axis] - 1) / 2);
  };
  return [indexAlong(0), indexAlong(1), indexAlong(2)];
}

/** Returns the markers of the volume with this grid: the locations of its bright voxels. */
export function markersOf(grid: MarkerGrid): readonly Marker[] {
  return SINGLE_VOXELS.markers.map(({ level, fromCentreMm }) => ({
    level,
    pointMm: locationMm(grid, SINGLE_VOXELS, markedVoxel(grid, SINGLE_VOXELS, fromCentreMm)),
  }));
}

function markerVoxels(grid: MarkerGrid, content: MarkerContent): Uint8Array {
  const { sizes, markers } = content;
  const voxels = new Uint8Array(sizes[0] * sizes[1] * sizes[2]);
  for (const { level, fromCentreMm } of markers) {
    for (const [i, j, k] of voxelsOfMarker(grid, content, fromCentreMm)) {
      voxels[i + sizes[0] * (j + sizes[1] * k)] = level;
    }
  }
  return voxels;
}

/** Returns the voxels whose centres lie within the radius of a marker, at least the nearest one. */
function voxelsOfMarker(
  grid: MarkerGrid,
  content: MarkerContent,
  fromCentreMm: Vec3,
): readonly Vec3[] {
  const { centreMm, radiusMm } = content;
  const [i, j, k] = markedVoxel(grid, content, fromCentreMm);
  if (radiusMm === 0) return [[i, j, k]];
  const markerMm = add(centreMm, fromCentreMm);
  const around = (axis: 0 | 1 | 2): readonly number[] => {
    const reach = Math.ceil(radiusMm / MARKER_SPACING_MM[axis]) + 1;
    return Array.from({ length: 2 * reach + 1 }, (_, step) => step - reach);
  };
  const box = around(0).flatMap((di) =>
    around(1).flatMap((dj) => around(2).map((dk): Vec3 => [i + di, j + dj, k + dk])),
  );
  return box.filter((voxel) => distance(locationMm(grid, content, voxel), markerMm) <= radiusMm);
}

const SIGNS: Readonly<Record<Space, Vec3>> = {
  'left-posterior-superior': [1, 1, 1],
  'right-anterior-superior': [-1, -1, 1],
  'left-anterior-superior': [1, -1, 1],
};

/** Writes the volume as an NRRD file; `change` replaces or, by null, omits header fields. */
export function markerNrrd(
  grid: MarkerGrid,
  change: Readonly<Record<string, string | null>> = {},
  content: MarkerContent = SINGLE_VOXELS,
): Uint8Array {
  const signs = SIGNS[grid.space];
  const vector = (v: Vec3): string => `(${v[0] * signs[0]},${v[1] * signs[1]},${v[2] * signs[2]})`;
  const fields = {
    type: 'uint8',
    dimension: '3',
    space: grid.space,
    sizes: content.sizes.join(' '),
    'space directions': stepsMm(grid).map(vector).join(' '),
    kinds: 'domain domain domain',
    encoding: 'raw',
    'space origin': vector(locationMm(grid, content, [0, 0, 0])),
    ...change,
  };
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}\n`],
  );
  const header = `NRRD0005\n${lines.join('')}scanner:=test\n\n`;
  return new Uint8Array(Buffer.concat([Buffer.from(header), markerVoxels(grid, content)]));
}

/** Writes the volume as a MetaImage file, which states directions in LPS. */
export function markerMha(grid: MarkerGrid, orientation: string | null = null): Uint8Array {
  return new Uint8Array(
    metaImageFile({
      sizes: SINGLE_VOXELS.sizes,
      spacingMm: MARKER_SPACING_MM,
      offset: locationMm(grid, SINGLE_VOXELS, [0, 0, 0]),
      directions: grid.directions,
      orientation,
      voxels: markerVoxels(grid, SINGLE_VOXELS),
    }),
  );
}
