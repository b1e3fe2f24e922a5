import type { StudyDocument } from '#core';
import type { Disposable } from '#foundation';

/** Keeps the findings of scans loaded. */
export class ScanWatches implements Disposable {
  readonly #study: Pick<StudyDocument, 'watchScan'>;
  #watches: readonly Disposable[] = [];
  #ids = '';

  constructor(study: Pick<StudyDocument, 'watchScan'>) {
    this.#study = study;
  }

  /** Watches these scans and no other. */
  watch(ids: readonly string[]): void {
    if (ids.join() === this.#ids) return;
    this.#ids = ids.join();
    const earlier = this.#watches;
    // New watches first, so that findings of a scan in both lists stay loaded.
    this.#watches = ids.map((id) => this.#study.watchScan(id));
    for (const watch of earlier) watch.dispose();
  }

  dispose(): void {
    for (const watch of this.#watches) watch.dispose();
  }
}
