import { fail, ok, problem, type Result } from '#foundation';
import { scannedVolumeGeometry, type VolumeGeometry } from '#geometry';
import { maxRadiusMm, sampleToAxisPoint } from '../model/index.ts';
import { openKernel } from './kernels/kernel-memory.ts';
import { referenceSlabs } from './reference.ts';
import { runSlabs, type SlabProgress } from './run-slabs.ts';
import { CHUNK } from './slab-work.ts';
import type { RawSweep } from './sweeps/raw-sweep.ts';

/** A volume with its coverage mask. Both x fastest, then depth, then z. */
export interface Reconstruction {
  readonly geometry: VolumeGeometry;
  readonly voxels: Uint8Array;
  /** 255 where a sweep reached, 0 elsewhere (where the voxel is 0 too). */
  readonly coverage: Uint8Array;
}

export interface ReconstructionOptions {
  readonly voxelMm: number;
  readonly progress: SlabProgress;
  /** Number of threads that share the slabs, default 1; does not affect the volume. */
  readonly threads?: number;
}

const MAX_VOXELS = 400_000_000;

/**
 * Maps all sweeps backward into a volume centred on the rotation axis, blended by distance to the
 * beams' edges. Takes the geometry from the sweeps alone. Processes each slab in columns that are
 * contiguous in depth, and writes it x fastest. The same sweeps give the same bytes.
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
        'The volume size is not supported',
        `${sweeps.length} sweeps would make ${nx} × ${ny} × ${nz} voxels of ${options.voxelMm} mm.`,
        'Check the voxel size in the settings of the scanner extension.',
      ),
    );
  }
  const kernels = openKernel(sweeps, { geometry, threads: Math.max(1, options.threads ?? 1) });
  if (kernels === null) return ok(await reconstructPlainly(sweeps, geometry, options.progress));
  kernels.load();
  await runSlabs(kernels, nz, options.progress);
  return ok({ geometry, voxels: kernels.voxels, coverage: kernels.coverage });
}

/** Reconstructs in floating point on this thread; slower, but for any number of sweeps. */
export async function reconstructPlainly(
  sweeps: readonly RawSweep[],
  geometry: VolumeGeometry,
  progress: SlabProgress,
): Promise<Reconstruction> {
  const [nx, ny, nz] = geometry.sizes;
  const voxels = new Uint8Array(nx * ny * nz);
  const coverage = new Uint8Array(nx * ny * nz);
  const slab = referenceSlabs(sweeps, geometry);
  for (let k = 0; k < nz; k += 1) {
    if (k % CHUNK === 0) await progress(k, nz);
    const from = k * nx * ny;
    slab(k, voxels.subarray(from, from + nx * ny), coverage.subarray(from, from + nx * ny));
  }
  await progress(nz, nz);
  return { geometry, voxels, coverage };
}

/**
 * Returns the volume geometry: size from the reach of the beams, depth from the least tilted sweep.
 */
export function volumeGeometryOf(sweeps: readonly RawSweep[], voxelMm: number): VolumeGeometry {
  const radiusMm = Math.max(0, ...sweeps.map((sweep) => maxRadiusMm(sweep.frame)));
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
