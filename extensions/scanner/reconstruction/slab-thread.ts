import { parentPort, workerData } from 'node:worker_threads';
import { loadKernel } from './kernels/load-kernel.ts';
import { type SlabWork, workChunk } from './slab-work.ts';

/** A thread of a reconstruction: takes chunks of slabs until there are none. */
const slabWork = workerData as SlabWork;
const kernel = loadKernel(slabWork.memory);
while (workChunk(kernel, slabWork)) {
  // The next chunk.
}
parentPort?.postMessage('done');
