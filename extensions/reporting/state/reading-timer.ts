import { MAX_HEARTBEAT_MS } from '#contracts';
import type { Clock, Disposable } from '#foundation';

/** Interval of the timer in ms. */
const TICK_MS = 1_000;
/** Longest step of the timer that counts; a longer one is a sleep of the computer. */
const MAX_TICK_MS = 5_000;
/** Active time in ms after which it is reported to the server. */
const REPORT_MS = 15_000;

export interface ReadingTimerOptions {
  readonly clock: Clock;
  /** True while the case is open and the page is visible. */
  readonly isActive: () => boolean;
  readonly onTick: (addedMs: number) => void;
  /** Sends active time; resolves to false if it was not stored. */
  readonly report: (activeMs: number) => Promise<boolean>;
}

/** Measures the time in which a case is open and visible, until disposed. */
export interface ReadingTimer extends Disposable {
  /** Returns active time in ms that was not reported yet, and counts it as reported. */
  take(): number;
  /** Adds active time back whose report has failed. */
  giveBack(ms: number): void;
}

export function startReadingTimer(options: ReadingTimerOptions): ReadingTimer {
  const { clock, isActive, onTick, report } = options;
  let unreportedMs = 0;
  let last = { atMs: clock.now(), active: isActive() };
  const take = (): number => {
    const ms = Math.min(unreportedMs, MAX_HEARTBEAT_MS);
    unreportedMs -= ms;
    return ms;
  };
  const send = async (): Promise<void> => {
    const ms = take();
    if (ms > 0 && !(await report(ms))) unreportedMs += ms;
  };
  const tick = (): void => {
    const now = { atMs: clock.now(), active: isActive() };
    if (now.active && last.active) {
      const stepMs = Math.min(now.atMs - last.atMs, MAX_TICK_MS);
      unreportedMs += stepMs;
      onTick(stepMs);
    }
    if (unreportedMs >= REPORT_MS || (last.active && !now.active)) void send();
    last = now;
    pending = clock.after(TICK_MS, tick);
  };
  let pending = clock.after(TICK_MS, tick);
  return {
    take,
    giveBack: (ms) => {
      unreportedMs += ms;
    },
    dispose: () => pending.dispose(),
  };
}
