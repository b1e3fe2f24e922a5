/** A readable, observable value; implemented by zustand's vanilla stores. */
export interface ReadonlyStore<T> {
  getState(): T;
  subscribe(listener: (state: T, previous: T) => void): () => void;
}
