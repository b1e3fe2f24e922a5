import type { CloudSyncStatus } from '#contracts';

/** Colour of the sync badge for each status. */
export const SYNC_COLOURS: Readonly<Record<CloudSyncStatus, string>> = {
  NOT_STARTED: 'var(--text-3)',
  SYNCING: 'var(--accent)',
  OFFLINE: 'var(--text-3)',
  CANCELLED: 'var(--sync-stopping)',
  STOPPING: 'var(--sync-stopping)',
  FAILED: 'var(--sync-failed)',
  DONE: 'var(--sync-done)',
};
