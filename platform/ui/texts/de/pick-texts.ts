import { plural, type Translation } from '#foundation';
import type { pickTexts } from '../pick-texts.ts';

export const pick = {
  resultCount: (count: number) => plural(count, 'Eintrag', 'Einträge'),
} satisfies Translation<typeof pickTexts>;
