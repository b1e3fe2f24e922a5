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
  /** Address that the user wants to open; null for closing the application. */
  readonly path: string | null;
  stay(): void;
  leave(): void;
}

/**
 * Returns the warning about leaving the page for `path`, e.g. `/home`; null if nothing is lost
 * sight of. A null `path` means leaving the application.
 */
export type LeaveCheck = (path: string | null) => LeaveWarning | null;

/** Called once, with the end of the question. */
interface LeaveActions {
  stay?(): void;
  leave?(): void;
  /** The question was closed without an answer. */
  withdraw?(): void;
}

/** Warns users who leave a page while work on that page needs them. */
export interface LeaveGuard {
  readonly store: ReadonlyStore<{ readonly question: LeaveQuestion | null }>;
  /** Adds a check until disposed. */
  add(check: LeaveCheck): Disposable;
  /** Returns the first warning of the checks. */
  warningFor: LeaveCheck;
  /** Asks until one of the buttons is pressed or nothing warns any more; else leaves at once. */
  ask(path: string | null, actions: LeaveActions): void;
  /** Asks about a page that is left already, until one of the buttons is pressed. */
  askAfter(path: string, warning: LeaveWarning, actions: LeaveActions): void;
  /** Updates the open question; call after the answer of a check may have changed. */
  refresh(): void;
  /** Closes a question about leaving another page than that at the address, which is open now. */
  handleAddress(path: string): void;
}

interface OpenQuestion extends LeaveQuestion {
  /** True if the page is left already. */
  readonly isAfter: boolean;
  withdraw(): void;
}

export function createLeaveGuard(): LeaveGuard {
  const store = createStore<{ readonly question: OpenQuestion | null }>(() => ({
    question: null,
  }));
  const checks = new Set<LeaveCheck>();
  const warningFor: LeaveCheck = (path) => {
    for (const check of checks) {
      const warning = check(path);
      if (warning !== null) return warning;
    }
    return null;
  };
  const open = (
    question: Pick<OpenQuestion, 'path' | 'warning' | 'isAfter'>,
    { stay, leave, withdraw }: LeaveActions,
  ): void => {
    const closeAnd = (action: (() => void) | undefined) => (): void => {
      store.setState({ question: null });
      action?.();
    };
    const actions = {
      stay: closeAnd(stay),
      leave: closeAnd(leave),
      withdraw: closeAnd(withdraw),
    };
    store.setState({ question: { ...question, ...actions } });
  };
  const guard: LeaveGuard = {
    store,
    add(check) {
      // Wraps the check, because two callers may add the same function.
      const added: LeaveCheck = (path) => check(path);
      checks.add(added);
      return toDisposable(() => {
        checks.delete(added);
        // Later, because the check may be replaced in the same moment.
        queueMicrotask(guard.refresh);
      });
    },
    warningFor,
    ask(path, actions) {
      const warning = warningFor(path);
      if (warning === null) actions.leave?.();
      else open({ path, warning, isAfter: false }, actions);
    },
    askAfter: (path, warning, actions) => open({ path, warning, isAfter: true }, actions),
    refresh() {
      const { question } = store.getState();
      if (question === null || question.isAfter) return;
      const warning = warningFor(question.path);
      if (warning === null) question.withdraw();
      else if (warning.title !== question.warning.title) {
        store.setState({ question: { ...question, warning } });
      }
    },
    handleAddress(path) {
      const { question } = store.getState();
      if (question?.isAfter === true && question.path === path) return;
      question?.withdraw();
    },
  };
  return guard;
}
