import { createStore } from 'zustand/vanilla';
import type { ReadonlyStore } from '#core';
import type { Problem, Result } from '#foundation';

export interface LesionState<Lesion> {
  readonly status: 'none' | 'loading' | 'running' | 'shown' | 'storing';
  /** Latest result; stays while another one is computed. */
  readonly lesion: Lesion | null;
  /** Why the latest prompt gave no result; null without a failure. */
  readonly problem: Problem | null;
}

/** Controls of a segmentation that nothing stores before acceptance. */
export interface LesionControls<Lesion> {
  readonly store: ReadonlyStore<LesionState<Lesion>>;
  /** Returns to the result before the latest click. */
  undo(): void;
  readonly canUndo: boolean;
  /** Stops a computation and returns to the shown result. */
  cancel(): void;
  /** Drops the result. */
  discard(): void;
  /** Marks the result as being stored, or ends that state with its problem. */
  setStoring(storing: boolean, problem?: Problem | null): void;
}

/** Results of one lesion by its prompts, with the earlier ones; a later prompt replaces a running one. */
export abstract class LesionHistory<Lesion extends object> implements LesionControls<Lesion> {
  readonly store = createStore<LesionState<Lesion>>(() => ({
    status: 'none',
    lesion: null,
    problem: null,
  }));
  /** Results before the shown one, oldest first. */
  #earlier: readonly Lesion[] = [];
  #running: AbortController | null = null;

  get canUndo(): boolean {
    return this.#earlier.length > 0;
  }

  undo(): void {
    const lesion = this.#earlier.at(-1);
    if (lesion === undefined) return;
    this.#stop();
    this.#earlier = this.#earlier.slice(0, -1);
    this.store.setState({ status: 'shown', lesion, problem: null });
  }

  cancel(): void {
    this.#stop();
    const { lesion } = this.store.getState();
    this.store.setState({ status: lesion === null ? 'none' : 'shown', problem: null });
  }

  discard(): void {
    this.#stop();
    this.#earlier = [];
    this.store.setState({ status: 'none', lesion: null, problem: null });
  }

  setStoring(storing: boolean, problem: Problem | null = null): void {
    this.store.setState({ status: storing ? 'storing' : 'shown', problem });
  }

  /**
   * Shows what `make` returns; null if the signal was aborted. `replace` keeps the earlier results, so
   * that undo skips the shown one. Returns why nothing was found; null also for an aborted computation.
   */
  protected async compute(
    status: 'loading' | 'running',
    history: 'keep' | 'replace',
    make: (signal: AbortSignal) => Promise<Result<Lesion> | null>,
  ): Promise<Problem | null> {
    this.#stop();
    const running = new AbortController();
    this.#running = running;
    this.store.setState({ status, problem: null });
    const made = await make(running.signal);
    if (running.signal.aborted || made === null) return null;
    this.#running = null;
    const { lesion: before } = this.store.getState();
    if (!made.ok) {
      const shown = before === null ? 'none' : 'shown';
      this.store.setState({ status: shown, problem: made.problem });
      return made.problem;
    }
    if (before !== null && history === 'keep') this.#earlier = [...this.#earlier, before];
    this.store.setState({ status: 'shown', lesion: made.value, problem: null });
    return null;
  }

  #stop(): void {
    this.#running?.abort();
    this.#running = null;
  }
}
