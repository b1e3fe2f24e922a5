import type { Disposable } from './disposable.ts';
import { messageOf } from './problem.ts';

/**
 * An owner of Disposables with a lifetime: application > mode > study. Leaving a scope undoes,
 * newest first, everything that entered in it, its children included. What is owned by a scope
 * that has already ended is disposed at once.
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

  /** How many things live in this scope; leak tests count it. */
  get size(): number {
    return this.#owned.size;
  }

  own<D extends Disposable>(item: D): D {
    if (this.ended) item.dispose();
    else this.#owned.add(item);
    return item;
  }

  /** Takes an item out without disposing it. */
  release(item: Disposable): void {
    this.#owned.delete(item);
  }

  child(name: string): Scope {
    const child: Scope = new Scope(`${this.name}/${name}`, () => this.release(child));
    return this.own(child);
  }

  /** Ends the scope. One member that fails to dispose does not keep the others alive. */
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
