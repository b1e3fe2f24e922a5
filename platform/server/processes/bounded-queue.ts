import { type Disposable, toDisposable } from '#foundation';

export interface QueueLimits {
  /** Maximum number of waiting callers. */
  readonly maxWaiting: number;
  /** Maximum wait in ms. */
  readonly waitMs: number;
}

/** Reason for a rejection: the queue is full, the wait was too long, or the caller left. */
export type QueueRejection = 'full' | 'too long' | 'left';

/** Admits one caller at a time in order of arrival, with a limited number of waiting callers. */
export class BoundedQueue {
  readonly #limits: QueueLimits;
  readonly #waiting = new Set<() => void>();
  #busy = false;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Returns a slot, to be disposed at the end, or the reason for a rejection. */
  async enter(signal: AbortSignal): Promise<Disposable | QueueRejection> {
    if (signal.aborted) return 'left';
    if (!this.#busy) return this.#takeSlot();
    if (this.#waiting.size >= this.#limits.maxWaiting) return 'full';
    return new Promise((resolve) => {
      const settle = (outcome: Disposable | QueueRejection): void => {
        this.#waiting.delete(onTurn);
        signal.removeEventListener('abort', onAbort);
        clearTimeout(timer);
        resolve(outcome);
      };
      const onTurn = (): void => settle(this.#takeSlot());
      const onAbort = (): void => settle('left');
      const timer = setTimeout(() => settle('too long'), this.#limits.waitMs);
      signal.addEventListener('abort', onAbort);
      this.#waiting.add(onTurn);
    });
  }

  #takeSlot(): Disposable {
    this.#busy = true;
    return toDisposable(() => {
      this.#busy = false;
      const [next] = this.#waiting;
      next?.();
    });
  }
}
