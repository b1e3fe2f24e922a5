import { type ReactNode, useEffect, useState } from 'react';
import { type CloudSyncState, type CloudSyncStatus, cloudSyncStatus } from '#contracts';
import { apiToken, liveToken, type PanelProps } from '#core';
import { syncStampOf, systemClock } from '#foundation';
import { type SyncWatch, watchSync } from '../state/sync-watch.ts';
import { syncTexts } from '../texts/sync-texts.ts';
import styles from './sync-badge.module.css';

/** Colour of the dot for each status. */
const COLOURS: Readonly<Record<CloudSyncStatus, string>> = {
  NOT_STARTED: 'var(--text-3)',
  SYNCING: 'var(--accent)',
  OFFLINE: 'var(--warning)',
  CANCELLED: 'var(--sync-stopping)',
  STOPPING: 'var(--sync-stopping)',
  FAILED: 'var(--sync-failed)',
  DONE: 'var(--sync-done)',
};

/** Shows the sync status in the bar of every page; renders nothing when no cloud is configured. */
export function SyncBadge({ context }: PanelProps): ReactNode {
  const [state, setState] = useState<CloudSyncState | null>(null);
  useEffect(() => {
    const deps = { api: context.use(apiToken), live: context.use(liveToken), clock: systemClock };
    const watch: SyncWatch = watchSync(deps);
    const stop = watch.store.subscribe((next) => setState(next));
    return () => {
      stop();
      watch.dispose();
    };
  }, [context]);
  if (state === null) return null;
  return (
    <span className={styles.badge} role="status" title={state.message ?? lastSyncText(state)}>
      <span className={styles.dot} style={{ background: COLOURS[state.status] }} />
      {syncTexts.badge(cloudSyncStatus.labels[state.status])}
    </span>
  );
}

function lastSyncText({ lastSyncAt }: CloudSyncState): string {
  return lastSyncAt === null ? syncTexts.never : syncTexts.last(syncStampOf(lastSyncAt));
}
