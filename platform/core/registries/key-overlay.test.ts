import { expect, it } from 'vitest';
import { actionName, isCharacterKey, overlayKeys } from './key-overlay.ts';
import type { KeyBinding } from './keys.ts';

const bind = (key: string, id: string, args?: unknown): KeyBinding => ({
  key,
  kind: 'command',
  id,
  args,
});
const mode = [
  bind('KeyM', 'measure'),
  bind('$mod+KeyZ', 'undo'),
  bind('ArrowUp', 'step', { by: 1 }),
];
const overlay = (keys: Record<string, string | null>, characterKeys = true) =>
  overlayKeys(mode, { characterKeys, keys }, [bind('', 'invert')]).bindings.map(
    ({ key, id }) => `${key} ${id}`,
  );

it('uses the mode’s keys without choices', () => {
  expect(overlay({})).toEqual(['KeyM measure', '$mod+KeyZ undo', 'ArrowUp step']);
});

it('replaces the mode’s key by the chosen key, and adds keys to actions without a default', () => {
  expect(overlay({ measure: 'KeyD', invert: 'KeyI' })).toEqual([
    'KeyD measure',
    'KeyI invert',
    '$mod+KeyZ undo',
    'ArrowUp step',
  ]);
});

it('prefers a chosen key to the same key of another action', () => {
  expect(overlay({ undo: 'KeyM' })).toEqual(['KeyM undo', 'ArrowUp step']);
});

it('leaves an action without a key if so chosen', () => {
  expect(overlay({ measure: null })).toEqual(['$mod+KeyZ undo', 'ArrowUp step']);
});

it('treats the same command with other arguments as another action', () => {
  expect(actionName(bind('', 'step', { by: -1 }))).not.toBe(
    actionName(bind('', 'step', { by: 1 })),
  );
  expect(overlay({ [actionName(bind('', 'step', { by: 1 }))]: 'PageUp' })[0]).toBe('PageUp step');
});

it('ignores a choice for an unknown action or with an invalid key', () => {
  expect(overlay({ 'gone.command': 'KeyM' })[0]).toBe('KeyM measure');
  const { bindings, problems } = overlayKeys(mode, { characterKeys: true, keys: { undo: '' } });
  expect([bindings.length, problems[0]?.code]).toEqual([2, 'KEY_INVALID']);
});

it('disables single-character keys but keeps Ctrl combinations and other keys', () => {
  expect(overlay({}, false)).toEqual(['$mod+KeyZ undo', 'ArrowUp step']);
  for (const key of ['KeyA', 'Shift+KeyA', 'Digit0', 'Shift+?', 'Equal', 'Numpad5']) {
    expect(isCharacterKey(key), key).toBe(true);
  }
  for (const key of ['Escape', 'Space', 'Delete', 'Alt+KeyA', '$mod+KeyK', 'F2', 'PageUp']) {
    expect(isCharacterKey(key), key).toBe(false);
  }
});
