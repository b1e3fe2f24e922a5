import { createStore } from 'zustand/vanilla';
import { type Disposable, toDisposable } from '#foundation';
import type { ReadonlyStore } from '../store.ts';

/** Texts of the question before the user leaves a page with running work. */
export interface LeaveWarning {
  readonly title: string;
  /** What happens to the work when the user leaves, in at most two sentences. */
  readonly text: string;
  /** Button that stays on the page or returns to it. */
  readonly stay: string;
  /** Button that leaves the page. */
  readonly leave: string;
}

/** The open question and its two buttons. */
export interface LeaveQuestion {
  readonly warning: LeaveWarning;
  stay(): void;
  leave(): void;
}

/**
 * Returns the warning about leaving the page for `path`, e.g. `/home`; null if nothing is lost
 * sight of. A null `path` means leaving the application.
 */
export type LeaveCheck = (path: string | null) => LeaveWarning | null;

/** Warns users who leave a page while work on that page needs them. */
export interface LeaveGuard {
  readonly store: ReadonlyStore<{ readonly question: LeaveQuestion | null }>;
  /** Adds a check until disposed. */
  add(check: LeaveCheck): Disposable;
  /** Returns the first warning of the checks. */
  warningFor: LeaveCheck;
  /** Asks until one of the buttons is pressed. */
  ask(warning: LeaveWarning, actions: { stay?(): void; leave?(): void }): void;
}

export function createLeaveGuard(): LeaveGuard {
  const store = createStore<{ readonly question: LeaveQuestion | null }>(() => ({
    question: null,
  }));
  const checks = new Set<LeaveCheck>();
  const close = (): void => store.setState({ question: null });
  return {
    store,
    add(check) {
      // Wraps the check, because two callers may add the same function.
      const added: LeaveCheck = (path) => check(path);
      checks.add(added);
      return toDisposable(() => void checks.delete(added));
    },
    warningFor(path) {
      for (const check of checks) {
        const warning = check(path);
        if (warning !== null) return warning;
      }
      return null;
    },
    ask(warning, { stay, leave }) {
      const answer = (action: (() => void) | undefined) => (): void => {
        close();
        action?.();
      };
      store.setState({ question: { warning, stay: answer(stay), leave: answer(leave) } });
    },
  };
}
