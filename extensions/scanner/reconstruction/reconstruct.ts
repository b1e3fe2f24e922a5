import { fail, ok, problem, type Result } from '#foundation';
import { scannedVolumeGeometry, type VolumeGeometry } from '#geometry';
import { reachMm, sampleToAxisPoint } from '../model/index.ts';
import { exactWeight } from './angle-table.ts';
import type { RawSweep } from './raw-sweep.ts';
import { type ColumnSamples, type SweepSampler, sweepSampler } from './sweep-sampler.ts';

/** A volume with the mask of what was really seen. Both x fastest, then depth, then z. */
export interface Reconstruction {
  readonly geometry: VolumeGeometry;
  readonly voxels: Uint8Array;
  /** 255 where a sweep reached, 0 elsewhere (where the voxel is 0 too). */
  readonly coverage: Uint8Array;
}

export interface ReconstructionOptions {
  readonly voxelMm: number;
  /** Called between chunks with slabs done and to do; may wait, and throws to cancel. */
  progress(done: number, total: number): Promise<void>;
}

/** Slabs (constant z) between two calls of `progress`. */
const CHUNK = 8;
const MAX_VOXELS = 400_000_000;

/**
 * Backward mapping of all sweeps into one volume centred on the rotation axis, blended by distance
 * to the beams' edges. Geometry comes from the sweeps alone. Each slab is worked in columns that
 * are contiguous in depth and written out x fastest.
 */
export async function reconstruct(
  sweeps: readonly RawSweep[],
  options: ReconstructionOptions,
): Promise<Result<Reconstruction>> {
  const geometry = volumeGeometryOf(sweeps, options.voxelMm);
  const [nx, ny, nz] = geometry.sizes;
  if (sweeps.length === 0 || nx * ny * nz > MAX_VOXELS || Math.min(nx, ny, nz) < 1) {
    return fail(
      problem(
        'VOLUME_SIZE_IMPOSSIBLE',
        'The volume cannot have this size',
        `${sweeps.length} sweeps would make ${nx} × ${ny} × ${nz} voxels of ${options.voxelMm} mm.`,
        'Check the voxel size in the settings of the scanner extension.',
      ),
    );
  }
  const voxels = new Uint8Array(nx * ny * nz);
  const coverage = new Uint8Array(nx * ny * nz);
  const [, firstMm] = geometry.originMm;
  const samplers = sweeps.map((sweep) =>
    sweepSampler(sweep, { count: ny, firstMm, stepMm: geometry.spacingMm[1] }),
  );
  const slab = slabWorker(samplers, geometry);
  for (let k = 0; k < nz; k += 1) {
    if (k % CHUNK === 0) await options.progress(k, nz);
    const from = k * nx * ny;
    slab(k, voxels.subarray(from, from + nx * ny), coverage.subarray(from, from + nx * ny));
  }
  await options.progress(nz, nz);
  return ok({ geometry, voxels, coverage });
}

/** Size from the reach of the beams; depth from the least tilted sweep. */
export function volumeGeometryOf(sweeps: readonly RawSweep[], voxelMm: number): VolumeGeometry {
  const radiusMm = Math.max(0, ...sweeps.map((sweep) => reachMm(sweep.frame)));
  const upright = [...sweeps].sort(
    (a, b) => Math.abs(a.frame.tiltDeg) - Math.abs(b.frame.tiltDeg),
  )[0];
  const depthMm =
    upright === undefined
      ? 0
      : sampleToAxisPoint(upright.frame, { line: 0, sample: upright.frame.samples - 0.5 }).depthMm;
  const across = 2 * Math.ceil(radiusMm / voxelMm);
  const down = Math.round(depthMm / voxelMm);
  return scannedVolumeGeometry([across, down, across], [voxelMm, voxelMm, voxelMm], radiusMm);
}

type SlabWorker = (k: number, voxels: Uint8Array, coverage: Uint8Array) => void;

function slabWorker(samplers: readonly SweepSampler[], geometry: VolumeGeometry): SlabWorker {
  const [nx, ny] = geometry.sizes;
  const [x0, , z0] = geometry.originMm;
  const [dx, , dz] = geometry.spacingMm;
  const part: ColumnSamples = { value: new Float32Array(ny), weight: new Float32Array(ny) };
  const sum: ColumnSamples = { value: new Float32Array(ny), weight: new Float32Array(ny) };
  return (k, voxels, coverage) => {
    for (let i = 0; i < nx; i += 1) {
      sum.weight.fill(0);
      let covered = false;
      for (const sampler of samplers) {
        if (!sampler.sampleColumn(x0 + i * dx, z0 + k * dz, part)) continue;
        covered = true;
        blend(sum, part);
      }
      if (!covered) continue;
      for (let j = 0; j < ny; j += 1) {
        if (sum.weight[j] === 0) continue;
        voxels[j * nx + i] = (sum.value[j] ?? 0) + 0.5;
        coverage[j * nx + i] = 255;
      }
    }
  };
}

/** Moves the sum towards the new samples by their share of the weight. */
function blend(sum: ColumnSamples, part: ColumnSamples): void {
  for (let j = 0; j < sum.weight.length; j += 1) {
    const added = part.weight[j] ?? 0;
    if (added === 0) continue;
    const held = sum.weight[j] ?? 0;
    const share = held === 0 ? 1 : exactWeight(added / (held + added));
    sum.value[j] = (sum.value[j] ?? 0) * (1 - share) + (part.value[j] ?? 0) * share;
    sum.weight[j] = held + added;
  }
}
