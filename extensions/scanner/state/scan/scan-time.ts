import { createStore } from 'zustand/vanilla';
import type { TimingTick } from '#contracts';
import type { ReadonlyStore, Session } from '#core';
import { type Clock, type Disposable, Scope, toDisposable } from '#foundation';
import type { ScannerClient } from '../scanner/scanner-client.ts';
import { isRunning } from './scan-progress.ts';
import type { ScanRunState } from './scan-run-state.ts';

/** Interval of the timing messages requested during a recording, in ms. */
const TIMING_INTERVAL_MS = 500;

/** Last reported time of a recording. */
export interface ScanTime {
  readonly elapsedSeconds: number;
  /** Null if unknown to the device. */
  readonly secondsLeft: number | null;
  /** Time of the report on this computer's clock, in ms. */
  readonly atMs: number;
  /** False in a pause, in which the time does not advance. */
  readonly runs: boolean;
}

/**
 * Returns the time at a later moment: advances between two reports of the device, and stops in a
 * pause.
 */
export function timeAt(time: ScanTime, nowMs: number): ScanTime {
  if (!time.runs) return time;
  const since = Math.max(0, nowMs - time.atMs) / 1000;
  const secondsLeft = time.secondsLeft === null ? null : Math.max(0, time.secondsLeft - since);
  return { ...time, atMs: nowMs, elapsedSeconds: time.elapsedSeconds + since, secondsLeft };
}

export interface ScanTimeOptions {
  readonly run: ReadonlyStore<ScanRunState>;
  readonly scanner: ScannerClient;
  readonly session: Session;
  readonly clock: Clock;
}

/**
 * Tracks the time of the shown scan. The client that controls the scanner requests timing messages
 * twice per second while the scan is shown, and stops them when the page is left; other clients
 * only receive them.
 */
export class ScanTimeTracker implements Disposable {
  readonly store = createStore<{ readonly time: ScanTime | null }>(() => ({ time: null }));
  readonly #options: ScanTimeOptions;
  readonly #scope = new Scope('scan-time');
  /** The attempt whose time is in the store. */
  #attempt = '';
  #seq = -1;
  #timingRequest: 'no' | 'asking' | 'granted' = 'no';

  constructor(options: ScanTimeOptions) {
    this.#options = options;
    this.#scope.own(options.scanner.onTiming((tick) => this.#handleTick(tick)));
    this.#scope.own(toDisposable(options.run.subscribe((state) => this.#update(state))));
  }

  dispose(): void {
    this.#scope.dispose();
  }

  #handleTick(tick: TimingTick): void {
    const { progress } = this.#options.run.getState();
    if (progress === null || !isRunning(progress)) return;
    if (tick.scanId !== progress.scanId || tick.epoch !== progress.epoch) return;
    const attempt = `${tick.scanId}/${tick.epoch}`;
    // Sequence numbers grow across restarts of the service.
    if (attempt === this.#attempt && tick.seq <= this.#seq) return;
    this.#attempt = attempt;
    this.#seq = tick.seq;
    const { elapsedSeconds, secondsLeft } = tick;
    const runs = progress.phase === 'recording' && tick.phase === 'scanning';
    const atMs = this.#options.clock.now();
    this.store.setState({ time: { elapsedSeconds, secondsLeft, atMs, runs } });
  }

  #update({ progress }: ScanRunState): void {
    const runs = progress !== null && isRunning(progress);
    if (runs) this.#requestTiming();
    else {
      // Stops the timing messages if the page was left during a recording; after its end there are
      // none.
      if (progress === null && this.#timingRequest === 'granted') {
        void this.#options.scanner.setTiming(null);
      }
      this.#timingRequest = 'no';
    }
    const { time } = this.store.getState();
    if (time === null) return;
    if (!runs || `${progress.scanId}/${progress.epoch}` !== this.#attempt) {
      this.store.setState({ time: null });
      return;
    }
    const isRecording = progress.phase === 'recording';
    if (isRecording === time.runs) return;
    // A pause starts or ends before the device reports its time again.
    const now = this.#options.clock.now();
    this.store.setState({ time: { ...timeAt(time, now), atMs: now, runs: isRecording } });
  }

  #requestTiming(): void {
    const { session, scanner } = this.#options;
    if (this.#timingRequest !== 'no' || !session.can(['STUDY_CREATE'])) return;
    this.#timingRequest = 'asking';
    void this.#setTimingIfLeased(scanner);
  }

  /**
   * Requests timing messages; without a lease or connection, the ticks of the frames supply the
   * remaining time.
   */
  async #setTimingIfLeased(scanner: ScannerClient): Promise<void> {
    const lease = await scanner.acquireLease();
    if (!lease.ok || this.#timingRequest !== 'asking') return;
    const set = await scanner.setTiming(TIMING_INTERVAL_MS);
    if (set.ok && this.#timingRequest === 'asking') this.#timingRequest = 'granted';
  }
}
