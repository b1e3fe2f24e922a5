import { defineExtension } from '#core';

/** Shows the sync status. The server decides what is exchanged and when. */
export const extension = defineExtension({
  id: 'cloud-sync',
  activate({ panels }) {
    panels.register({
      id: 'cloud-sync.badge',
      load: async () => (await import('./ui/sync-badge.tsx')).SyncBadge,
    });
  },
});
