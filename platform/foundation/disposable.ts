/** Something that was registered, opened or started, and can be undone exactly once. */
export interface Disposable {
  dispose(): void;
}

/** Wraps an undo function; a second dispose does nothing. */
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

/** Disposes all together, the last one first. */
export function disposeAll(items: readonly Disposable[]): void {
  for (const item of [...items].reverse()) item.dispose();
}
