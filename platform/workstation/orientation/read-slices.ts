import type { MiddleSlice } from './middle-slices.ts';
import { MAX_SLICE_BYTES } from './slices-of-file.ts';

/** Maximum time in ms to read a file; the dropdowns can be used meanwhile. */
const TIMEOUT_MS = 20_000;

/**
 * Reads the middle slices of a volume file in a worker. Null for a file that is too large, takes too
 * long or can't be read, and after `signal` has aborted.
 */
export function readSlices(
  file: File,
  signal: AbortSignal,
): Promise<readonly MiddleSlice[] | null> {
  if (file.size > MAX_SLICE_BYTES || typeof Worker === 'undefined') return Promise.resolve(null);
  const worker = new Worker(new URL('./slices-worker.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve) => {
    const end = (slices: readonly MiddleSlice[] | null): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      worker.terminate();
      resolve(slices);
    };
    const onAbort = (): void => end(null);
    const timer = setTimeout(onAbort, TIMEOUT_MS);
    signal.addEventListener('abort', onAbort);
    worker.addEventListener('message', ({ data }: MessageEvent<readonly MiddleSlice[] | null>) =>
      end(data),
    );
    worker.addEventListener('error', onAbort);
    worker.postMessage(file);
  });
}
