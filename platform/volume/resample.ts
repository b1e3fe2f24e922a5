import { fail, ok, type Result } from '#foundation';
import {
  along,
  cross,
  dot,
  type RecordedBox,
  scale,
  subtract,
  type Vec3,
  type VolumeGrid,
  voxelToMm,
} from '#geometry';
import { nearestAxes, statedAxes } from './file-axes.ts';
import type { FileGrid } from './file-grid.ts';
import { tooLargeResampled } from './grid-problems.ts';
import type { MetaImage } from './meta-image.ts';
import { cornerRadiusMm, type ImportedVolume } from './reorient.ts';

/** Part of a voxel that rounding may add to the extent of a grid. */
const ROUNDING = 1e-6;

/**
 * Resamples an image with oblique axes onto a grid along the patient's axes that contains all its
 * voxels, linearly between them; outside the image it is 0. The first voxel of the file is a voxel
 * of the new grid, whose spacing along each patient axis is that of the nearest file axis.
 * Problem: IMPORT_RESAMPLED_TOO_LARGE above `maxImageBytes`, before memory is allocated.
 */
export function resampleToPatient(image: MetaImage, maxImageBytes: number): Result<ImportedVolume> {
  const grid = patientGrid(image);
  const [nx, ny, nz] = grid.sizes;
  if (nx * ny * nz > maxImageBytes) return fail(tooLargeResampled(grid.sizes, maxImageBytes));
  const coverageRadiusMm = cornerRadiusMm(grid.sizes, grid.spacingMm);
  const axes = statedAxes(image);
  const placed = {
    assumedDepthAxis: axes?.depthAxis ?? '',
    assumedHeadAxis: axes?.headAxis ?? '',
    orientationFrom: 'header',
    resampled: 'linear, from oblique axes',
  };
  return ok({
    geometry: { ...grid, coverageRadiusMm, recordedBox: recordedBox(image) },
    voxels: resampledVoxels(image, grid),
    source: { ...image.header, ...placed },
  });
}

/** Returns the grid along the patient's axes around the voxel centres of an oblique grid. */
function patientGrid({ sizes, spacingMm, offset, directions }: FileGrid): VolumeGrid {
  const axes = nearestAxes(directions);
  const along = ([0, 1, 2] as const).map((component) => {
    const spacing = spacingMm[axes[component].axis];
    const extents = ([0, 1, 2] as const).map(
      (axis) => directions[axis][component] * spacingMm[axis] * (sizes[axis] - 1),
    );
    const sumOf = (parts: readonly number[]): number => parts.reduce((sum, mm) => sum + mm, 0);
    const before = Math.ceil(sumOf(extents.map((mm) => Math.max(0, -mm))) / spacing - ROUNDING);
    const after = Math.ceil(sumOf(extents.map((mm) => Math.max(0, mm))) / spacing - ROUNDING);
    return { size: before + after + 1, spacing, origin: offset[component] - before * spacing };
  });
  const vec3 = (key: 'size' | 'spacing' | 'origin'): Vec3 => [
    along[0]?.[key] ?? 0,
    along[1]?.[key] ?? 0,
    along[2]?.[key] ?? 0,
  ];
  return { sizes: vec3('size'), spacingMm: vec3('spacing'), originMm: vec3('origin') };
}

/** Returns the outer faces of the voxels of a file as a box in patient axes. */
function recordedBox({ sizes, spacingMm, offset, directions }: FileGrid): RecordedBox {
  const axes = nearestAxes(directions);
  const edge = (component: 0 | 1 | 2): Vec3 => {
    const { axis, sign } = axes[component];
    return scale(directions[axis], sign * sizes[axis] * spacingMm[axis]);
  };
  const cornerMm = axes.reduce((pointMm, { axis, sign }) => {
    const voxels = sign > 0 ? -0.5 : sizes[axis] - 0.5;
    return along(pointMm, directions[axis], voxels * spacingMm[axis]);
  }, offset);
  return { cornerMm, edgesMm: [edge(0), edge(1), edge(2)] };
}

function resampledVoxels(image: MetaImage, grid: VolumeGrid): Uint8Array {
  const [nx, ny, nz] = grid.sizes;
  const out = new Uint8Array(nx * ny * nz);
  const toIndex = indexGradients(image);
  const stepX = toIndex.map((gradient) => gradient[0] * grid.spacingMm[0]);
  const [di = 0, dj = 0, dk = 0] = stepX;
  let at = 0;
  for (let z = 0; z < nz; z++) {
    for (let y = 0; y < ny; y++) {
      const fromOrigin = subtract(voxelToMm(grid, [0, y, z]), image.offset);
      const [i, j, k] = [
        dot(toIndex[0], fromOrigin),
        dot(toIndex[1], fromOrigin),
        dot(toIndex[2], fromOrigin),
      ];
      for (let x = 0; x < nx; x++) out[at++] = valueAt(image, i + x * di, j + x * dj, k + x * dk);
    }
  }
  return out;
}

/** Returns by how much each index of a file changes per millimetre along x, y and z. */
function indexGradients({ directions, spacingMm }: FileGrid): readonly [Vec3, Vec3, Vec3] {
  const [i, j, k] = [
    scale(directions[0], spacingMm[0]),
    scale(directions[1], spacingMm[1]),
    scale(directions[2], spacingMm[2]),
  ];
  const volume = dot(i, cross(j, k));
  return [
    scale(cross(j, k), 1 / volume),
    scale(cross(k, i), 1 / volume),
    scale(cross(i, j), 1 / volume),
  ];
}

/**
 * Returns the value at a fractional index of the file, linear between voxel centres; the outer half
 * of a border voxel has the value of that voxel, points outside have 0.
 */
function valueAt({ sizes, data }: MetaImage, i: number, j: number, k: number): number {
  const [ni, nj, nk] = sizes;
  const isInside =
    i >= -0.5 && j >= -0.5 && k >= -0.5 && i <= ni - 0.5 && j <= nj - 0.5 && k <= nk - 0.5;
  if (!isInside) return 0;
  const [ci, cj, ck] = [clamp(i, ni), clamp(j, nj), clamp(k, nk)];
  const [i0, j0, k0] = [Math.floor(ci), Math.floor(cj), Math.floor(ck)];
  const [fi, fj, fk] = [ci - i0, cj - j0, ck - k0];
  const first = i0 + ni * (j0 + nj * k0);
  const [nextI, nextJ, nextK] = [fi > 0 ? 1 : 0, fj > 0 ? ni : 0, fk > 0 ? ni * nj : 0];
  const row = (at: number): number => {
    const value = data[at] ?? 0;
    return value + ((data[at + nextI] ?? 0) - value) * fi;
  };
  const near = row(first) + (row(first + nextJ) - row(first)) * fj;
  const far = row(first + nextK) + (row(first + nextK + nextJ) - row(first + nextK)) * fj;
  return Math.round(near + (far - near) * fk);
}

const clamp = (index: number, size: number): number => Math.min(size - 1, Math.max(0, index));
