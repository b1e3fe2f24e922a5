import { createStore } from 'zustand/vanilla';
import type { ModeRuntime, ReadonlyStore } from '#core';
import { type Disposable, toDisposable } from '#foundation';
import type { KeyLayout } from '../keyboard/key-text.ts';

/** Action of the current page, available while the page is shown. */
export interface PageAction {
  /** Unique within the page, e.g. `patients.new`. */
  readonly id: string;
  readonly title: string;
  readonly icon?: string;
  /** Shortcut that a widget of the page handles itself; only listed in the help. */
  readonly key?: string;
  /** Returns true or the reason for being disabled; absent means always enabled. */
  readonly enabled?: () => true | string;
  /** Absent when only the shortcut triggers the action. */
  readonly run?: () => void;
}

/** Dialog that lists actions or shortcuts. */
export type CommandView = 'palette' | 'help';

/** Actions of the current page, the current mode, and the open view: palette, help or none. */
export interface CommandCenter {
  readonly pageActions: ReadonlyStore<readonly PageAction[]>;
  readonly mode: ReadonlyStore<ModeRuntime | null>;
  readonly view: ReadonlyStore<CommandView | null>;
  /** Keyboard layout of the user, by which shortcuts are shown. */
  readonly layout: ReadonlyStore<KeyLayout>;
  /** Adds page actions until disposed. */
  offer(actions: readonly PageAction[]): Disposable;
  setMode(runtime: ModeRuntime | null): void;
  show(view: CommandView | null): void;
  /**
   * Runs a page action now, or as soon as a page offers it. A new request replaces a pending one.
   * Does not run a disabled action.
   */
  requestAction(pageActionId: string): void;
}

/** Creates a command center without actions, mode or open view. */
export function createCommandCenter(layout: ReadonlyStore<KeyLayout>): CommandCenter {
  const pageActions = createStore<readonly PageAction[]>(() => []);
  const mode = createStore<ModeRuntime | null>(() => null);
  const view = createStore<CommandView | null>(() => null);
  const offers = new Set<readonly PageAction[]>();
  let requestedId: string | null = null;

  function runRequested(): void {
    const match = pageActions.getState().find((action) => action.id === requestedId);
    if (match?.run === undefined) return;
    requestedId = null;
    if ((match.enabled?.() ?? true) === true) match.run();
  }

  return {
    pageActions,
    mode,
    view,
    layout,
    offer(actions) {
      // Copies the list, because two components may offer the same array.
      const offered = [...actions];
      offers.add(offered);
      pageActions.setState([...offers].flat(), true);
      runRequested();
      return toDisposable(() => {
        offers.delete(offered);
        pageActions.setState([...offers].flat(), true);
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
