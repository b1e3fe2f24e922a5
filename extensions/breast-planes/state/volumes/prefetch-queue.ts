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
  #requested: readonly string[] = [];
  readonly #load: (id: string) => Promise<Value>;
  readonly #simultaneous: number;
  readonly #capacity: number;

  constructor(load: (id: string) => Promise<Value>, simultaneous: number, capacity: number) {
    this.#load = load;
    this.#simultaneous = simultaneous;
    this.#capacity = capacity;
  }

  /** What is wanted now, the most wanted first. */
  request(ids: readonly string[]): void {
    this.#requested = ids;
    for (const id of ids) {
      const present = this.#done.get(id);
      if (present === undefined) continue;
      this.#done.delete(id);
      this.#done.set(id, present);
    }
    this.#fetchNext();
  }

  get(id: string): Value | undefined {
    return this.#done.get(id);
  }

  /** Fetches it anew when it is wanted again: after a failure. */
  evict(id: string): void {
    this.#done.delete(id);
  }

  /** Told with the id of each one that has come. */
  on(listener: (id: string) => void): Disposable {
    return this.#arrived.on(listener);
  }

  #fetchNext(): void {
    for (const id of this.#requested) {
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
        if (this.#done.size <= this.#capacity) break;
        if (!this.#requested.includes(old)) this.#done.delete(old);
      }
      this.#fetchNext();
      this.#arrived.emit(id);
    }
  }
}
