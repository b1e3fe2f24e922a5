import type { Result } from '#foundation';
import { fail, ok } from '#foundation';
import type { Vec3 } from '#geometry';
import { cross, dot } from '#geometry';
import { checkDirections } from './check-grid.ts';
import { type FileAxes, type FileAxis, SIGNED_AXES, type SignedAxis } from './file-axes.ts';
import type { FileGrid } from './file-grid.ts';
import { sameAxis, sweepNotVolume } from './grid-problems.ts';
import type { MetaImage } from './meta-image.ts';
import type { Volume } from './volume.ts';

/** A volume from the file of another program, with the header of the file. */
export interface ImportedVolume extends Volume {
  /** Header of the file as text, and how the volume was placed in the patient. */
  readonly source: Readonly<Record<string, string>>;
}

/**
 * Reorients an image so that i runs to the patient's left, j to depth and k to the head, by
 * permuting and flipping voxels without changing values. The left axis follows from the other two
 * and the handedness of the file's space. Spacing is kept; the origin is that of the file, permuted
 * and negated with the axes. The coverage radius includes the corners, so that radial images show
 * the whole volume. Problems: IMPORT_SAME_AXIS, IMPORT_IS_A_SWEEP, and those of `checkDirections`.
 */
export function reorient(
  source: MetaImage,
  depthAxis: FileAxis,
  headAxis: FileAxis,
): Result<ImportedVolume> {
  const depth = SIGNED_AXES[depthAxis];
  const head = SIGNED_AXES[headAxis];
  if (depth.axis === head.axis) return fail(sameAxis({ depthAxis, headAxis }));
  const volume = checkVolume(source);
  if (!volume.ok) return volume;
  const axes = patientAxes(source, { depthAxis, headAxis });
  const sizes = permute(source.sizes, axes);
  const spacingMm = permute(source.spacingMm, axes);
  const originMm = permutedOrigin(source, axes);
  const coverageRadiusMm = cornerRadiusMm(sizes, spacingMm);
  const geometry = { sizes, spacingMm, originMm, coverageRadiusMm };
  const assumed = { assumedDepthAxis: depthAxis, assumedHeadAxis: headAxis };
  return ok({
    geometry,
    voxels: permutedVoxels(source, axes),
    source: { ...source.header, ...assumed },
  });
}

/** Returns the file axes that become left, depth and head. */
export function patientAxes(
  { directions }: Pick<FileGrid, 'directions'>,
  { depthAxis, headAxis }: FileAxes,
): Axes {
  const depth = SIGNED_AXES[depthAxis];
  const head = SIGNED_AXES[headAxis];
  return [leftAxis(depth, head, handedness(directions)), depth, head];
}

/** Returns the distance of the corners from the middle in the coronal plane. */
export const cornerRadiusMm = (sizes: Vec3, spacingMm: Vec3): number =>
  Math.hypot(sizes[0] * spacingMm[0], sizes[2] * spacingMm[2]) / 2;

/** Fails for the frames of a sweep and for directions that `checkDirections` refuses. */
export function checkVolume({
  header,
  directions,
}: Pick<MetaImage, 'header' | 'directions'>): Result<void> {
  if (Object.keys(header).some((key) => /^Seq_Frame\d+_/.test(key))) {
    return fail(sweepNotVolume('a pose'));
  }
  return checkDirections(directions);
}

/**
 * Returns the left axis: depth × head (LPS is right-handed: x = y × z), mirrored for a left-handed
 * file.
 */
function leftAxis(depth: SignedAxis, head: SignedAxis, handednessSign: 1 | -1): SignedAxis {
  const axis = (3 - depth.axis - head.axis) as 0 | 1 | 2;
  const orderSign = head.axis === (depth.axis + 1) % 3 ? 1 : -1;
  return { axis, sign: (orderSign * depth.sign * head.sign * handednessSign) as 1 | -1 };
}

/** Returns 1 for right-handed directions and -1 for left-handed directions. */
function handedness([i, j, k]: FileGrid['directions']): 1 | -1 {
  return dot(cross(i, j), k) < 0 ? -1 : 1;
}

type Axes = readonly [SignedAxis, SignedAxis, SignedAxis];

function permute(values: Vec3, [x, y, z]: Axes): Vec3 {
  return [values[x.axis], values[y.axis], values[z.axis]];
}

/** Returns the location of the new voxel (0,0,0) along the file's axes in their new directions. */
function permutedOrigin(source: MetaImage, [x, y, z]: Axes): Vec3 {
  const along = ({ axis, sign }: SignedAxis): number => {
    const first = dot(source.offset, source.directions[axis]);
    const last = first + (source.sizes[axis] - 1) * source.spacingMm[axis];
    return sign > 0 ? first : -last;
  };
  return [along(x), along(y), along(z)];
}

function permutedVoxels(source: MetaImage, axes: Axes): Uint8Array {
  const [ni, nj] = source.sizes;
  const fileStride: Vec3 = [1, ni, ni * nj];
  const stride = axes.map(({ axis, sign }) => sign * fileStride[axis]) as [number, number, number];
  const start = axes.reduce(
    (sum, { axis, sign }) => (sign > 0 ? sum : sum + (source.sizes[axis] - 1) * fileStride[axis]),
    0,
  );
  const [nx, ny, nz] = permute(source.sizes, axes);
  const out = new Uint8Array(nx * ny * nz);
  let at = 0;
  for (let z = 0; z < nz; z++) {
    for (let y = 0; y < ny; y++) {
      let from = start + z * stride[2] + y * stride[1];
      for (let x = 0; x < nx; x++, from += stride[0]) out[at++] = source.data[from] ?? 0;
    }
  }
  return out;
}
