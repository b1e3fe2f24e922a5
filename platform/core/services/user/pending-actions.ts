import type { Disposable, Problem, Result } from '#foundation';
import type { ReadonlyStore } from '../store.ts';

/** Something that the server can't undo, and that a person may take back before it goes out. */
export interface PendingAction {
  /** Of what it is about. */
  readonly id: string;
  /** What the notice says, as if it were done, and the word on its button. */
  readonly text: string;
  readonly undo: string;
  /** Tells the person, at their next sign-in, that their session ended before it was done for sure. */
  readonly lostText: string;
  /** Sends it; `keepalive`: the page is about to go. */
  run(options: { readonly keepalive: boolean }): Promise<Result<unknown, Problem>>;
  /** After the answer, whatever it is: reads again what is shown. */
  settled?(): Promise<unknown>;
}

/**
 * Acts that wait as long as their notice with Undo stands. They go out with the bearer of whoever
 * asked for them or not at all: signing out and the end of the page send them first. When the session
 * has ended in another way, e.g. in another tab, whose word comes too late for a call, they are not
 * done, and whoever asked for them is told so once they are back.
 */
export interface PendingActions extends Disposable {
  /** Ids of what waits or is on its way: pages leave it out. */
  readonly store: ReadonlyStore<ReadonlySet<string>>;
  schedule(action: PendingAction): void;
  /** Sends all that wait; ends when the server has answered. */
  flush(): Promise<void>;
}
