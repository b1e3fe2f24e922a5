import { defineTexts } from '#foundation';

/** Names of keys that are not a single character. */
export const keyTexts = defineTexts('keys', {
  control: 'Ctrl',
  shift: 'Shift',
  alt: 'Alt',
  space: 'Space',
  windows: 'Win',
  escape: 'Esc',
  delete: 'Del',
  pageUp: 'Page ↑',
  pageDown: 'Page ↓',
  numpad: (sign: string) => `Num ${sign}`,
});
