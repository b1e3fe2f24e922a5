import type { Disposable, Scope } from '#foundation';

/** Owned by the scope, and forgotten by it when disposed before the scope ends. */
export function ownUntilDisposed(scope: Scope, item: Disposable): Disposable {
  const owned: Disposable = {
    dispose() {
      scope.release(owned);
      item.dispose();
    },
  };
  return scope.own(owned);
}
