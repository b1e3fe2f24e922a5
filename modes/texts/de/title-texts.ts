import type { Translation } from '#foundation';
import type { titleTexts } from '../title-texts.ts';

export const modeTitles = {
  reading: 'Befundung',
  scanning: 'Aufnahme',
} satisfies Translation<typeof titleTexts>;
