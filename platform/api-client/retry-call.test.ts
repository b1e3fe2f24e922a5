import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, ok, type Result } from '#foundation';
import { type CallProblem, errorResponseProblem, unreachedProblem } from './call-problem.ts';
import { retryCall } from './retry-call.ts';

const LIMIT_MS = 60_000;
const withStatus = (status: number): Result<string, CallProblem> =>
  fail(errorResponseProblem('GET', status, ''));
const unreached: Result<string, CallProblem> = fail(unreachedProblem('GET', 'no route', false));

/** Returns a call with these results in order, the last of which repeats, and counts its calls. */
function callWith(...results: readonly Result<string, CallProblem>[]) {
  return vi.fn(async () => results[Math.min(call.mock.calls.length, results.length) - 1] ?? ok(''));
}
let call: ReturnType<typeof callWith>;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const start = (signal = new AbortController().signal, limitMs = LIMIT_MS) =>
  retryCall(call, limitMs, signal);

describe('retryCall', () => {
  it.each([
    ['the server is unreachable', unreached],
    ['the server starts', withStatus(503)],
    ['the server is busy', withStatus(429)],
    ['the server has an internal error', withStatus(500)],
  ])('repeats a call while %s', async (_why, failed) => {
    call = callWith(failed, failed, ok('done'));
    const result = start();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await result).toEqual(ok('done'));
    expect(call).toHaveBeenCalledTimes(3);
  });

  it.each([400, 401, 403, 404, 409, 412, 507])('returns a %i response at once', async (status) => {
    call = callWith(withStatus(status));
    expect(await start()).toMatchObject({ ok: false, problem: { status } });
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('waits at most 5 s between calls and returns the last problem at the limit', async () => {
    call = callWith(unreached);
    const result = start();
    await vi.advanceTimersByTimeAsync(LIMIT_MS + 1);
    expect(await result).toMatchObject({ ok: false, problem: { code: 'OFFLINE' } });
    expect(call.mock.calls.length).toBeGreaterThan(LIMIT_MS / 5_000);
    expect(call.mock.calls.length).toBeLessThan(25);
  });

  it('calls once without time for a retry', async () => {
    call = callWith(unreached);
    await start(undefined, 0);
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('stops waiting at an abort and returns the last problem', async () => {
    call = callWith(withStatus(500));
    const stop = new AbortController();
    const result = start(stop.signal);
    await vi.advanceTimersByTimeAsync(1);
    stop.abort();
    expect(await result).toMatchObject({ ok: false, problem: { status: 500 } });
  });

  it('returns a success that arrives after the abort, because the server has the bytes', async () => {
    const stop = new AbortController();
    call = vi.fn(async () => {
      stop.abort();
      return ok('stored');
    });
    expect(await start(stop.signal)).toEqual(ok('stored'));
  });

  it('calls nothing after an abort', async () => {
    call = callWith(ok('done'));
    expect(await start(AbortSignal.abort())).toMatchObject({ problem: { code: 'ABORTED' } });
    expect(call).not.toHaveBeenCalled();
  });

  it('throws what the call throws, without a retry', async () => {
    call = vi.fn(async () => {
      throw new Error('The file is not readable');
    });
    await expect(start()).rejects.toThrow('The file is not readable');
    expect(call).toHaveBeenCalledTimes(1);
  });
});
