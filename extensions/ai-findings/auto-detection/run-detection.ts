import { Worker } from 'node:worker_threads';
import { ProblemError } from '#foundation';
import type { Detection, DetectionInput, DetectionMessage } from './detection-thread.ts';

/** Memory of the thread in MB for objects; the voxels lie outside this memory. */
const MAX_HEAP_MB = 1_024;
/** Maximum time in ms; a volume takes seconds. */
const MAX_MS = 10 * 60_000;

/**
 * Detects lesions on a thread of its own, so that the caller's thread stays free to renew the lease
 * of its job. Ends the thread after 10 minutes and when `signal` is aborted.
 * @param onProgress receives the share done, from 0 to 1; a rejection ends the detection
 * @throws ProblemError of an unusable volume, such as `DYNAMIC_RANGE_UNKNOWN`; the reason of `signal`
 */
export async function runDetection(
  input: DetectionInput,
  signal: AbortSignal,
  onProgress: (share: number) => Promise<void>,
): Promise<Detection> {
  signal.throwIfAborted();
  const thread = new Worker(new URL('./detection-thread.ts', import.meta.url), {
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const ends = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
  const { promise, resolve, reject } = Promise.withResolvers<Detection>();
  const onAbort = (): void => reject(ends.reason);
  ends.addEventListener('abort', onAbort, { once: true });
  thread.on('message', (message: DetectionMessage) => {
    if (message.kind === 'progress') onProgress(message.share).catch(reject);
    else if (message.kind === 'found') resolve(message.detection);
    else if (message.kind === 'rejected') reject(new ProblemError(message.problem));
    else reject(new Error(message.reason));
  });
  thread.once('error', reject);
  thread.once('exit', () => reject(new Error('The thread of the detection ended early')));
  try {
    return await promise;
  } finally {
    ends.removeEventListener('abort', onAbort);
    await thread.terminate();
  }
}
