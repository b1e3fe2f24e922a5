import type { Vec3 } from '#geometry';

/** Where a file places its content, read from its header alone; millimetres in LPS. */
export interface FileTruth {
  /** Centre of the voxels of each grey level above 0. */
  readonly markersMm: ReadonlyMap<number, Vec3>;
  /** Outer faces of the box along the patient's axes that the product shows. */
  readonly minMm: Vec3;
  readonly maxMm: Vec3;
  /** Smallest step from voxel to voxel. */
  readonly voxelMm: number;
  /** Centre of the transducer face and its unit normal into the tissue, which an oblique file tilts. */
  readonly face: { readonly centreMm: Vec3; readonly normal: Vec3 };
}

/** Returns the depth of a point at right angles to the transducer face. */
export function depthBelowFace({ face: { centreMm, normal } }: FileTruth, point: Vec3): number {
  return AXES.reduce<number>((sum, axis) => sum + (point[axis] - centreMm[axis]) * normal[axis], 0);
}

/** Signs of the axes of a space, as factors to LPS. */
const TO_LPS: Readonly<Record<string, Vec3>> = {
  'left-posterior-superior': [1, 1, 1],
  'right-anterior-superior': [-1, -1, 1],
  'left-anterior-superior': [1, -1, 1],
};
const AXES = [0, 1, 2] as const;
/** Part of a voxel that rounding may add to the extent of a grid. */
const ROUNDING = 1e-6;

interface Header {
  readonly sizes: Vec3;
  readonly stepsMm: readonly [Vec3, Vec3, Vec3];
  readonly originMm: Vec3;
  readonly dataStart: number;
}

/**
 * Reads an NRRD file with raw 8-bit voxels, without the product's own reader.
 * @throws an error for a file without space, directions or origin
 */
export function fileTruth(file: Uint8Array): FileTruth {
  const header = readHeader(file);
  return {
    markersMm: markerCentres(file.subarray(header.dataStart), header),
    voxelMm: Math.min(...header.stepsMm.map((step) => Math.hypot(...step))),
    face: transducerFace(header),
    ...shownBox(header),
  };
}

/** Returns the outer face of the first layer along the file axis nearest to the depth. */
function transducerFace(header: Header): FileTruth['face'] {
  const { sizes, stepsMm } = header;
  const depthAxis = AXES.toSorted((a, b) => cosine(stepsMm[b], 1) - cosine(stepsMm[a], 1))[0] ?? 1;
  const step = stepsMm[depthAxis];
  const isReversed = step[1] < 0;
  const length = (isReversed ? -1 : 1) * Math.hypot(...step);
  const centre = (axis: 0 | 1 | 2): number => {
    if (axis !== depthAxis) return (sizes[axis] - 1) / 2;
    return isReversed ? sizes[axis] - 0.5 : -0.5;
  };
  return {
    centreMm: locate(header, [centre(0), centre(1), centre(2)]),
    normal: [step[0] / length, step[1] / length, step[2] / length],
  };
}

function readHeader(file: Uint8Array): Header {
  const text = new TextDecoder('latin1').decode(file);
  const end = text.indexOf('\n\n');
  const lines = text.slice(0, end).split('\n');
  const field = (name: string): string => {
    const line = lines.find((candidate) => candidate.startsWith(`${name}: `));
    if (line === undefined) throw new Error(`The header has no ${name}`);
    return line.slice(name.length + 2);
  };
  const signs = TO_LPS[field('space')];
  if (signs === undefined) throw new Error(`Unknown space ${field('space')}`);
  const vectors = (name: string): readonly Vec3[] =>
    [...field(name).matchAll(/\(([^)]*)\)/g)].map(([, list = '']) => {
      const [x = Number.NaN, y = Number.NaN, z = Number.NaN] = list.split(',').map(Number);
      return [x * signs[0], y * signs[1], z * signs[2]];
    });
  const [i, j, k] = vectors('space directions');
  const [originMm] = vectors('space origin');
  const [ni = 0, nj = 0, nk = 0] = field('sizes').split(' ').map(Number);
  if (!i || !j || !k || !originMm) throw new Error('The header has no directions or no origin');
  return { sizes: [ni, nj, nk], stepsMm: [i, j, k], originMm, dataStart: end + 2 };
}

const locate = ({ stepsMm: [i, j, k], originMm }: Header, at: Vec3): Vec3 => {
  const along = (axis: 0 | 1 | 2): number =>
    originMm[axis] + at[0] * i[axis] + at[1] * j[axis] + at[2] * k[axis];
  return [along(0), along(1), along(2)];
};

function markerCentres(voxels: Uint8Array, header: Header): ReadonlyMap<number, Vec3> {
  const [ni, nj] = header.sizes;
  const sums = new Map<number, { count: number; i: number; j: number; k: number }>();
  voxels.forEach((level, index) => {
    if (level === 0) return;
    const sum = sums.get(level) ?? { count: 0, i: 0, j: 0, k: 0 };
    sum.count += 1;
    sum.i += index % ni;
    sum.j += Math.floor(index / ni) % nj;
    sum.k += Math.floor(index / (ni * nj));
    sums.set(level, sum);
  });
  return new Map(
    [...sums].map(([level, { count, i, j, k }]) => [
      level,
      locate(header, [i / count, j / count, k / count]),
    ]),
  );
}

/**
 * Returns the box around all voxel centres that has a voxel at the first voxel of the file, and
 * along each patient axis the step of the file axis nearest to it (decision 23).
 */
function shownBox(header: Header): Pick<FileTruth, 'minMm' | 'maxMm'> {
  const { sizes, stepsMm, originMm } = header;
  const faces = AXES.map((component) => {
    const nearest = stepsMm.toSorted(
      (a, b) => cosine(b, component) - cosine(a, component),
    )[0] as Vec3;
    const step = Math.hypot(...nearest);
    const spans = AXES.map((axis) => stepsMm[axis][component] * (sizes[axis] - 1));
    const reach = (sign: 1 | -1): number => {
      const mm = spans.reduce((sum, span) => sum + Math.max(0, sign * span), 0);
      return (Math.ceil(mm / step - ROUNDING) + 0.5) * step;
    };
    return { min: originMm[component] - reach(-1), max: originMm[component] + reach(1) };
  });
  const vec3 = (key: 'min' | 'max'): Vec3 => {
    const [x, y, z] = faces.map((face) => face[key]);
    return [x ?? Number.NaN, y ?? Number.NaN, z ?? Number.NaN];
  };
  return { minMm: vec3('min'), maxMm: vec3('max') };
}

const cosine = (step: Vec3, component: 0 | 1 | 2): number =>
  Math.abs(step[component]) / Math.hypot(...step);
