import { defineTexts } from '#foundation';

/** Tables. */
export const tableTexts = defineTexts('tables', {
  loadingMore: 'Loading more',
});
