import type { Disposable, Scope } from '#foundation';

/** Makes the scope own `item`; removes `item` from the scope when disposed earlier. */
export function ownUntilDisposed(scope: Scope, item: Disposable): Disposable {
  const owned: Disposable = {
    dispose() {
      scope.release(owned);
      item.dispose();
    },
  };
  return scope.own(owned);
}
