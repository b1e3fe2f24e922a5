/** A registered, opened or started resource that can be undone exactly once. */
export interface Disposable {
  dispose(): void;
}

/** Wraps an undo function; repeated disposal has no effect. */
export function toDisposable(undo: () => void): Disposable {
  let done = false;
  return {
    dispose() {
      if (done) return;
      done = true;
      undo();
    },
  };
}

/** Disposes all items in reverse order. */
export function disposeAll(items: readonly Disposable[]): void {
  for (const item of [...items].reverse()) item.dispose();
}
