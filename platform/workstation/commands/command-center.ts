import { createStore } from 'zustand/vanilla';
import type { ModeRuntime, ReadonlyStore } from '#core';
import { type Disposable, toDisposable } from '#foundation';
import type { KeyLayout } from '../layout/key-text.ts';

/** What the page that is shown offers, while it is shown. */
export interface PageAct {
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
  readonly page: ReadonlyStore<readonly PageAct[]>;
  readonly mode: ReadonlyStore<ModeRuntime | null>;
  readonly view: ReadonlyStore<CommandView | null>;
  readonly layout: ReadonlyStore<KeyLayout>;
  /** Adds to what the page offers, until disposed. */
  offer(acts: readonly PageAct[]): Disposable;
  setMode(runtime: ModeRuntime | null): void;
  show(view: CommandView | null): void;
  /** Runs an act of a page: now, or as soon as a page offers it. One wish at a time. */
  want(pageActId: string): void;
}

export function createCommandCenter(layout: ReadonlyStore<KeyLayout>): CommandCenter {
  const page = createStore<readonly PageAct[]>(() => []);
  const mode = createStore<ModeRuntime | null>(() => null);
  const view = createStore<CommandView | null>(() => null);
  const offers = new Set<readonly PageAct[]>();
  let wanted: string | null = null;

  function grant(): void {
    const found = page.getState().find((act) => act.id === wanted);
    if (found?.run === undefined) return;
    wanted = null;
    if ((found.enabled?.() ?? true) === true) found.run();
  }

  return {
    page,
    mode,
    view,
    layout,
    offer(acts) {
      // Another list each time: the same one may be offered from two places.
      const own = [...acts];
      offers.add(own);
      page.setState([...offers].flat(), true);
      grant();
      return toDisposable(() => {
        offers.delete(own);
        page.setState([...offers].flat(), true);
      });
    },
    setMode: (runtime) => mode.setState(runtime, true),
    show: (next) => view.setState(next, true),
    want(id) {
      wanted = id;
      grant();
    },
  };
}
