import { SCAN_SERVICE_TIMEOUTS_MS, type TimingTick } from '#contracts';
import type { Disposable } from '#foundation';
import type { Attempt } from './attempts/attempt.ts';
import type { Condition } from './attempts/service-context.ts';

/**
 * Interval of the status of an idle device. The status is repeated, because a late last will may
 * have replaced the retained status.
 */
const RESTING_INTERVAL_MS = 5_000;
const BUSY_INTERVAL_MS = 1_000;
/** Interval of the timing messages until a client sets another. */
const DEFAULT_TIMING_INTERVAL_MS = 1_000;

/** Publishes status and timing periodically. */
export class StatusTicker implements Disposable {
  readonly #isBusy: () => boolean;
  readonly #publishStatus: () => void;
  readonly #publishTiming: () => void;
  #statusTimer: NodeJS.Timeout | null = null;
  #timingTimer: NodeJS.Timeout | null = null;

  constructor(callbacks: { isBusy(): boolean; publishStatus(): void; publishTiming(): void }) {
    this.#isBusy = callbacks.isBusy;
    this.#publishStatus = callbacks.publishStatus;
    this.#publishTiming = callbacks.publishTiming;
    this.#scheduleStatus();
    this.setTiming(DEFAULT_TIMING_INTERVAL_MS);
  }

  /** Sets the interval of the timing messages; null stops them. */
  setTiming(intervalMs: number | null): void {
    if (this.#timingTimer !== null) clearInterval(this.#timingTimer);
    this.#timingTimer =
      intervalMs === null ? null : setInterval(() => this.#publishTiming(), intervalMs);
  }

  dispose(): void {
    if (this.#statusTimer !== null) clearTimeout(this.#statusTimer);
    this.setTiming(null);
  }

  #scheduleStatus(): void {
    const intervalMs = this.#isBusy() ? BUSY_INTERVAL_MS : RESTING_INTERVAL_MS;
    // Checks every second, so that a device that starts to scan does not wait for the idle
    // interval.
    let waitedMs = 0;
    const check = (): void => {
      waitedMs += BUSY_INTERVAL_MS;
      if (waitedMs < intervalMs && !this.#isBusy()) {
        this.#statusTimer = setTimeout(check, BUSY_INTERVAL_MS);
        return;
      }
      this.#publishStatus();
      this.#scheduleStatus();
    };
    this.#statusTimer = setTimeout(check, BUSY_INTERVAL_MS);
  }
}

type Time = Pick<TimingTick, 'phase' | 'elapsedSeconds' | 'secondsLeft'>;

/**
 * Returns the elapsed and remaining time; null when idle. The remaining time of a preparation is
 * the rest of its caller's timeout.
 */
export function timingOf(condition: Condition, attempt: Attempt | null): Time | null {
  const { state } = condition;
  if (state === 'preparing' || state === 'checking') {
    const { elapsedSeconds } = condition;
    const { prepareScan, transducerCheck } = SCAN_SERVICE_TIMEOUTS_MS;
    const limit = (state === 'preparing' ? prepareScan : transducerCheck) / 1000;
    return { phase: state, elapsedSeconds, secondsLeft: Math.max(0, limit - elapsedSeconds) };
  }
  if ((state !== 'scanning' && state !== 'paused') || attempt === null) return null;
  const { time, framesStored, framesTotal } = attempt;
  return {
    phase: state,
    elapsedSeconds: time.elapsedSeconds,
    secondsLeft: time.secondsLeft(framesStored, framesTotal),
  };
}
