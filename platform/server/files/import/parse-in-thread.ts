import { Worker } from 'node:worker_threads';
import { fail, type Result } from '#foundation';
import { stoppedReading, tooSlow } from './import-problems.ts';
import type { ImportTask } from './import-thread.ts';
import type { ImportedFile, ImportOptions } from './imported-files.ts';

const MAX_SECONDS = 120;

/**
 * Reads a foreign file in a thread of its own: others are served meanwhile, and a file that makes
 * its reader fail, or never end, harms no one else. `bytes` move to the thread where they can.
 */
export function parseInThread(
  bytes: Uint8Array<ArrayBuffer>,
  options: ImportOptions,
): Promise<Result<readonly ImportedFile[]>> {
  const task: ImportTask = { bytes, options };
  const ownsBuffer = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
  const thread = new Worker(new URL('./import-thread.ts', import.meta.url), {
    workerData: task,
    transferList: ownsBuffer ? [bytes.buffer] : [],
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      end(fail(tooSlow(MAX_SECONDS)));
      void thread.terminate();
    }, MAX_SECONDS * 1000);
    // A thread that is done ends by itself. Terminating it while it takes itself down ended the
    // whole process now and then (a segmentation fault in one of some 600 imports, Node 24.21).
    const end = (result: Result<readonly ImportedFile[]>): void => {
      clearTimeout(timer);
      resolve(result);
      thread.unref();
    };
    thread.once('message', end);
    thread.once('error', () => end(fail(stoppedReading())));
    thread.once('exit', () => end(fail(stoppedReading())));
  });
}
