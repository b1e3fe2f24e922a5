import { useEffect, useRef, useState } from 'react';
import { useApplication } from '../start/application-context.ts';

/** How long an act can be taken back, as long as its notice stands. */
export const UNDO_MS = 5_000;

/**
 * Acts that are done a few seconds later, so that they can be taken back; leaving the component
 * does them at once. For what the server can't undo. When somebody else, or nobody, is signed in by
 * then, they are not done: they would go out in that person's name.
 */
export function usePutOff(): {
  /** Ids of what is about to be done. */
  readonly pending: ReadonlySet<string>;
  putOff(id: string, act: () => void): void;
  /** False: it was done already. */
  takeBack(id: string): boolean;
} {
  const { session } = useApplication().services;
  const userId = (): string | null => session.store.getState().user?.id ?? null;
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const waiting = useRef(
    new Map<string, { readonly timer: ReturnType<typeof setTimeout>; act(): void }>(),
  );

  const forget = (id: string): boolean => {
    clearTimeout(waiting.current.get(id)?.timer);
    return waiting.current.delete(id);
  };

  useEffect(() => {
    const acts = waiting.current;
    const doAll = (): void => {
      for (const { timer, act } of acts.values()) {
        clearTimeout(timer);
        act();
      }
      acts.clear();
    };
    window.addEventListener('pagehide', doAll);
    return () => {
      window.removeEventListener('pagehide', doAll);
      doAll();
    };
  }, []);

  return {
    pending,
    putOff(id, wanted) {
      forget(id);
      const person = userId();
      const act = (): void => {
        if (userId() === person) wanted();
      };
      const timer = setTimeout(() => {
        waiting.current.delete(id);
        act();
      }, UNDO_MS);
      waiting.current.set(id, { timer, act });
      setPending((before) => new Set(before).add(id));
    },
    takeBack(id) {
      const inTime = forget(id);
      setPending((before) => new Set([...before].filter((one) => one !== id)));
      return inTime;
    },
  };
}
