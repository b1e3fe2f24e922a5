import type { Kernel } from './kernels/load-kernel.ts';

/** Slabs (constant z) per chunk. */
export const CHUNK = 8;

/** Indices of the numbers that coordinate the threads. */
export const CONTROL = { next: 0, done: 1, stop: 2 } as const;

/** Data of a worker thread; can be posted to a worker. */
export interface SlabWork {
  readonly memory: WebAssembly.Memory;
  readonly control: number;
  readonly work: number;
  readonly scratch: number;
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
