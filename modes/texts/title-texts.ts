import { defineTexts } from '#foundation';

/** What the ways of working are called. */
export const titleTexts = defineTexts('mode-titles', {
  reading: 'Reading',
  scanning: 'Scanning',
});
