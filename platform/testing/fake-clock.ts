import type { Clock } from '#foundation';
import { toDisposable } from '#foundation';

/** A clock that stands still until `advance`; see `fakeClock`. */
export interface FakeClock extends Clock {
  /** Advances the time and runs due timers in order, each at its own time. */
  advance(byMs: number): void;
  /** Number of timers that have neither run nor been cancelled. */
  readonly pending: number;
}

interface Timer {
  readonly dueMs: number;
  readonly run: () => void;
}

export function fakeClock(startMs = Date.UTC(2026, 0, 15, 9, 30)): FakeClock {
  const timers = new Set<Timer>();
  let nowMs = startMs;
  const nextUntil = (limitMs: number): Timer | null => {
    let next: Timer | null = null;
    for (const timer of timers) {
      if (timer.dueMs <= limitMs && (next === null || timer.dueMs < next.dueMs)) next = timer;
    }
    return next;
  };
  return {
    now: () => nowMs,
    after(delayMs, run) {
      const timer = { dueMs: nowMs + Math.max(0, delayMs), run };
      timers.add(timer);
      return toDisposable(() => timers.delete(timer));
    },
    advance(byMs) {
      const limitMs = nowMs + byMs;
      for (let timer = nextUntil(limitMs); timer !== null; timer = nextUntil(limitMs)) {
        timers.delete(timer);
        nowMs = timer.dueMs;
        timer.run();
      }
      nowMs = limitMs;
    },
    get pending() {
      return timers.size;
    },
  };
}
