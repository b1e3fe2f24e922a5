import { type Disposable, Emitter } from '#foundation';

/**
 * Loads requested items and caches the latest: limited concurrency, highest priority first.
 * Unrequested loads are not started; started loads are completed and cached.
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

  /** Replaces the requests; highest priority first. */
  request(ids: readonly string[]): void {
    this.#requested = ids;
    for (const id of ids) {
      const value = this.#done.get(id);
      if (value === undefined) continue;
      this.#done.delete(id);
      this.#done.set(id, value);
    }
    this.#fetchNext();
  }

  get(id: string): Value | undefined {
    return this.#done.get(id);
  }

  /** Removes an item, so that the next request loads it again; used after a failure. */
  evict(id: string): void {
    this.#done.delete(id);
  }

  /** Calls the listener with the id of each completed load. */
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
