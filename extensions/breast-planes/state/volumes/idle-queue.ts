import type { Disposable } from '#foundation';

type Work = () => void;

/** Maximum wait in ms for an idle browser. */
const LATEST_MS = 2_000;

/** Runs small tasks one by one while the browser is idle, newest first. */
export class IdleQueue implements Disposable {
  readonly #waiting = new Map<string, Work>();
  #callbackId: number | null = null;

  /** Replaces a waiting task of the same name. */
  add(name: string, work: Work): void {
    this.#waiting.delete(name);
    this.#waiting.set(name, work);
    this.#schedule();
  }

  drop(name: string): void {
    this.#waiting.delete(name);
  }

  dispose(): void {
    this.#waiting.clear();
    if (this.#callbackId !== null) cancelIdleCallback(this.#callbackId);
    this.#callbackId = null;
  }

  #schedule(): void {
    if (this.#callbackId !== null || this.#waiting.size === 0) return;
    this.#callbackId = requestIdleCallback(() => this.#next(), { timeout: LATEST_MS });
  }

  #next(): void {
    this.#callbackId = null;
    const last = [...this.#waiting.keys()].at(-1);
    const work = last === undefined ? undefined : this.#waiting.get(last);
    if (last !== undefined) this.#waiting.delete(last);
    work?.();
    this.#schedule();
  }
}
