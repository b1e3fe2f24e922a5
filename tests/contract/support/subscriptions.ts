/** Number of open subscriptions on wrapped objects. */
export interface SubscriptionCount {
  open: number;
}

/**
 * Wraps a service so that each `subscribe` and `on…` of the service and its stores counts until
 * disposed.
 */
export function countSubscriptions<T>(value: T, count: SubscriptionCount): T {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key, target);
      if (typeof member === 'function') {
        const isSubscription = key === 'subscribe' || /^on[A-Z]/.test(String(key));
        const call = (...args: unknown[]): unknown => Reflect.apply(member, target, args);
        return isSubscription ? countUntilDisposed(call, count) : call;
      }
      const isStore = typeof member === 'object' && member !== null && 'subscribe' in member;
      return isStore ? countSubscriptions(member, count) : member;
    },
  });
}

function countUntilDisposed(subscribe: (...args: unknown[]) => unknown, count: SubscriptionCount) {
  return (...args: unknown[]): unknown => {
    const undo = subscribe(...args);
    count.open += 1;
    let open = true;
    const close = (): void => {
      if (open) count.open -= 1;
      open = false;
    };
    if (typeof undo === 'function') {
      return () => {
        close();
        return undo();
      };
    }
    const disposable = undo as { dispose(): void };
    return {
      dispose() {
        close();
        disposable.dispose();
      },
    };
  };
}

/** Counts listeners on window and document until `restore`. */
export function countDomListeners(count: SubscriptionCount): { restore(): void } {
  const restorers = [window, document].map((target) => {
    const { addEventListener, removeEventListener } = target;
    target.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      count.open += 1;
      addEventListener.apply(target, args);
    };
    target.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      count.open -= 1;
      removeEventListener.apply(target, args);
    };
    return () => Object.assign(target, { addEventListener, removeEventListener });
  });
  return {
    restore() {
      for (const restore of restorers) restore();
    },
  };
}
