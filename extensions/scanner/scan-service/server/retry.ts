import { setTimeout as sleep } from 'node:timers/promises';
import type { Result } from '#foundation';
import { type CallProblem, isTransient } from './api-client.ts';

const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 5_000;

/**
 * Repeats a call while its problem may pass, waiting twice as long each time (with jitter) up to
 * five seconds, for at most `timeoutMs` in all. Gives the last result; an abort ends it at once.
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
