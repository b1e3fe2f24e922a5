import { createStore } from 'zustand/vanilla';
import type { ModeRuntime, ReadonlyStore } from '#core';
import { type Disposable, toDisposable } from '#foundation';
import type { KeyLayout } from '../layout/key-text.ts';

/** What the page that is shown offers, while it is shown. */
export interface PageAction {
  /** Unique in the page, e.g. `patients.new`. */
  readonly id: string;
  readonly title: string;
  readonly icon?: string;
  /** The key of a widget that does it, for the help. */
  readonly key?: string;
  /** Absent: always. */
  readonly enabled?: () => true | string;
  /** Absent: only the key does it. */
  readonly run?: () => void;
}

export type CommandView = 'palette' | 'help';

/** What is possible on the screen now, and which view of it is open. */
export interface CommandCenter {
  readonly page: ReadonlyStore<readonly PageAction[]>;
  readonly mode: ReadonlyStore<ModeRuntime | null>;
  readonly view: ReadonlyStore<CommandView | null>;
  readonly layout: ReadonlyStore<KeyLayout>;
  /** Adds to what the page offers, until disposed. */
  offer(actions: readonly PageAction[]): Disposable;
  setMode(runtime: ModeRuntime | null): void;
  show(view: CommandView | null): void;
  /** Runs an act of a page: now, or as soon as a page offers it. One wish at a time. */
  requestAction(pageActionId: string): void;
}

export function createCommandCenter(layout: ReadonlyStore<KeyLayout>): CommandCenter {
  const page = createStore<readonly PageAction[]>(() => []);
  const mode = createStore<ModeRuntime | null>(() => null);
  const view = createStore<CommandView | null>(() => null);
  const offers = new Set<readonly PageAction[]>();
  let requestedId: string | null = null;

  function runRequested(): void {
    const match = page.getState().find((action) => action.id === requestedId);
    if (match?.run === undefined) return;
    requestedId = null;
    if ((match.enabled?.() ?? true) === true) match.run();
  }

  return {
    page,
    mode,
    view,
    layout,
    offer(actions) {
      // Another list each time: the same one may be offered from two places.
      const offered = [...actions];
      offers.add(offered);
      page.setState([...offers].flat(), true);
      runRequested();
      return toDisposable(() => {
        offers.delete(offered);
        page.setState([...offers].flat(), true);
      });
    },
    setMode: (runtime) => mode.setState(runtime, true),
    show: (next) => view.setState(next, true),
    requestAction(id) {
      requestedId = id;
      runRequested();
    },
  };
}
