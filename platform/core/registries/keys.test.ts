// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { attachKeys, type KeyBinding, resolveKeys } from './keys.ts';

const bind = (key: string, id: string): KeyBinding => ({ key, kind: 'command', id, args: null });

const pressed: string[] = [];
const disposers: (() => void)[] = [];
afterEach(() => {
  for (const dispose of disposers.splice(0)) dispose();
  pressed.length = 0;
  document.body.innerHTML = '';
});

function listen(...bindings: readonly KeyBinding[]): void {
  const keys = attachKeys(window, bindings, (binding) => pressed.push(binding.id));
  disposers.push(() => keys.dispose());
}

function press(
  code: string,
  key: string,
  target: Element = document.body,
  init: KeyboardEventInit = {},
) {
  const event = new KeyboardEvent('keydown', {
    code,
    key,
    bubbles: true,
    cancelable: true,
    composed: true,
    ...init,
  });
  target.dispatchEvent(event);
  return event;
}

function addElement(html: string): Element {
  document.body.innerHTML = html;
  const element = document.querySelector('[data-focus]') ?? document.body.firstElementChild;
  if (element === null) throw new Error('nothing to focus');
  return element;
}

it('matches the physical key, whatever letter the keyboard layout prints', () => {
  listen(bind('KeyQ', 'q'));
  expect(press('KeyQ', 'a').defaultPrevented).toBe(true);
  expect(pressed).toEqual(['q']);
});

it('distinguishes undo from redo by Shift', () => {
  listen(bind('$mod+KeyZ', 'undo'), bind('$mod+Shift+KeyZ', 'redo'));
  press('KeyZ', 'z', document.body, { ctrlKey: true });
  press('KeyZ', 'Z', document.body, { ctrlKey: true, shiftKey: true });
  press('KeyZ', 'z');
  expect(pressed).toEqual(['undo', 'redo']);
});

it.each([
  '<input>',
  '<input type="search">',
  '<textarea></textarea>',
  '<div contenteditable="true"><b data-focus>x</b></div>',
  '<div role="textbox" tabindex="0"></div>',
])('ignores keys while the user types in %s', (html) => {
  listen(bind('KeyM', 'measure'));
  press('KeyM', 'm', addElement(html));
  expect(pressed).toEqual([]);
});

it('runs global Ctrl shortcuts while the user types', () => {
  const globalBindings = [bind('$mod+KeyK', 'palette'), bind('KeyB', 'dim')];
  const keys = attachKeys(window, globalBindings, (binding) => pressed.push(binding.id), {
    alsoInTexts: true,
  });
  disposers.push(() => keys.dispose());
  press('KeyK', 'k', addElement('<input>'), { ctrlKey: true });
  press('KeyB', 'b', addElement('<input>'));
  press('KeyK', 'k', addElement('<div role="dialog"><input data-focus></div>'), { ctrlKey: true });
  expect(pressed).toEqual(['palette']);
});

it('leaves text editing keys to text fields, also with Ctrl', () => {
  const globalBindings = [bind('$mod+Backspace', 'dismiss'), bind('$mod+ArrowLeft', 'back')];
  const keys = attachKeys(window, globalBindings, (binding) => pressed.push(binding.id), {
    alsoInTexts: true,
  });
  disposers.push(() => keys.dispose());
  press('Backspace', 'Backspace', addElement('<textarea></textarea>'), { ctrlKey: true });
  press('ArrowLeft', 'ArrowLeft', addElement('<input>'), { ctrlKey: true });
  expect(pressed).toEqual([]);
  press('Backspace', 'Backspace', addElement('<div tabindex="0"></div>'), { ctrlKey: true });
  expect(pressed).toEqual(['dismiss']);
});

it('leaves arrow keys to sliders and lists, but not letters', () => {
  listen(bind('ArrowUp', 'step'), bind('KeyM', 'measure'));
  press('ArrowUp', 'ArrowUp', addElement('<input type="range">'));
  press('ArrowUp', 'ArrowUp', addElement('<ul role="listbox"><li data-focus></li></ul>'));
  press('KeyM', 'm', addElement('<input type="range">'));
  press('ArrowUp', 'ArrowUp', addElement('<div tabindex="0"></div>'));
  expect(pressed).toEqual(['measure', 'step']);
});

it('ignores keys in dialogs and menus', () => {
  listen(bind('KeyM', 'measure'));
  press('KeyM', 'm', addElement('<div role="dialog"><button data-focus>Sign</button></div>'));
  press('KeyM', 'm', addElement('<div role="menu"><div role="menuitem" data-focus></div></div>'));
  expect(pressed).toEqual([]);
});

it('repeats scrolling and undo while a key is held, but no other action', () => {
  listen(bind('ArrowUp', 'step'), bind('$mod+KeyZ', 'undo'), bind('KeyL', 'lines'));
  for (const repeat of [false, true]) {
    press('ArrowUp', 'ArrowUp', document.body, { repeat });
    press('KeyZ', 'z', document.body, { repeat, ctrlKey: true });
    press('KeyL', 'l', document.body, { repeat });
  }
  expect(pressed).toEqual(['step', 'undo', 'lines', 'step', 'undo']);
});

it('ignores a key that another listener has handled', () => {
  listen(bind('Escape', 'select'));
  const dialog = addElement('<div></div>');
  dialog.addEventListener('keydown', (event) => event.preventDefault());
  press('Escape', 'Escape', dialog);
  expect(pressed).toEqual([]);
});

it('ignores keys after dispose', () => {
  const keys = attachKeys(window, [bind('KeyM', 'measure')], (binding) => pressed.push(binding.id));
  keys.dispose();
  press('KeyM', 'm');
  expect(pressed).toEqual([]);
});

it('reports the second action of a key by name and keeps the first', () => {
  const { bindings, problems } = resolveKeys([
    bind('$mod+Shift+KeyZ', 'redo'),
    bind('Shift+$mod+KeyZ', 'other'),
    bind('', 'nothing'),
  ]);
  expect(bindings.map(({ id }) => id)).toEqual(['redo']);
  expect(problems.map((problem) => problem.code)).toEqual(['KEY_CONFLICT', 'KEY_INVALID']);
  expect(problems[0]?.detail).toContain("'other'");
});
