import { createStore } from 'zustand/vanilla';
import { routes, type TimingTick } from '#contracts';
import type { ReadonlyStore, Session } from '#core';
import { type Clock, type Disposable, Scope, toDisposable } from '#foundation';
import type { ScannerClient } from '../scanner/scanner-client.ts';
import { isRunning } from './scan-progress.ts';
import type { ScanRunState } from './scan-run-state.ts';

/** Interval of the timing messages requested during a recording, in ms. */
const REQUESTED_INTERVAL_MS = 500;

/** Last reported time of a recording. */
export interface ScanTime {
  readonly elapsedSeconds: number;
  /** Null if unknown to the device. */
  readonly secondsLeft: number | null;
  /** Time of the report on this computer's clock, in ms. */
  readonly atMs: number;
  /** False in a pause, in which the time does not advance. */
  readonly isAdvancing: boolean;
}

/**
 * Returns the time at a later moment, extrapolated from the last report of the device; unchanged in
 * a pause.
 */
export function timeAt(time: ScanTime, nowMs: number): ScanTime {
  if (!time.isAdvancing) return time;
  const passedSeconds = Math.max(0, nowMs - time.atMs) / 1000;
  const secondsLeft =
    time.secondsLeft === null ? null : Math.max(0, time.secondsLeft - passedSeconds);
  return { ...time, atMs: nowMs, elapsedSeconds: time.elapsedSeconds + passedSeconds, secondsLeft };
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
  #timingRequest: 'none' | 'pending' | 'granted' = 'none';

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
    const isAdvancing = progress.phase === 'recording' && tick.phase === 'scanning';
    const atMs = this.#options.clock.now();
    this.store.setState({ time: { elapsedSeconds, secondsLeft, atMs, isAdvancing } });
  }

  #update({ progress }: ScanRunState): void {
    const isScanRunning = progress !== null && isRunning(progress);
    if (isScanRunning) this.#requestTiming(progress.deviceId);
    else {
      // Stops the timing messages if the page was left during a recording; after its end there are
      // none.
      if (progress === null && this.#timingRequest === 'granted') {
        void this.#options.scanner.setTiming(null);
      }
      this.#timingRequest = 'none';
    }
    const { time } = this.store.getState();
    if (time === null) return;
    if (!isScanRunning || `${progress.scanId}/${progress.epoch}` !== this.#attempt) {
      this.store.setState({ time: null });
      return;
    }
    const isRecording = progress.phase === 'recording';
    if (isRecording === time.isAdvancing) return;
    // A pause starts or ends before the device reports its time again.
    const atMs = this.#options.clock.now();
    this.store.setState({ time: { ...timeAt(time, atMs), atMs, isAdvancing: isRecording } });
  }

  #requestTiming(deviceId: string | null): void {
    const { session, scanner } = this.#options;
    if (this.#timingRequest !== 'none' || !session.mayCall(routes.leaseDevice)) return;
    this.#timingRequest = 'pending';
    void this.#setTimingIfLeased(scanner, deviceId);
  }

  /**
   * Requests timing messages; without a lease or connection, the ticks of the frames supply the
   * remaining time.
   */
  async #setTimingIfLeased(scanner: ScannerClient, deviceId: string | null): Promise<void> {
    const lease = await scanner.acquireLease(deviceId);
    if (!lease.ok || this.#timingRequest !== 'pending') return;
    const set = await scanner.setTiming(REQUESTED_INTERVAL_MS);
    if (set.ok && this.#timingRequest === 'pending') this.#timingRequest = 'granted';
  }
}
