import { SCAN_SERVICE_TIMEOUTS_MS, type TimingTick } from '#contracts';
import type { Disposable } from '#foundation';
import type { Attempt } from './attempts/attempt.ts';
import type { Condition } from './attempts/service-context.ts';

/** How often the status of a device at rest is told again: a late last will may have hidden it. */
const RESTING_INTERVAL_MS = 5_000;
const BUSY_INTERVAL_MS = 1_000;
/** Before anyone has set it. */
const TIMING_INTERVAL_MS = 1_000;

/** Tells status and time again and again. */
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
    this.setTiming(TIMING_INTERVAL_MS);
  }

  /** Null: time is not told. */
  setTiming(everyMs: number | null): void {
    if (this.#timingTimer !== null) clearInterval(this.#timingTimer);
    this.#timingTimer = everyMs === null ? null : setInterval(() => this.#publishTiming(), everyMs);
  }

  dispose(): void {
    if (this.#statusTimer !== null) clearTimeout(this.#statusTimer);
    this.setTiming(null);
  }

  #scheduleStatus(): void {
    const every = this.#isBusy() ? BUSY_INTERVAL_MS : RESTING_INTERVAL_MS;
    // Looked at each second: a device that starts to scan shall not wait for its slow turn.
    let waitedMs = 0;
    const check = (): void => {
      waitedMs += BUSY_INTERVAL_MS;
      if (waitedMs < every && !this.#isBusy()) {
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

/** Where the time goes now; null at rest. A preparation has at most what its caller waits. */
export function timeNow(condition: Condition, attempt: Attempt | null): Time | null {
  const { state } = condition;
  if (state === 'preparing' || state === 'checking') {
    const { elapsedSeconds } = condition;
    const { prepareScan, transducerCheck } = SCAN_SERVICE_TIMEOUTS_MS;
    const limit = (state === 'preparing' ? prepareScan : transducerCheck) / 1000;
    return { phase: state, elapsedSeconds, secondsLeft: Math.max(0, limit - elapsedSeconds) };
  }
  if ((state !== 'scanning' && state !== 'paused') || attempt === null) return null;
  const { time, framesStored, framesTotal } = attempt;
  const secondsLeft = time.secondsLeft(framesStored, framesTotal);
  const isKnown = secondsLeft > 0 || framesStored === framesTotal;
  return {
    phase: state,
    elapsedSeconds: time.elapsedSeconds,
    secondsLeft: isKnown ? secondsLeft : null,
  };
}
