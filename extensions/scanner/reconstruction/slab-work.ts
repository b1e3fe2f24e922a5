import type { Kernel } from './kernels/load-kernel.ts';

/** Slabs (constant z) that a thread takes at a time. */
export const CHUNK = 8;

/** Places of the numbers by which threads agree. */
export const CONTROL = { next: 0, done: 1, stop: 2 } as const;

/** What a thread needs to take part; it can be sent to one. */
export interface SlabWork {
  readonly memory: WebAssembly.Memory;
  readonly control: number;
  readonly work: number;
  readonly scratch: number;
  readonly slabs: number;
}

/** Makes the next chunk of slabs that nobody has taken; false when there is none or all stopped. */
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
