import { defineTexts } from '#foundation';

export const syncTexts = defineTexts('cloud-sync', {
  badge: (status: string) => `Sync ${status.toLowerCase()}`,
  last: (when: string) => `Last sync ${when}`,
  never: 'Never synced',
});
