import { SCAN_SERVICE_TIMEOUTS_MS, type TimingTick } from '#contracts';
import type { Disposable } from '#foundation';
import type { Attempt } from './attempts/attempt.ts';
import type { Condition } from './attempts/scene.ts';

/** How often the status of a device at rest is told again: a late last will may have hidden it. */
const RESTING_EVERY_MS = 5_000;
const BUSY_EVERY_MS = 1_000;
/** Before anyone has set it. */
const TIMING_EVERY_MS = 1_000;

/** Tells status and time again and again. */
export class Clockwork implements Disposable {
  readonly #isBusy: () => boolean;
  readonly #tellStatus: () => void;
  readonly #tellTime: () => void;
  #statusTimer: NodeJS.Timeout | null = null;
  #timeTimer: NodeJS.Timeout | null = null;

  constructor(acts: { isBusy(): boolean; tellStatus(): void; tellTime(): void }) {
    this.#isBusy = acts.isBusy;
    this.#tellStatus = acts.tellStatus;
    this.#tellTime = acts.tellTime;
    this.#awaitStatus();
    this.setTiming(TIMING_EVERY_MS);
  }

  /** Null: time is not told. */
  setTiming(everyMs: number | null): void {
    if (this.#timeTimer !== null) clearInterval(this.#timeTimer);
    this.#timeTimer = everyMs === null ? null : setInterval(() => this.#tellTime(), everyMs);
  }

  dispose(): void {
    if (this.#statusTimer !== null) clearTimeout(this.#statusTimer);
    this.setTiming(null);
  }

  #awaitStatus(): void {
    const every = this.#isBusy() ? BUSY_EVERY_MS : RESTING_EVERY_MS;
    // Looked at each second: a device that starts to scan shall not wait for its slow turn.
    let waited = 0;
    const look = (): void => {
      waited += BUSY_EVERY_MS;
      if (waited < every && !this.#isBusy()) {
        this.#statusTimer = setTimeout(look, BUSY_EVERY_MS);
        return;
      }
      this.#tellStatus();
      this.#awaitStatus();
    };
    this.#statusTimer = setTimeout(look, BUSY_EVERY_MS);
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
  const left = time.secondsLeft(framesStored, framesTotal);
  const isKnown = left > 0 || framesStored === framesTotal;
  return {
    phase: state,
    elapsedSeconds: time.elapsedSeconds,
    secondsLeft: isKnown ? left : null,
  };
}
