import { type Disposable, Emitter } from '#foundation';

/**
 * Fetches what is wanted and what will be wanted next: at most so many at once, the most wanted
 * first, and keeps the latest ones. What is no longer wanted is not begun; what was begun is
 * finished and kept.
 */
export class PrefetchQueue<Value> {
  readonly #done = new Map<string, Value>();
  readonly #running = new Set<string>();
  readonly #arrived = new Emitter<string>();
  #wanted: readonly string[] = [];
  readonly #load: (id: string) => Promise<Value>;
  readonly #simultaneous: number;
  readonly #kept: number;

  constructor(load: (id: string) => Promise<Value>, simultaneous: number, kept: number) {
    this.#load = load;
    this.#simultaneous = simultaneous;
    this.#kept = kept;
  }

  /** What is wanted now, the most wanted first. */
  want(ids: readonly string[]): void {
    this.#wanted = ids;
    for (const id of ids) {
      const present = this.#done.get(id);
      if (present === undefined) continue;
      this.#done.delete(id);
      this.#done.set(id, present);
    }
    this.#pump();
  }

  get(id: string): Value | undefined {
    return this.#done.get(id);
  }

  /** Fetches it anew when it is wanted again: after a failure. */
  forget(id: string): void {
    this.#done.delete(id);
  }

  /** Told with the id of each one that has come. */
  on(listener: (id: string) => void): Disposable {
    return this.#arrived.on(listener);
  }

  #pump(): void {
    for (const id of this.#wanted) {
      if (this.#running.size >= this.#simultaneous) return;
      if (this.#done.has(id) || this.#running.has(id)) continue;
      this.#running.add(id);
      void this.#fetch(id);
    }
  }

  async #fetch(id: string): Promise<void> {
    try {
      this.#done.set(id, await this.#load(id));
    } finally {
      this.#running.delete(id);
      for (const old of this.#done.keys()) {
        if (this.#done.size <= this.#kept) break;
        if (!this.#wanted.includes(old)) this.#done.delete(old);
      }
      this.#pump();
      this.#arrived.emit(id);
    }
  }
}
