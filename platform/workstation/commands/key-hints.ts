import { createStore } from 'zustand/vanilla';
import { actionName, type ModeRuntime, type ReadonlyStore } from '#core';
import { type Disposable, toDisposable } from '#foundation';
import type { CommandCenter } from '../application/command-center.ts';
import { keyText } from '../keyboard/key-text.ts';

/** Shortcuts of the running mode, for extensions; empty without a mode. */
export interface KeyHints extends Disposable {
  /** Shortcut as shown to the user, by action name. */
  readonly store: ReadonlyStore<ReadonlyMap<string, string>>;
}

/** Creates hints that follow the running mode, its shortcuts and the keyboard layout. */
export function createKeyHints({ mode, layout }: Pick<CommandCenter, 'mode' | 'layout'>): KeyHints {
  const read = (): ReadonlyMap<string, string> =>
    new Map(
      // Reversed, so that the first of several shortcuts of an action remains, as on the tool rail.
      [...(mode.getState()?.keys.getState() ?? [])]
        .reverse()
        .map((binding) => [actionName(binding), keyText(binding.key, layout.getState())]),
    );
  const store = createStore(read);
  const update = (): void => store.setState(read(), true);
  let unsubscribe: () => void = () => undefined;
  const subscribeKeys = (runtime: ModeRuntime | null): void => {
    unsubscribe();
    unsubscribe = runtime?.keys.subscribe(update) ?? (() => undefined);
    update();
  };
  const stops = [mode.subscribe(subscribeKeys), layout.subscribe(update)];
  subscribeKeys(mode.getState());
  return {
    store,
    dispose: toDisposable(() => {
      for (const stop of stops) stop();
      unsubscribe();
    }).dispose,
  };
}
