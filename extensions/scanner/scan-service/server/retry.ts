import { setTimeout as sleep } from 'node:timers/promises';
import type { Result } from '#foundation';
import { type CallProblem, isTransient } from './api-client.ts';

const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 5_000;

/**
 * Retries a call while its problem is temporary, for at most `timeoutMs` in total. Doubles the wait
 * each time (with jitter) up to 5 s. Returns the last result; an abort ends the retries at once.
 */
export async function withRetry<T>(
  call: () => Promise<Result<T, CallProblem>>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Result<T, CallProblem>> {
  const end = performance.now() + timeoutMs;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(MAX_WAIT_MS, 2 * waitMs)) {
    const result = await call();
    if (result.ok || signal.aborted || !isTransient(result.problem)) return result;
    if (performance.now() + waitMs > end) return result;
    await sleep(waitMs * (0.75 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
  }
}
