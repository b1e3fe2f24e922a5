import { defineExtension } from '#core';

/** Shows how the sync stands. What is exchanged, and when, is the server's business. */
export const extension = defineExtension({
  id: 'cloud-sync',
  activate({ panels }) {
    panels.register({
      id: 'cloud-sync.badge',
      load: async () => (await import('./ui/sync-badge.tsx')).SyncBadge,
    });
  },
});
