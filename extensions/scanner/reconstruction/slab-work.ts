import type { Kernel } from './kernels/load-kernel.ts';

/** Number of slabs in a chunk; a slab is one layer of voxels at constant z. */
export const CHUNK = 8;

/** Indices of the numbers that coordinate the threads: next slab, finished slabs, 1 to stop. */
export const CONTROL = { next: 0, done: 1, stop: 2 } as const;

/** Data that a thread needs to compute slabs; can be posted to a worker. */
export interface SlabWork {
  /** Shared by all threads; the next three fields are byte offsets in this memory. */
  readonly memory: WebAssembly.Memory;
  /** Numbers that coordinate the threads, see `CONTROL`. */
  readonly control: number;
  /** Volume, sweeps and tables: `Work` in `kernels/assembly/sweep.ts`. */
  readonly work: number;
  /** Scratch memory of this thread only. */
  readonly scratch: number;
  /** Number of slabs of the volume. */
  readonly slabs: number;
}

/**
 * Claims and computes the next chunk of slabs; returns false when none is left or the work was
 * stopped.
 */
export function workChunk(
  kernel: Kernel,
  { memory, control, work, scratch, slabs }: SlabWork,
): boolean {
  const shared = new Int32Array(memory.buffer, control, 4);
  if (Atomics.load(shared, CONTROL.stop) !== 0) return false;
  const from = Atomics.add(shared, CONTROL.next, CHUNK);
  if (from >= slabs) return false;
  const to = Math.min(slabs, from + CHUNK);
  for (let k = from; k < to; k += 1) kernel.slab(work, k, scratch);
  Atomics.add(shared, CONTROL.done, to - from);
  return true;
}
