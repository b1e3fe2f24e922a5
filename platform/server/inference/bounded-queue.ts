import { type Disposable, toDisposable } from '#foundation';

export interface QueueLimits {
  /** How many may wait while one is at work. */
  readonly maxWaiting: number;
  /** Longer than this nobody waits. */
  readonly waitMs: number;
}

/** Why someone got no turn: the line is full, the wait was too long, or the caller left. */
export type QueueRejection = 'full' | 'too long' | 'left';

/** One at a time, in the order in which they came, and no more than a few of them waiting. */
export class BoundedQueue {
  readonly #limits: QueueLimits;
  readonly #waiting = new Set<() => void>();
  #busy = false;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** A turn, to be disposed at its end, or why there is none. */
  async enter(signal: AbortSignal): Promise<Disposable | QueueRejection> {
    if (signal.aborted) return 'left';
    if (!this.#busy) return this.#startNext();
    if (this.#waiting.size >= this.#limits.maxWaiting) return 'full';
    return new Promise((resolve) => {
      const settle = (outcome: Disposable | QueueRejection): void => {
        this.#waiting.delete(called);
        signal.removeEventListener('abort', onAbort);
        clearTimeout(timer);
        resolve(outcome);
      };
      const called = (): void => settle(this.#startNext());
      const onAbort = (): void => settle('left');
      const timer = setTimeout(() => settle('too long'), this.#limits.waitMs);
      signal.addEventListener('abort', onAbort);
      this.#waiting.add(called);
    });
  }

  #startNext(): Disposable {
    this.#busy = true;
    return toDisposable(() => {
      this.#busy = false;
      const [next] = this.#waiting;
      next?.();
    });
  }
}
