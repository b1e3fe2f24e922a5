import { defineTexts } from '#foundation';

/** Texts of the sync with the cloud. */
export const syncTexts = defineTexts('cloud-sync', {
  badge: (status: string) => `Sync ${status.toLowerCase()}`,
  last: (when: string) => `Last sync ${when}`,
  never: 'Nothing was exchanged yet',
});
