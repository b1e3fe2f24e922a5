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

it('without choices the mode’s keys hold', () => {
  expect(overlay({})).toEqual(['KeyM measure', '$mod+KeyZ undo', 'ArrowUp step']);
});

it('a chosen key takes the place of the mode’s, and what had none gets one', () => {
  expect(overlay({ measure: 'KeyD', invert: 'KeyI' })).toEqual([
    'KeyD measure',
    'KeyI invert',
    '$mod+KeyZ undo',
    'ArrowUp step',
  ]);
});

it('a chosen key wins over the mode’s for something else', () => {
  expect(overlay({ undo: 'KeyM' })).toEqual(['KeyM undo', 'ArrowUp step']);
});

it('an action may be left without a key', () => {
  expect(overlay({ measure: null })).toEqual(['$mod+KeyZ undo', 'ArrowUp step']);
});

it('the same command with other arguments is another action', () => {
  expect(actionName(bind('', 'step', { by: -1 }))).not.toBe(
    actionName(bind('', 'step', { by: 1 })),
  );
  expect(overlay({ [actionName(bind('', 'step', { by: 1 }))]: 'PageUp' })[0]).toBe('PageUp step');
});

it('a choice for something that is gone, or that is no key, changes nothing', () => {
  expect(overlay({ 'gone.command': 'KeyM' })[0]).toBe('KeyM measure');
  const { bindings, problems } = overlayKeys(mode, { characterKeys: true, keys: { undo: '' } });
  expect([bindings.length, problems[0]?.code]).toEqual([2, 'KEY_INVALID']);
});

it('single characters can be switched off; what needs Ctrl or is no character stays', () => {
  expect(overlay({}, false)).toEqual(['$mod+KeyZ undo', 'ArrowUp step']);
  for (const key of ['KeyA', 'Shift+KeyA', 'Digit0', 'Shift+?', 'Equal', 'Numpad5']) {
    expect(isCharacterKey(key), key).toBe(true);
  }
  for (const key of ['Escape', 'Space', 'Delete', 'Alt+KeyA', '$mod+KeyK', 'F2', 'PageUp']) {
    expect(isCharacterKey(key), key).toBe(false);
  }
});
