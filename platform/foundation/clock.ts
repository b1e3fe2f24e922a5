import type { Disposable } from './disposable.ts';
import { toDisposable } from './disposable.ts';

/** Time as a service, so that tests can control it. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** Runs once after `delayMs`; disposing cancels. */
  after(delayMs: number, run: () => void): Disposable;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return toDisposable(() => clearTimeout(timer));
  },
};
