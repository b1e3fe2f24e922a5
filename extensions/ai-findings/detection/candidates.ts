import type { VolumeGrid } from '#geometry';
import { type DbGrid, smooth, smoothRound } from '../volume-features/index.ts';

/** Dark blob of a size: a voxel of maximum contrast among its neighbours at its scale. */
export interface Candidate {
  readonly i: number;
  readonly j: number;
  readonly k: number;
  /** Standard deviation of the inner Gaussian across; DEPTH_SHARE of it in depth. */
  readonly sigmaMm: number;
  /** Difference of Gaussians in dB, positive for dark blobs. */
  readonly contrastDb: number;
  /** Curvatures in dB of the smoothed levels, times the square of the scale. */
  readonly curvature: Curvature;
}

export interface Curvature {
  /** Smaller and larger one across (coronal plane). */
  readonly across: readonly [number, number];
  readonly depth: number;
}

/** Scale in depth relative to that across, because lesions are flatter in depth. */
export const DEPTH_SHARE = 0.8;
/** Depths below the transducer face that are searched; shadows of ribs are darker than lesions. */
const DEPTHS_MM = [3, 38] as const;
/** Maximum distance from the rotation axis; beyond, the skin loses contact with the transducer. */
const WITHIN_MM = 68;
/** Each scale is STEP times the one before. */
const SCALES_MM = [1.15, 1.5, 1.9, 2.4, 3, 3.8, 4.8, 6.1] as const;
/** Index of the outer Gaussian in the stack relative to the inner one: a ratio of 1.6. */
const OUTER_STEPS = 2;
const STACK_MM = [...SCALES_MM, 7.7, 9.8] as const;
/** Standard deviations in mm of the Gaussian that gives the local mean. */
const BACKGROUND_MM = { across: 11, depth: 5 } as const;
/** Minimum distance of two candidates, in units of the larger scale. */
const MIN_DISTANCE = 1.3;
const MAX_CANDIDATES = 400;

/** Returns 1 for the covered voxels in which lesions are searched, otherwise 0. */
export function searchMask(
  grid: DbGrid,
  axisMm: { readonly x: number; readonly z: number },
): Float32Array {
  const [nx, ny, nz] = grid.sizes;
  const { originMm: o, spacingMm: s } = grid;
  const mask = new Float32Array(grid.mask.length);
  for (let k = 0; k < nz; k += 1) {
    for (let j = 0; j < ny; j += 1) {
      const depthMm = (j + 0.5) * s[1];
      if (depthMm < DEPTHS_MM[0] || depthMm > DEPTHS_MM[1]) continue;
      for (let i = 0; i < nx; i += 1) {
        const x = o[0] + i * s[0] - axisMm.x;
        const z = o[2] + k * s[2] - axisMm.z;
        const index = i + nx * (j + ny * k);
        if (x * x + z * z < WITHIN_MM * WITHIN_MM) mask[index] = grid.mask[index] ?? 0;
      }
    }
  }
  return mask;
}

/** Returns the level minus the local mean in dB, 0 outside the mask. */
export function flattened(grid: DbGrid, mask: Float32Array): Float32Array {
  const { across, depth } = BACKGROUND_MM;
  const masked = grid.db.map((db, n) => db * (mask[n] ?? 0));
  const sum = smooth(grid, masked, [across, depth, across]);
  const weight = smooth(grid, mask, [across, depth, across]);
  return masked.map((db, n) =>
    (mask[n] ?? 0) === 0 ? 0 : db - (sum[n] ?? 0) / Math.max(1e-6, weight[n] ?? 0),
  );
}

/**
 * Returns dark blobs over all scales, the strongest first. Calls `step` between scales with the
 * share done, so that the caller can report progress and stop.
 */
export async function findCandidates(
  grid: VolumeGrid,
  level: Float32Array,
  mask: Float32Array,
  step: (share: number) => Promise<void>,
): Promise<readonly Candidate[]> {
  const stack: Float32Array[] = [];
  for (const [n, sigma] of STACK_MM.entries()) {
    stack.push(smoothRound(grid, level, sigma, DEPTH_SHARE));
    await step((n + 1) / STACK_MM.length);
  }
  const candidates: Candidate[] = [];
  for (const [n, sigmaMm] of SCALES_MM.entries()) {
    const inner = stack[n];
    const outer = stack[n + OUTER_STEPS];
    if (inner !== undefined && outer !== undefined) {
      candidates.push(...peaks(grid, { inner, outer, mask, sigmaMm }));
    }
  }
  return strongest(candidates, grid);
}

interface Scale {
  readonly inner: Float32Array;
  readonly outer: Float32Array;
  readonly mask: Float32Array;
  readonly sigmaMm: number;
}

/** Returns the voxels of maximum contrast among their 26 neighbours, within the mask. */
function peaks(grid: VolumeGrid, scale: Scale): readonly Candidate[] {
  const [nx, ny, nz] = grid.sizes;
  const contrast = scale.outer.map((db, n) => db - (scale.inner[n] ?? 0));
  const neighbours = neighbourOffsets(nx, ny);
  const found: Candidate[] = [];
  for (let k = 1; k < nz - 1; k += 1) {
    for (let j = 1; j < ny - 1; j += 1) {
      for (let i = 1; i < nx - 1; i += 1) {
        const index = i + nx * (j + ny * k);
        const contrastDb = contrast[index] ?? 0;
        if (contrastDb <= 0 || (scale.mask[index] ?? 0) === 0) continue;
        if (neighbours.some((offset) => (contrast[index + offset] ?? 0) > contrastDb)) continue;
        const curvature = curvatureAt(grid, scale, index);
        found.push({ i, j, k, sigmaMm: scale.sigmaMm, contrastDb, curvature });
      }
    }
  }
  return found;
}

function neighbourOffsets(nx: number, ny: number): readonly number[] {
  const steps = [-1, 0, 1];
  return steps
    .flatMap((dk) => steps.flatMap((dj) => steps.map((di) => di + nx * (dj + ny * dk))))
    .filter((offset) => offset !== 0);
}

function curvatureAt(grid: VolumeGrid, { inner, sigmaMm }: Scale, index: number): Curvature {
  const [nx, ny] = grid.sizes;
  const [dx, dy, dz] = grid.spacingMm;
  const [stepX, stepY, stepZ] = [1, nx, nx * ny];
  const at = (offset: number): number => inner[index + offset] ?? 0;
  const second = (step: number, mm: number): number =>
    ((at(step) - 2 * at(0) + at(-step)) * sigmaMm * sigmaMm) / (mm * mm);
  const xx = second(stepX, dx);
  const zz = second(stepZ, dz);
  const xz =
    ((at(stepX + stepZ) - at(stepX - stepZ) - at(stepZ - stepX) + at(-stepX - stepZ)) *
      sigmaMm *
      sigmaMm) /
    (4 * dx * dz);
  const middle = (xx + zz) / 2;
  const spread = Math.sqrt(((xx - zz) / 2) ** 2 + xz * xz);
  return { across: [middle - spread, middle + spread], depth: second(stepY, dy) };
}

/** Keeps the strongest of overlapping candidates, over all scales. */
function strongest(candidates: readonly Candidate[], grid: VolumeGrid): readonly Candidate[] {
  const [dx, dy, dz] = grid.spacingMm;
  const selected: Candidate[] = [];
  for (const one of candidates.toSorted((a, b) => b.contrastDb - a.contrastDb)) {
    if (selected.length === MAX_CANDIDATES) break;
    const isSeparate = selected.every((other) => {
      const distanceMm = Math.hypot(
        (one.i - other.i) * dx,
        (one.j - other.j) * dy,
        (one.k - other.k) * dz,
      );
      return distanceMm > MIN_DISTANCE * Math.max(one.sigmaMm, other.sigmaMm);
    });
    if (isSeparate) selected.push(one);
  }
  return selected;
}
