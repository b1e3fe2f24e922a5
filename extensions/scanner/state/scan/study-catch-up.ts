import type { ScanState } from '#contracts';
import type { Notices, ReadonlyStore, StudyDocument } from '#core';
import { type Clock, type Disposable, disposeAll, toDisposable } from '#foundation';
import type { ScanRunState } from './scan-run-state.ts';

/** Delay in ms before a document that is still outdated after a read is read again. */
const RETRY_AFTER_MS = 1_000;

export interface StudyCatchUpOptions {
  readonly run: ReadonlyStore<ScanRunState>;
  readonly study: StudyDocument;
  readonly notices: Notices;
  readonly clock: Clock;
}

/**
 * Keeps the open study in step with the scan: started once the device records, complete after the
 * last frame. Compares study and scan whenever one of them changes, because the device may respond
 * while the study is still opening.
 */
export class StudyCatchUp implements Disposable {
  readonly #options: StudyCatchUpOptions;
  #subscriptions: readonly Disposable[] = [];
  #retryDelay: Disposable | null = null;
  #reading = false;

  constructor(options: StudyCatchUpOptions) {
    this.#options = options;
  }

  /** Compares study and scan until disposed. */
  watch(): Disposable {
    const { run, study } = this.#options;
    const check = (): void => this.#check();
    this.#subscriptions = [
      toDisposable(run.subscribe(check)),
      toDisposable(study.store.subscribe(check)),
    ];
    return toDisposable(() => this.dispose());
  }

  /** Reads the study again; returns false and shows a notice if the read fails. */
  async refresh(): Promise<boolean> {
    const { study, notices } = this.#options;
    const refreshed = await study.refresh();
    if (!refreshed.ok) notices.showProblem(refreshed.problem);
    return refreshed.ok;
  }

  dispose(): void {
    disposeAll(this.#subscriptions);
    this.#subscriptions = [];
    this.#retryDelay?.dispose();
    this.#retryDelay = null;
  }

  #check(): void {
    if (this.#reading || this.#retryDelay !== null || !this.#isOutdated()) return;
    this.#reading = true;
    void this.refresh().finally(() => {
      this.#reading = false;
      if (this.#subscriptions.length === 0) return;
      this.#retryDelay = this.#options.clock.after(RETRY_AFTER_MS, () => {
        this.#retryDelay = null;
        this.#check();
      });
    });
  }

  #isOutdated(): boolean {
    const { status, scans } = this.#options.study.store.getState();
    const { progress } = this.#options.run.getState();
    if (status !== 'ready' || progress === null) return false;
    const studyState: ScanState | undefined = scans.find(
      ({ id }) => id === progress.scanId,
    )?.scanState;
    if (studyState === undefined) return false;
    const isRecording = progress.phase === 'recording' || progress.phase === 'paused';
    const isComplete = progress.phase === 'completed';
    return (isRecording && studyState === 'N') || (isComplete && studyState !== 'C');
  }
}
