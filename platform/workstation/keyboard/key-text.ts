import { createStore } from 'zustand/vanilla';
import type { ReadonlyStore } from '#core';
import { messageOf } from '#foundation';
import { keyTexts } from '../texts/key-texts.ts';

/** Character of each key in the keyboard layout, by `KeyboardEvent.code`. */
export type KeyLayout = ReadonlyMap<string, string>;

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

const NAMES: Readonly<Record<string, string>> = {
  $mod: isMac ? '⌘' : keyTexts.control,
  Control: keyTexts.control,
  Meta: isMac ? '⌘' : keyTexts.windows,
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: keyTexts.escape,
  Delete: keyTexts.delete,
  Backspace: '⌫',
  PageUp: keyTexts.pageUp,
  PageDown: keyTexts.pageDown,
};

/** Characters of the English layout, for browsers without a layout API. */
const SIGNS: Readonly<Record<string, string>> = {
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
  Backquote: '`',
  Quote: "'",
  Semicolon: ';',
  Comma: ',',
  Period: '.',
  Slash: '/',
  Backslash: '\\',
};

const NO_LAYOUT: KeyLayout = new Map();

/** Formats `$mod+Shift+KeyZ` as 'Ctrl + Shift + Z' in the user's keyboard layout. */
export function keyText(key: string, layout: KeyLayout = NO_LAYOUT): string {
  return key
    .split(' ')
    .map((press) => pressText(press, layout))
    .join(', ');
}

function pressText(press: string, layout: KeyLayout): string {
  const parts = press.split('+');
  const main = parts.pop() ?? '';
  // Drops Shift for a single character, because the character already implies Shift on most
  // keyboards.
  const modifiers = main.length === 1 ? parts.filter((part) => part !== 'Shift') : parts;
  return [...modifiers.map((part) => NAMES[part] ?? part), mainText(main, layout)].join(' + ');
}

function mainText(code: string, layout: KeyLayout): string {
  const written = layout.get(code);
  if (written !== undefined && written.trim() !== '') return written.toLocaleUpperCase();
  return (
    NAMES[code] ??
    SIGNS[code] ??
    code
      .replace(/^(Key|Digit)(?=.$)/, '')
      .replace(/Numpad(.*)/, (_, sign: string) => keyTexts.numpad(sign))
  );
}

interface KeyboardWithLayout {
  getLayoutMap(): Promise<KeyLayout>;
}

/** Stores the keyboard layout; empty until loaded and where the browser provides none. */
export function watchKeyLayout(
  keyboard = (globalThis.navigator as { readonly keyboard?: KeyboardWithLayout } | undefined)
    ?.keyboard,
  log: (reason: string) => void = () => undefined,
): ReadonlyStore<KeyLayout> {
  const store = createStore<KeyLayout>(() => NO_LAYOUT);
  keyboard?.getLayoutMap().then(
    (layout) => store.setState(new Map(layout), true),
    // The English layout is used instead.
    (thrown: unknown) => log(messageOf(thrown)),
  );
  return store;
}
