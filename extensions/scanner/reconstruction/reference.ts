import type { VolumeGeometry } from '#geometry';
import { exactWeight } from './sweeps/angle-table.ts';
import type { RawSweep } from './sweeps/raw-sweep.ts';
import { type ColumnSamples, type SweepSampler, sweepSampler } from './sweeps/sweep-sampler.ts';

/** Computes a slab (constant z) of values and coverage, both x fastest. */
export type SlabWriter = (k: number, voxels: Uint8Array, coverage: Uint8Array) => void;

/**
 * Reference reconstruction in floating point for any number of sweeps: the oracle of the kernels in
 * tests, and the fallback for sweeps that the kernels do not support.
 */
export function referenceSlabs(sweeps: readonly RawSweep[], geometry: VolumeGeometry): SlabWriter {
  const [nx, ny] = geometry.sizes;
  const [x0, firstMm, z0] = geometry.originMm;
  const [dx, stepMm, dz] = geometry.spacingMm;
  const samplers: readonly SweepSampler[] = sweeps.map((sweep) =>
    sweepSampler(sweep, { count: ny, firstMm, stepMm }),
  );
  const column: ColumnSamples = { value: new Float32Array(ny), weight: new Float32Array(ny) };
  const sum: ColumnSamples = { value: new Float32Array(ny), weight: new Float32Array(ny) };
  return (k, voxels, coverage) => {
    for (let i = 0; i < nx; i += 1) {
      sum.weight.fill(0);
      let covered = false;
      for (const sampler of samplers) {
        if (!sampler.sampleColumn(x0 + i * dx, z0 + k * dz, column)) continue;
        covered = true;
        blend(sum, column);
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

/** Blends new samples into the sum by their share of the weight. */
function blend(sum: ColumnSamples, column: ColumnSamples): void {
  for (let j = 0; j < sum.weight.length; j += 1) {
    const added = column.weight[j] ?? 0;
    if (added === 0) continue;
    const existing = sum.weight[j] ?? 0;
    const share = existing === 0 ? 1 : exactWeight(added / (existing + added));
    sum.value[j] = (sum.value[j] ?? 0) * (1 - share) + (column.value[j] ?? 0) * share;
    sum.weight[j] = existing + added;
  }
}
