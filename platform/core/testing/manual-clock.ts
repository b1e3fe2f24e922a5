import { type Clock, toDisposable } from '#foundation';

export interface ManualClock extends Clock {
  /** Runs all timers due within `ms` in time order and settles promises. */
  advance(ms: number): Promise<void>;
  readonly pending: number;
}

/** Lets pending promise callbacks run. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Creates a clock that moves only by `advance`. */
export function manualClock(startMs = Date.UTC(2026, 0, 5, 9)): ManualClock {
  let nowMs = startMs;
  const timers = new Set<{ readonly atMs: number; readonly run: () => void }>();

  const nextDue = (untilMs: number) =>
    [...timers].filter((timer) => timer.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];

  return {
    now: () => nowMs,
    after(delayMs, run) {
      const timer = { atMs: nowMs + delayMs, run };
      timers.add(timer);
      return toDisposable(() => timers.delete(timer));
    },
    async advance(ms) {
      const untilMs = nowMs + ms;
      await settle();
      for (let timer = nextDue(untilMs); timer !== undefined; timer = nextDue(untilMs)) {
        timers.delete(timer);
        nowMs = timer.atMs;
        timer.run();
        await settle();
      }
      nowMs = untilMs;
    },
    get pending() {
      return timers.size;
    },
  };
}
