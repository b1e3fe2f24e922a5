import type { Disposable, Problem, Result } from '#foundation';
import type { ReadonlyStore } from '../store.ts';

/** An action that the server can't undo; delayed so that the user can cancel before sending. */
export interface PendingAction {
  /** Id of the affected object. */
  readonly id: string;
  /** Text of the notice, in the past tense; `undo` labels its button. */
  readonly text: string;
  readonly undo: string;
  /** Shown at the user's next sign-in if the session ended before the action was confirmed. */
  readonly lostText: string;
  /** Sends the action; `keepalive` if the page is closing. */
  run(options: { readonly keepalive: boolean }): Promise<Result<unknown, Problem>>;
  /** Called after any response; reads the displayed data again. */
  settled?(): Promise<unknown>;
}

/**
 * Actions that are sent when their notice with Undo disappears, always with the bearer of the
 * requesting user. Signing out and closing the page send them first. If the session ends otherwise,
 * e.g. by another tab, they are not sent, and the user is notified at the next sign-in.
 */
export interface PendingActions extends Disposable {
  /** Ids of pending and running actions, which pages hide. */
  readonly store: ReadonlyStore<ReadonlySet<string>>;
  schedule(action: PendingAction): void;
  /** Sends all pending actions; resolves after the responses. */
  flush(): Promise<void>;
}
