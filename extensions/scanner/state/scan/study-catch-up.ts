import type { ScanState } from '#contracts';
import type { Notices, ReadonlyStore, StudyDocument } from '#core';
import { type Clock, type Disposable, disposeAll, toDisposable } from '#foundation';
import type { ScanRunState } from './scan-run.ts';

/** A document that is still behind after a look at the server is looked at again. Milliseconds. */
const AGAIN_AFTER_MS = 1_000;

export interface StudyCatchUpOptions {
  readonly run: ReadonlyStore<ScanRunState>;
  readonly study: StudyDocument;
  readonly notices: Notices;
  readonly clock: Clock;
}

/**
 * Keeps the open study as far as the scan is: begun once the device records, complete with its
 * last frame. Compared whenever either changes, because the device may answer while the study is
 * still being opened.
 */
export class StudyCatchUp implements Disposable {
  readonly #options: StudyCatchUpOptions;
  #watching: readonly Disposable[] = [];
  #resting: Disposable | null = null;
  #reading = false;

  constructor(options: StudyCatchUpOptions) {
    this.#options = options;
  }

  watch(): Disposable {
    const { run, study } = this.#options;
    const look = (): void => this.#look();
    this.#watching = [toDisposable(run.subscribe(look)), toDisposable(study.store.subscribe(look))];
    return toDisposable(() => this.dispose());
  }

  /** Reads the study again; false when it could not be read, which is shown. */
  async now(): Promise<boolean> {
    const { study, notices } = this.#options;
    const refreshed = await study.refresh();
    if (!refreshed.ok) notices.showProblem(refreshed.problem);
    return refreshed.ok;
  }

  dispose(): void {
    disposeAll(this.#watching);
    this.#watching = [];
    this.#resting?.dispose();
    this.#resting = null;
  }

  #look(): void {
    if (this.#reading || this.#resting !== null || !this.#isBehind()) return;
    this.#reading = true;
    void this.now().finally(() => {
      this.#reading = false;
      if (this.#watching.length === 0) return;
      this.#resting = this.#options.clock.after(AGAIN_AFTER_MS, () => {
        this.#resting = null;
        this.#look();
      });
    });
  }

  #isBehind(): boolean {
    const { status, scans } = this.#options.study.store.getState();
    const { progress } = this.#options.run.getState();
    if (status !== 'ready' || progress === null) return false;
    const shown: ScanState | undefined = scans.find(({ id }) => id === progress.scanId)?.scanState;
    if (shown === undefined) return false;
    const records = progress.phase === 'recording' || progress.phase === 'paused';
    const isComplete = progress.phase === 'completed';
    return (records && shown === 'N') || (isComplete && shown !== 'C');
  }
}
