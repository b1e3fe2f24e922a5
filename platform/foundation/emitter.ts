import type { Disposable } from './disposable.ts';
import { toDisposable } from './disposable.ts';

/**
 * A typed event. Listeners run in the order of subscription; every subscription can be disposed.
 */
export class Emitter<E> implements Disposable {
  readonly #listeners = new Set<(event: E) => void>();

  on(listener: (event: E) => void): Disposable {
    // Wraps the listener, so that the same function can subscribe twice and unsubscribe separately.
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
