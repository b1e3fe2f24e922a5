import { workerData } from 'node:worker_threads';
import { loadKernel } from './kernels/load-kernel.ts';
import { type SlabWork, workChunk } from './slab-work.ts';

/** Worker thread of a reconstruction; computes chunks of slabs until none are left. */
const slabWork = workerData as SlabWork;
const kernel = loadKernel(slabWork.memory);
while (workChunk(kernel, slabWork)) {
  // Continues with the next chunk.
}
