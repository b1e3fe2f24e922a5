import type { VolumeGeometry } from '#geometry';
import { ANGLE_BINS, type SortedAngles, sortAngles } from '../sweeps/angle-table.ts';
import { beamMap, type ColumnDepths, type ColumnMap, columnMap } from '../sweeps/column-map.ts';
import { edgeWeight } from '../sweeps/edge-weight.ts';
import type { RawSweep } from '../sweeps/raw-sweep.ts';
import { Arena } from './arena.ts';
import { type Kernel, loadKernel } from './load-kernel.ts';
import { type TableShape, tableShape, writeTable } from './resample-table.ts';

/**
 * Bytes of the structures `Sweep` and `Work` of `assembly/sweep.ts` and of a column, with reserve.
 */
const SWEEP_BYTES = 112;
const WORK_BYTES = 96;
const COLUMN_BYTES = 64;
/** Columns of a row that are processed together, as in `assembly/reconstruction.ts`. */
const BLOCK = 64;
/** Resolution in distance of the tabulated shares of the sweeps, in bins per voxel. */
const SHARE_BINS_PER_VOXEL = 4;

/** Memory layout of the kernels; once loaded, any thread can compute any slab. */
export interface KernelMemory {
  /** Loads the sweeps: writes all tables, and resamples the beams to the volume's depths. */
  load(): void;
  readonly memory: WebAssembly.Memory;
  readonly kernel: Kernel;
  /** Address of the structure `Work`. */
  readonly work: number;
  /** Address of the scratch memory of each thread. */
  readonly scratch: readonly number[];
  /** Address of the four 32-bit numbers that coordinate the threads. */
  readonly control: number;
  readonly voxels: Uint8Array;
  readonly coverage: Uint8Array;
}

export interface KernelOptions {
  readonly geometry: VolumeGeometry;
  readonly threads: number;
  /** False omits the mask. */
  readonly coverage?: boolean;
}

interface AllocatedSweep {
  readonly sweep: RawSweep;
  readonly angles: SortedAngles;
  readonly map: ColumnMap;
  readonly shape: TableShape;
  readonly at: Readonly<
    Record<'struct' | 'planes' | 'sorted' | 'steps' | 'order' | 'bins', number>
  >;
  readonly table: number;
  /** 0 means that all lines share a single table. */
  readonly tableStride: number;
}

/**
 * Lays out the memory for a reconstruction of one or two sweeps. Returns null for another number of
 * sweeps, or if the layout exceeds the address range or the memory of the machine.
 */
export function openKernel(
  sweeps: readonly RawSweep[],
  options: KernelOptions,
): KernelMemory | null {
  const [first] = sweeps;
  if (first === undefined || sweeps.length > 2) return null;
  const { sizes, originMm, spacingMm } = options.geometry;
  const [nx, ny, nz] = sizes;
  const depths: ColumnDepths = { count: ny, firstMm: originMm[1], stepMm: spacingMm[1] };
  // Vectors may write up to 16 bytes too far; the odd multiple of 16 keeps columns off the same
  // cache sets.
  const stride = Math.ceil(ny / 32) * 32 + 16;
  const arena = new Arena();
  const allocated = sweeps.map((sweep) => allocateSweep(arena, sweep, depths, stride));
  // Covers half the diagonal of a slab, which is below (nx + nz) / 2 voxels, with reserve.
  const shareBins = sweeps.length < 2 ? 0 : Math.ceil((nx + nz) * SHARE_BINS_PER_VOXEL * 0.75) + 8;
  const at = {
    work: arena.allocate(WORK_BYTES),
    control: arena.allocate(16),
    frame: arena.allocate(Math.max(...sweeps.map(({ frame }) => frame.lines * frame.samples))),
    shares: arena.allocate(shareBins * stride * 2),
    voxels: arena.allocate(nx * ny * nz),
    coverage: options.coverage === false ? 0 : arena.allocate(nx * ny * nz),
  };
  const scratch = Array.from({ length: options.threads }, () =>
    arena.allocate(3 * BLOCK * COLUMN_BYTES + (2 + 2 * BLOCK) * stride),
  );
  const memory = arena.createMemory();
  if (memory === null) return null;
  const kernel = loadKernel(memory);
  const count = nx * ny * nz;
  return {
    load() {
      for (const entry of allocated) prepareSweep(memory, kernel, entry, depths, stride, at.frame);
      writeWork(memory, options.geometry, allocated, { ...at, stride });
      if (shareBins > 0)
        writeShares(memory, allocated, options.geometry, { ...at, stride, shareBins });
    },
    memory,
    kernel,
    work: at.work,
    scratch,
    control: at.control,
    voxels: new Uint8Array(memory.buffer, at.voxels, count),
    coverage: new Uint8Array(memory.buffer, at.coverage, at.coverage === 0 ? 0 : count),
  };
}

function allocateSweep(
  arena: Arena,
  sweep: RawSweep,
  depths: ColumnDepths,
  stride: number,
): AllocatedSweep {
  const { frame, frames } = sweep;
  const shape = tableShape(beamMap(frame, 0, depths).step, depths.count);
  const upright = frame.tiltDeg === 0;
  return {
    sweep,
    shape,
    angles: sortAngles(sweep.header.clockDeg),
    map: columnMap(frame, depths),
    at: {
      struct: arena.allocate(SWEEP_BYTES),
      planes: arena.allocate(frames * frame.lines * stride),
      sorted: arena.allocate(8 * frames),
      steps: arena.allocate(8 * frames),
      order: arena.allocate(4 * frames),
      bins: arena.allocate(4 * ANGLE_BINS),
    },
    table: arena.allocate(shape.bytes * (upright ? 1 : frame.lines)),
    tableStride: upright ? 0 : shape.bytes,
  };
}

function prepareSweep(
  memory: WebAssembly.Memory,
  kernel: Kernel,
  allocated: AllocatedSweep,
  depths: ColumnDepths,
  stride: number,
  staging: number,
): void {
  const { sweep, angles, at, shape, table, tableStride } = allocated;
  const { lines, samples } = sweep.frame;
  for (let line = 0; line < (tableStride === 0 ? 1 : lines); line += 1) {
    const to = table + line * tableStride;
    writeTable(memory, to, shape, beamMap(sweep.frame, line, depths), samples);
  }
  // Processes frame by frame, so that the copy stays in the cache until it is resampled.
  const size = lines * samples;
  // A Buffer copies into shared memory in bulk, a typed array word by word.
  const frame = Buffer.from(memory.buffer, staging, size);
  const from = Buffer.from(sweep.data.buffer, sweep.data.byteOffset, sweep.data.byteLength);
  const { entries, outputs } = shape;
  for (let f = 0; f < sweep.frames; f += 1) {
    from.copy(frame, 0, f * size, (f + 1) * size);
    const into = at.planes + f * lines * stride;
    kernel.resample(staging, into, lines, samples, stride, table, tableStride, entries, outputs);
  }
  new Float64Array(memory.buffer, at.sorted).set(angles.sorted);
  new Float64Array(memory.buffer, at.steps).set(angles.steps);
  new Int32Array(memory.buffer, at.order).set(angles.order);
  new Int32Array(memory.buffer, at.bins).set(angles.rankAtBin);
  writeSweep(memory, allocated);
}

/** Writes the fields of `Sweep` in their order. */
function writeSweep(memory: WebAssembly.Memory, { sweep, angles, map, at }: AllocatedSweep): void {
  const { frame, frames } = sweep;
  const { lineAtAxis, linePerMm, lineStep, sampleAtAxis, samplePerMm, sampleStep } = map;
  new Float64Array(memory.buffer, at.struct).set([
    frame.planeOffsetMm,
    lineAtAxis,
    linePerMm,
    lineStep,
    sampleAtAxis,
    samplePerMm,
    sampleStep,
    angles.maxStepDeg,
    angles.medianStepDeg,
  ]);
  new Int32Array(memory.buffer, at.struct + 72).set([
    at.planes,
    frame.lines,
    frame.samples,
    frames,
    at.sorted,
    at.steps,
    at.order,
    at.bins,
  ]);
}

interface WorkAddresses {
  readonly work: number;
  readonly shares: number;
  readonly voxels: number;
  readonly coverage: number;
  readonly stride: number;
}

/** Writes the fields of `Work` in their order. */
function writeWork(
  memory: WebAssembly.Memory,
  { sizes, originMm, spacingMm }: VolumeGeometry,
  allocated: readonly AllocatedSweep[],
  at: WorkAddresses,
): void {
  const binsPerMm = SHARE_BINS_PER_VOXEL / spacingMm[0];
  new Float64Array(memory.buffer, at.work).set([
    originMm[0],
    spacingMm[0],
    originMm[2],
    spacingMm[2],
    binsPerMm,
  ]);
  const [firstSweep, secondSweep] = allocated.map((sweep) => sweep.at.struct);
  new Int32Array(memory.buffer, at.work + 40).set([
    sizes[0],
    sizes[1],
    at.stride,
    ANGLE_BINS,
    allocated.length,
    at.coverage,
    at.voxels,
    firstSweep ?? 0,
    secondSweep ?? 0,
    at.shares,
  ]);
}

/** Writes the share of the second sweep by distance from the axis and depth, in 256ths. */
function writeShares(
  memory: WebAssembly.Memory,
  [firstSweep, secondSweep]: readonly AllocatedSweep[],
  { sizes, spacingMm }: VolumeGeometry,
  at: WorkAddresses & { readonly shareBins: number },
): void {
  if (firstSweep === undefined || secondSweep === undefined) return;
  const shares = new Uint16Array(memory.buffer, at.shares);
  const weight = ({ sweep, map }: AllocatedSweep, r: number, j: number): number =>
    edgeWeight(
      sweep.frame,
      map.lineAtAxis + r * map.linePerMm + j * map.lineStep,
      map.sampleAtAxis + r * map.samplePerMm + j * map.sampleStep,
    );
  for (let bin = 0; bin < at.shareBins; bin += 1) {
    const r = (bin * spacingMm[0]) / SHARE_BINS_PER_VOXEL;
    for (let j = 0; j < sizes[1]; j += 1) {
      const second = weight(secondSweep, r, j);
      const sum = weight(firstSweep, r, j) + second;
      shares[bin * at.stride + j] = Math.round((256 * second) / sum);
    }
  }
}
