import { expect, it } from 'vitest';
import { keyText, loadKeyLayout } from './key-text.ts';

it('keyText formats a shortcut as printed on the keyboard', () => {
  expect(keyText('$mod+Shift+KeyZ')).toBe('Ctrl + Shift + Z');
  expect(keyText('Digit0')).toBe('0');
  expect(keyText('Shift+ArrowUp')).toBe('Shift + ↑');
  expect(keyText('Alt+Space')).toBe('Alt + Space');
  expect(keyText('Equal')).toBe('=');
  expect(keyText('Shift+?')).toBe('?');
  expect(keyText('Shift+R')).toBe('Shift + R');
});

it('keyText uses the character of the user’s keyboard layout', async () => {
  const german = new Map([
    ['KeyZ', 'y'],
    ['Semicolon', 'ö'],
  ]);
  const layout = loadKeyLayout({ getLayoutMap: async () => german });
  expect(keyText('$mod+KeyZ', layout.getState())).toBe('Ctrl + Z');
  await expect.poll(() => layout.getState().size).toBe(2);
  expect(keyText('$mod+KeyZ', layout.getState())).toBe('Ctrl + Y');
  expect(keyText('Semicolon', layout.getState())).toBe('Ö');
});

it('keyText uses the English layout where the browser provides none', async () => {
  const logged: string[] = [];
  const reject = () => Promise.reject(new Error('not allowed'));
  const layout = loadKeyLayout({ getLayoutMap: reject }, (reason) => logged.push(reason));
  await expect.poll(() => logged).toEqual(['not allowed']);
  expect(keyText('KeyZ', layout.getState())).toBe('Z');
  expect(loadKeyLayout(undefined).getState().size).toBe(0);
});
