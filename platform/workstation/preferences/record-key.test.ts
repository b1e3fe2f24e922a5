import { expect, it } from 'vitest';
import { recordKey } from './record-key.ts';

const press = (code: string, key: string, modifiers: Partial<KeyboardEvent> = {}) =>
  recordKey({
    code,
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...modifiers,
  });

it('records the physical key instead of its character', () => {
  expect(press('KeyZ', 'y')).toEqual({ kind: 'key', key: 'KeyZ' });
  expect(press('Equal', '=')).toEqual({ kind: 'key', key: 'Equal' });
});

it('records modifiers and treats Ctrl and Command alike', () => {
  const shiftAndAlt = { shiftKey: true, altKey: true };
  expect(press('KeyU', 'U', { ...shiftAndAlt, ctrlKey: true })).toEqual({
    kind: 'key',
    key: '$mod+Alt+Shift+KeyU',
  });
  expect(press('KeyU', 'u', { metaKey: true })).toEqual({ kind: 'key', key: '$mod+KeyU' });
});

it.each(['Control', 'Shift', 'Alt', 'Meta', 'CapsLock'])('waits while only %s is held', (key) => {
  expect(press(`${key}Left`, key).kind).toBe('incomplete');
});

it('rejects keys of the browser and keys for navigation', () => {
  expect(press('KeyW', 'w', { ctrlKey: true })).toMatchObject({ usedFor: 'browser' });
  expect(press('F5', 'F5')).toMatchObject({ usedFor: 'browser' });
  for (const key of ['Tab', 'Enter', 'Escape']) {
    expect(press(key, key)).toMatchObject({ kind: 'rejected', usedFor: 'navigation' });
  }
});
