import { defineTexts, plural } from '#foundation';

/** Texts of the searchable pick dialog. */
export const pickTexts = defineTexts('pick', {
  resultCount: (count: number) => plural(count, 'entry', 'entries'),
});
