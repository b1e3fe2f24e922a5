import { Worker } from 'node:worker_threads';
import { fail, type Result } from '#foundation';
import type { EnteredOrientation } from '#volume';
import { stoppedReading, tooSlow } from './import-problems.ts';
import type { ImportTask } from './import-thread.ts';
import type { ImportedFile } from './imported-files.ts';

/** Time limit after which the thread is terminated. */
const MAX_SECONDS = 120;

/**
 * Parses a file to import in a separate thread, so that the server stays responsive and a file that
 * crashes or hangs the parser affects no other request. Transfers `bytes`, which are then empty, to
 * the thread if they fill their buffer; copies them otherwise.
 */
export function parseInThread(
  bytes: Uint8Array<ArrayBuffer>,
  orientation: EnteredOrientation,
): Promise<Result<readonly ImportedFile[]>> {
  const task: ImportTask = { bytes, orientation };
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
    // A finished thread exits by itself. Calling `terminate` during its exit occasionally crashed
    // the whole process (a segmentation fault in about 1 of 600 imports, Node 24.21).
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
