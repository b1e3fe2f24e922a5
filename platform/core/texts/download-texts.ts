import { defineTexts } from '#foundation';

/** Texts of downloads by URL. */
export const downloadTexts = defineTexts('downloads', {
  failed: 'The file was not downloaded',
  noReason: 'The server gave no reason, or could not be reached.',
  next: 'Try again. If it fails again, contact your administrator.',
});
