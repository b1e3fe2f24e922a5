import pRetry from 'p-retry';
import { fail, ProblemError, type Result } from '#foundation';
import { type CallProblem, isTransient, unreachedProblem } from './call-problem.ts';

/** Wait before the first retry, and the maximum wait. */
const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 5_000;

/** Error form of a failed result, because `pRetry` retries only thrown errors. */
class FailedCall extends ProblemError {
  readonly isTransient: boolean;
  constructor(cause: CallProblem) {
    super(cause);
    this.isTransient = isTransient(cause);
  }
}

/**
 * Repeats a call while its problem is transient, for at most `timeoutMs` in total. The wait doubles
 * each time (with jitter) up to 5 s. Returns the last result; an abort ends the retries at once.
 * Throws what `call` throws.
 */
export async function retryCall<T>(
  call: () => Promise<Result<T, CallProblem>>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Result<T, CallProblem>> {
  let last: Result<T, CallProblem> = fail(unreachedProblem('retryCall', signal.reason, true));
  const attempt = async (): Promise<void> => {
    last = await call();
    if (!last.ok) throw new FailedCall(last.problem);
  };
  try {
    await pRetry(attempt, {
      retries: Number.POSITIVE_INFINITY,
      minTimeout: FIRST_WAIT_MS,
      maxTimeout: MAX_WAIT_MS,
      maxRetryTime: timeoutMs,
      randomize: true,
      signal,
      shouldRetry: ({ error }) => error instanceof FailedCall && error.isTransient,
    });
  } catch (thrown) {
    // An abort does not discard the last result: the server may have stored the data.
    if (!(thrown instanceof FailedCall) && !signal.aborted) throw thrown;
  }
  return last;
}
