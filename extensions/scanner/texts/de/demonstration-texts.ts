import type { Translation } from '#foundation';
import type { demonstrationTexts } from '../demonstration-texts.ts';

export const demonstration = {
  sample: (number: number) =>
    `Beispiel ${number} der Demonstration, aus der simulierten Brust. Diesen Scan hat niemand befundet.`,
} satisfies Translation<typeof demonstrationTexts>;
