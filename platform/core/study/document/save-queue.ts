import type { CallProblem } from '#api-client';
import { type Clock, type Disposable, fail, ok, type Problem, type Result } from '#foundation';

export type SaveState =
  | { readonly kind: 'saved'; readonly atMs: number | null }
  | { readonly kind: 'saving' }
  /** `rejected` if retrying is useless until the user changes or discards the edit. */
  | { readonly kind: 'failed'; readonly problem: Problem; readonly rejected: boolean };

/**
 * Result of a save: `done`, to be sent again at once (`again`) or after a delay (`later`), or
 * `rejected` until the user changes or discards the edit.
 */
export type SaveOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'again' }
  | { readonly kind: 'later'; readonly problem: Problem }
  | { readonly kind: 'rejected'; readonly problem: CallProblem };

export interface SaveQueueOptions {
  readonly clock: Clock;
  /** Sends the current content of `key`; never throws. */
  readonly save: (key: string) => Promise<SaveOutcome>;
  readonly onState: () => void;
}

const AUTOSAVE_MS = 300;
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;

/**
 * Saves keys in the order of their first change. A key that changes while queued is sent once with
 * its latest content.
 */
export class SaveQueue implements Disposable {
  readonly #options: SaveQueueOptions;
  #pending: readonly string[] = [];
  readonly #rejected = new Map<string, CallProblem>();
  /** Problem of the delayed save; null if no save is delayed. */
  #delayed: Problem | null = null;
  #running: Promise<void> | null = null;
  #timer: Disposable | null = null;
  #retries = 0;
  #savedAtMs: number | null = null;
  #ended = false;

  constructor(options: SaveQueueOptions) {
    this.#options = options;
  }

  get state(): SaveState {
    const [rejected] = this.#rejected.values();
    const problem = this.#delayed ?? rejected ?? null;
    if (problem !== null) return { kind: 'failed', problem, rejected: rejected !== undefined };
    if (this.#running !== null || this.#pending.length > 0) return { kind: 'saving' };
    return { kind: 'saved', atMs: this.#savedAtMs };
  }

  /** Reasons of the rejected saves, by key. */
  get rejections(): ReadonlyMap<string, CallProblem> {
    return this.#rejected;
  }

  add(key: string): void {
    if (this.#ended) return;
    this.#rejected.delete(key);
    if (!this.#pending.includes(key)) this.#pending = [...this.#pending, key];
    if (this.#running === null && this.#timer === null) {
      this.#schedule(AUTOSAVE_MS);
    }
    this.#options.onState();
  }

  /**
   * Shortens the delay of failed saves after reconnecting. Does not send at once, because the first
   * response may belong to another user's sign-in, which ends this queue.
   */
  retry(): void {
    if (this.#delayed !== null && this.#running === null) this.#schedule(AUTOSAVE_MS);
  }

  /** Removes and returns the rejected keys. */
  takeRejected(): readonly string[] {
    const keys = [...this.#rejected.keys()];
    this.#rejected.clear();
    return keys;
  }

  /** Sends all keys now, also rejected and delayed ones, and waits until the queue is empty. */
  async flush(): Promise<Result<void>> {
    this.#pending = [...this.#pending, ...this.#rejected.keys()];
    this.#rejected.clear();
    await this.#running;
    await this.#run();
    const { state } = this;
    return state.kind === 'failed' ? fail(state.problem) : ok(undefined);
  }

  dispose(): void {
    this.#ended = true;
    this.#timer?.dispose();
    this.#timer = null;
    this.#pending = [];
  }

  #schedule(delayMs: number): void {
    this.#timer?.dispose();
    this.#timer = this.#options.clock.after(delayMs, () => {
      this.#timer = null;
      void this.#run();
    });
  }

  #run(): Promise<void> {
    if (this.#running !== null) return this.#running;
    this.#timer?.dispose();
    this.#timer = null;
    this.#delayed = null;
    this.#running = this.#work().finally(() => {
      this.#running = null;
      this.#options.onState();
    });
    this.#options.onState();
    return this.#running;
  }

  async #work(): Promise<void> {
    for (;;) {
      const key = this.#pending[0];
      if (key === undefined || this.#ended) return;
      this.#pending = this.#pending.slice(1);
      const outcome = await this.#options.save(key);
      if (this.#ended) return;
      if (outcome.kind === 'later') {
        this.#delay(key, outcome.problem);
        return;
      }
      this.#retries = 0;
      this.#settle(key, outcome);
      this.#options.onState();
    }
  }

  #settle(key: string, outcome: SaveOutcome): void {
    if (outcome.kind === 'again') this.#putFirst(key);
    else if (outcome.kind === 'rejected') this.#rejected.set(key, outcome.problem);
    else this.#savedAtMs = this.#options.clock.now();
  }

  #delay(key: string, problem: Problem): void {
    this.#putFirst(key);
    this.#delayed = problem;
    this.#schedule(Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#retries));
    this.#retries = Math.min(this.#retries + 1, 5);
  }

  #putFirst(key: string): void {
    this.#pending = [key, ...this.#pending.filter((other) => other !== key)];
  }
}
