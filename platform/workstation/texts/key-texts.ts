import { defineTexts } from '#foundation';

/** What stands on the keys of a keyboard, where it is more than a sign. */
export const keyTexts = defineTexts('keys', {
  control: 'Ctrl',
  windows: 'Win',
  escape: 'Esc',
  delete: 'Del',
  pageUp: 'Page ↑',
  pageDown: 'Page ↓',
  numpad: (sign: string) => `Num ${sign}`,
});
