import { defineTexts, plural } from '#foundation';

/** Texts of the dialog in which one of many is found by typing. */
export const pickTexts = defineTexts('pick', {
  resultCount: (count: number) => plural(count, 'entry', 'entries'),
});
