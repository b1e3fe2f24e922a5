import type { Translation } from '#foundation';
import type { keyTexts } from '../key-texts.ts';

export const keys = {
  control: 'Strg',
  shift: 'Umschalt',
  alt: 'Alt',
  space: 'Leertaste',
  windows: 'Win',
  escape: 'Esc',
  delete: 'Entf',
  pageUp: 'Bild ↑',
  pageDown: 'Bild ↓',
  numpad: (sign: string) => `Num ${sign}`,
} satisfies Translation<typeof keyTexts>;
