import { createStore } from 'zustand/vanilla';
import type { ReadonlyStore } from '#core';
import { messageOf } from '#foundation';
import { keyTexts } from '../texts/key-texts.ts';

/** Character of each key in the keyboard layout, by `KeyboardEvent.code`. */
export type KeyLayout = ReadonlyMap<string, string>;

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

const KEY_NAMES: Readonly<Record<string, string>> = {
  $mod: isMac ? '⌘' : keyTexts.control,
  Control: keyTexts.control,
  Shift: keyTexts.shift,
  Alt: keyTexts.alt,
  Space: keyTexts.space,
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
const ENGLISH_SIGNS: Readonly<Record<string, string>> = {
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
    .map((chord) => chordText(chord, layout))
    .join(', ');
}

function chordText(chord: string, layout: KeyLayout): string {
  const parts = chord.split('+');
  const mainKey = parts.pop() ?? '';
  // Drops Shift for a single sign such as '?', because typing the sign implies Shift on most
  // keyboards. A letter is typed without Shift.
  const isSign = mainKey.length === 1 && mainKey.toLowerCase() === mainKey.toUpperCase();
  const modifiers = isSign ? parts.filter((part) => part !== 'Shift') : parts;
  return [...modifiers.map((part) => KEY_NAMES[part] ?? part), mainKeyText(mainKey, layout)].join(
    ' + ',
  );
}

function mainKeyText(code: string, layout: KeyLayout): string {
  const character = layout.get(code);
  if (character !== undefined && character.trim() !== '') return character.toLocaleUpperCase();
  return (
    KEY_NAMES[code] ??
    ENGLISH_SIGNS[code] ??
    code
      .replace(/^(Key|Digit)(?=.$)/, '')
      .replace(/Numpad(.*)/, (_, sign: string) => keyTexts.numpad(sign))
  );
}

interface KeyboardWithLayout {
  getLayoutMap(): Promise<KeyLayout>;
}

/** Returns a store of the keyboard layout; empty until loaded and where the browser has none. */
export function loadKeyLayout(
  keyboard = (globalThis.navigator as { readonly keyboard?: KeyboardWithLayout } | undefined)
    ?.keyboard,
  log: (reason: string) => void = () => undefined,
): ReadonlyStore<KeyLayout> {
  const store = createStore<KeyLayout>(() => NO_LAYOUT);
  keyboard?.getLayoutMap().then(
    (layout) => store.setState(new Map(layout), true),
    // Keeps the English characters.
    (thrown: unknown) => log(messageOf(thrown)),
  );
  return store;
}
