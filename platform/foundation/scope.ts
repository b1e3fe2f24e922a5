import type { Disposable } from './disposable.ts';
import { messageOf } from './problem.ts';

/**
 * Owner of Disposables with a lifetime: application > mode > study. Disposing a scope disposes its
 * members and children, newest first; an item added to an ended scope is disposed at once.
 */
export class Scope implements Disposable {
  readonly name: string;
  readonly #owned = new Set<Disposable>();
  readonly #abort = new AbortController();
  readonly #onDispose: (() => void) | undefined;

  constructor(name: string, onDispose?: () => void) {
    this.name = name;
    this.#onDispose = onDispose;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get ended(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Number of members, counted by leak tests. */
  get size(): number {
    return this.#owned.size;
  }

  own<D extends Disposable>(item: D): D {
    if (this.ended) item.dispose();
    else this.#owned.add(item);
    return item;
  }

  /** Removes an item without disposing it. */
  release(item: Disposable): void {
    this.#owned.delete(item);
  }

  child(name: string): Scope {
    const child: Scope = new Scope(`${this.name}/${name}`, () => this.release(child));
    return this.own(child);
  }

  /** Ends the scope. Disposes all members even if some of them throw. */
  dispose(): void {
    if (this.ended) return;
    this.#abort.abort();
    const failures: string[] = [];
    for (const item of [...this.#owned].reverse()) {
      try {
        item.dispose();
      } catch (thrown) {
        failures.push(messageOf(thrown));
      }
    }
    this.#owned.clear();
    this.#onDispose?.();
    if (failures.length > 0) {
      throw new Error(
        `Scope ${this.name}: ${failures.length} not disposed: ${failures.join('; ')}`,
      );
    }
  }
}
