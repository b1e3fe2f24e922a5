import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { KeyBinding, ModeRuntime } from '#core';
import type { KeyLayout } from '../keyboard/key-text.ts';
import { createKeyHints } from './key-hints.ts';

const binding = (key: string, id: string): KeyBinding => ({ key, kind: 'command', id, args: null });

it('key hints give extensions the user’s shortcuts of the running mode, in the user’s keyboard layout', () => {
  const mode = createStore<ModeRuntime | null>(() => null);
  const layout = createStore<KeyLayout>(() => new Map());
  const keys = createStore<readonly KeyBinding[]>(() => [
    binding('KeyF', 'views.fit'),
    binding('Digit0', 'views.fit'),
  ]);
  const hints = createKeyHints({ mode, layout });
  const hint = (): string | undefined => hints.store.getState().get('views.fit');
  expect(hint()).toBeUndefined();
  mode.setState({ keys } as unknown as ModeRuntime, true);
  expect(hint()).toBe('F');
  keys.setState([binding('KeyZ', 'views.fit')], true);
  layout.setState(new Map([['KeyZ', 'y']]), true);
  expect(hint()).toBe('Y');
  mode.setState(null, true);
  expect(hint()).toBeUndefined();
  hints.dispose();
  mode.setState({ keys } as unknown as ModeRuntime, true);
  expect(hint()).toBeUndefined();
});
