import { defineTexts } from '#foundation';

/** Titles of the modes. */
export const titleTexts = defineTexts('mode-titles', {
  reading: 'Reading',
  scanning: 'Scanning',
});
