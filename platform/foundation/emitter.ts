import type { Disposable } from './disposable.ts';
import { toDisposable } from './disposable.ts';

/** A typed event. Listeners run in the order they came; every subscription can be undone. */
export class Emitter<E> implements Disposable {
  readonly #listeners = new Set<(event: E) => void>();

  on(listener: (event: E) => void): Disposable {
    // A wrapper of its own lets one function subscribe twice and be undone once.
    const entry = (event: E): void => listener(event);
    this.#listeners.add(entry);
    return toDisposable(() => this.#listeners.delete(entry));
  }

  emit(event: E): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
