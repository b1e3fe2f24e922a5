import { Worker } from 'node:worker_threads';
import type { KernelMemory } from './kernels/kernel-memory.ts';
import { loadKernel } from './kernels/load-kernel.ts';
import { CONTROL, type SlabWork, workChunk } from './slab-work.ts';

/**
 * Called between chunks with finished and total slabs; may delay the work, and throws to cancel.
 */
export type SlabProgress = (done: number, total: number) => Promise<void>;

/**
 * Computes all slabs on this thread and on one more thread per additional scratch of the kernels.
 * If a thread does not start, the other threads compute its slabs.
 */
export async function runSlabs(
  kernels: KernelMemory,
  slabs: number,
  progress: SlabProgress,
): Promise<void> {
  const shared = new Int32Array(kernels.memory.buffer, kernels.control, 4).fill(0);
  const [mainScratch = 0, ...others] = kernels.scratch;
  const { memory, control, work } = kernels;
  const workOf = (scratch: number): SlabWork => ({ memory, control, work, scratch, slabs });
  const threads = others.map((scratch) => startThread(workOf(scratch)));
  try {
    // The first thread runs on this thread, so that at least one thread always runs.
    do {
      await progress(Math.min(slabs, Atomics.load(shared, CONTROL.done)), slabs);
    } while (workChunk(kernels.kernel, workOf(mainScratch)));
    await Promise.all(threads.map((thread) => thread.ended));
    if (Atomics.load(shared, CONTROL.done) !== slabs) rebuildAll(kernels, slabs);
    await progress(slabs, slabs);
  } finally {
    Atomics.store(shared, CONTROL.stop, 1);
    await Promise.all(threads.map((thread) => thread.ended));
  }
}

/** Computes all slabs again on this thread, because the chunk of a crashed thread is unknown. */
function rebuildAll(kernels: KernelMemory, slabs: number): void {
  const kernel = loadKernel(kernels.memory);
  for (let k = 0; k < slabs; k += 1) kernel.slab(kernels.work, k, kernels.scratch[0] ?? 0);
}

/** Starts a thread. `ended` never rejects; missing work shows in the count of slabs. */
function startThread(work: SlabWork): { readonly ended: Promise<void> } {
  try {
    const thread = new Worker(new URL('./slab-thread.ts', import.meta.url), { workerData: work });
    return {
      ended: new Promise((resolve) => {
        thread.once('error', () => resolve());
        thread.once('exit', () => resolve());
      }),
    };
  } catch {
    return { ended: Promise.resolve() };
  }
}
