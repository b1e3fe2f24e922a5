import { defineTexts } from '#foundation';

/** Texts of tables. */
export const tableTexts = defineTexts('tables', {
  loadingMore: 'Loading more',
});
