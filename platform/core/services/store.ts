/** A value that changes and can be watched. zustand's vanilla stores are such. */
export interface ReadonlyStore<T> {
  getState(): T;
  subscribe(listener: (state: T, previous: T) => void): () => void;
}
