import { type Disposable, toDisposable } from '#foundation';

export interface LineLimits {
  /** How many may wait while one is at work. */
  readonly waiting: number;
  /** Longer than this nobody waits. */
  readonly waitMs: number;
}

/** Why someone got no turn: the line is full, the wait was too long, or the caller left. */
export type NoTurn = 'full' | 'too long' | 'left';

/** One at a time, in the order in which they came, and no more than a few of them waiting. */
export class WaitingLine {
  readonly #limits: LineLimits;
  readonly #waiting = new Set<() => void>();
  #busy = false;

  constructor(limits: LineLimits) {
    this.#limits = limits;
  }

  /** A turn, to be disposed at its end, or why there is none. */
  async enter(signal: AbortSignal): Promise<Disposable | NoTurn> {
    if (signal.aborted) return 'left';
    if (!this.#busy) return this.#turn();
    if (this.#waiting.size >= this.#limits.waiting) return 'full';
    return new Promise((resolve) => {
      const settle = (outcome: Disposable | NoTurn): void => {
        this.#waiting.delete(called);
        signal.removeEventListener('abort', left);
        clearTimeout(timer);
        resolve(outcome);
      };
      const called = (): void => settle(this.#turn());
      const left = (): void => settle('left');
      const timer = setTimeout(() => settle('too long'), this.#limits.waitMs);
      signal.addEventListener('abort', left);
      this.#waiting.add(called);
    });
  }

  #turn(): Disposable {
    this.#busy = true;
    return toDisposable(() => {
      this.#busy = false;
      const [next] = this.#waiting;
      next?.();
    });
  }
}
