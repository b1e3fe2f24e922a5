import { cross, dot, length, scale, type Vec3 } from '#geometry';

/** Place of the voxels of a NIfTI image, in LPS millimetres. */
export interface NiftiSpace {
  readonly spacingMm: Vec3;
  /** Centre of the first voxel. */
  readonly originMm: Vec3;
  /** Unit vectors of the axes i, j and k. */
  readonly directions: readonly [Vec3, Vec3, Vec3];
}

/** Places of header fields in bytes. */
const AT = { pixdim: 76, qformCode: 252, sformCode: 254, quaternion: 256, offset: 268, rows: 280 };
/** Code of coordinates of the scanner. */
const SCANNER = 1;
/** Smallest volume that the unit vectors of the axes may span. */
const MIN_DETERMINANT = 1e-3;

/** Exchanges LPS and RAS. */
const flip = ([x, y, z]: Vec3): Vec3 => [0 - x, 0 - y, z];

/** Writes the place of the voxels as sform and qform. */
export function writeNiftiSpace(view: DataView, space: NiftiSpace): void {
  const { spacingMm, originMm } = space;
  const axes = space.directions.map(flip) as unknown as NiftiSpace['directions'];
  const origin = flip(originMm);
  const handedness = determinant(axes) < 0 ? -1 : 1;
  const setFloats = (at: number, values: readonly number[]): void =>
    values.forEach((value, index) => {
      view.setFloat32(at + 4 * index, value, true);
    });
  setFloats(AT.pixdim, [handedness, ...spacingMm, 1, 1, 1, 1]);
  view.setInt16(AT.qformCode, SCANNER, true);
  view.setInt16(AT.sformCode, SCANNER, true);
  const [i, j, k] = axes;
  setFloats(AT.quaternion, quaternionOf([i, j, scale(k, handedness)]));
  setFloats(AT.offset, origin);
  for (const row of [0, 1, 2] as const)
    setFloats(AT.rows + 16 * row, [
      ...([0, 1, 2] as const).map((axis) => axes[axis][row] * spacingMm[axis]),
      origin[row],
    ]);
}

/**
 * Reads the place of the voxels: the sform, without one the qform, without both only the spacing.
 * Null when the axes do not span a volume.
 */
export function readNiftiSpace(
  view: DataView,
  isLittle: boolean,
): (NiftiSpace & { readonly isInPatient: boolean }) | null {
  const floats = (at: number, count: number): number[] =>
    Array.from({ length: count }, (_, index) => view.getFloat32(at + 4 * index, isLittle));
  const vector = (at: number): Vec3 => floats(at, 3) as unknown as Vec3;
  const hasSform = view.getInt16(AT.sformCode, isLittle) > 0;
  const hasQform = view.getInt16(AT.qformCode, isLittle) > 0;
  const [handedness = 1] = floats(AT.pixdim, 1);
  const pixdim = vector(AT.pixdim + 4);
  if (hasSform) {
    const rows = ([0, 1, 2] as const).map((row) => floats(AT.rows + 16 * row, 4));
    const column = (n: number): Vec3 => rows.map((row) => row[n] ?? Number.NaN) as unknown as Vec3;
    return spaceOf([column(0), column(1), column(2)], column(3), true);
  }
  const rotation: NiftiSpace['directions'] = hasQform
    ? rotationOf(vector(AT.quaternion))
    : [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ];
  const [i, j, k] = rotation;
  const sign = hasQform && handedness < 0 ? -1 : 1;
  const steps = [scale(i, pixdim[0]), scale(j, pixdim[1]), scale(k, sign * pixdim[2])] as const;
  return spaceOf(steps, hasQform ? vector(AT.offset) : [0, 0, 0], hasQform);
}

/** Returns the space of steps from voxel to voxel in RAS millimetres; null for impossible steps. */
function spaceOf(steps: readonly [Vec3, Vec3, Vec3], origin: Vec3, isInPatient: boolean) {
  const spacingMm = steps.map(length) as unknown as Vec3;
  const numbers = [...spacingMm, ...origin];
  if (!numbers.every(Number.isFinite) || spacingMm.some((mm) => mm <= 0)) return null;
  const [i, j, k] = steps;
  const axes = [normalise(i), normalise(j), normalise(k)] as const;
  if (Math.abs(determinant(axes)) < MIN_DETERMINANT) return null;
  const directions = [flip(axes[0]), flip(axes[1]), flip(axes[2])] as const;
  return { spacingMm, originMm: flip(origin), directions, isInPatient };
}

const normalise = (vector: Vec3): Vec3 => scale(vector, 1 / length(vector));

const determinant = ([i, j, k]: NiftiSpace['directions']): number => dot(cross(i, j), k);

/**
 * Returns the quaternion (b, c, d; a is not negative) of a rotation with these columns, as
 * `nifti_mat44_to_quatern` of the NIfTI library.
 */
function quaternionOf([i, j, k]: NiftiSpace['directions']): Vec3 {
  const trace = i[0] + j[1] + k[2];
  if (trace > -0.5) {
    const a = Math.sqrt(1 + trace) / 2;
    return [(j[2] - k[1]) / (4 * a), (k[0] - i[2]) / (4 * a), (i[1] - j[0]) / (4 * a)];
  }
  const x = 1 + i[0] - j[1] - k[2];
  const y = 1 + j[1] - i[0] - k[2];
  const z = 1 + k[2] - i[0] - j[1];
  const withSign = (a: number, vector: Vec3): Vec3 => (a < 0 ? scale(vector, -1) : vector);
  if (x >= y && x >= z) {
    const b = Math.sqrt(x) / 2;
    const vector: Vec3 = [b, (j[0] + i[1]) / (4 * b), (k[0] + i[2]) / (4 * b)];
    return withSign(j[2] - k[1], vector);
  }
  if (y >= z) {
    const c = Math.sqrt(y) / 2;
    const vector: Vec3 = [(j[0] + i[1]) / (4 * c), c, (k[1] + j[2]) / (4 * c)];
    return withSign(k[0] - i[2], vector);
  }
  const d = Math.sqrt(z) / 2;
  const vector: Vec3 = [(k[0] + i[2]) / (4 * d), (k[1] + j[2]) / (4 * d), d];
  return withSign(i[1] - j[0], vector);
}

/** Returns the columns of the rotation of a quaternion, as `nifti_quatern_to_mat44`. */
function rotationOf([b, c, d]: Vec3): NiftiSpace['directions'] {
  const a = Math.sqrt(Math.max(0, 1 - b * b - c * c - d * d));
  return [
    [a * a + b * b - c * c - d * d, 2 * (b * c + a * d), 2 * (b * d - a * c)],
    [2 * (b * c - a * d), a * a + c * c - b * b - d * d, 2 * (c * d + a * b)],
    [2 * (b * d + a * c), 2 * (c * d - a * b), a * a + d * d - c * c - b * b],
  ];
}
