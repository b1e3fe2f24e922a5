import type { CloudSyncStatus } from '#contracts';

/** Allowed transitions. Transport errors and unexpected errors end as OFFLINE. */
const NEXT: Readonly<Record<CloudSyncStatus, readonly CloudSyncStatus[]>> = {
  NOT_STARTED: ['SYNCING', 'OFFLINE', 'CANCELLED'],
  SYNCING: ['DONE', 'FAILED', 'OFFLINE', 'STOPPING'],
  STOPPING: ['CANCELLED', 'OFFLINE'],
  CANCELLED: [],
  OFFLINE: [],
  FAILED: [],
  DONE: [],
};

/** Statuses in which a job can still change; at most one such job exists at a time. */
export const LIVE: readonly CloudSyncStatus[] = ['NOT_STARTED', 'SYNCING', 'STOPPING'];

export function canTransition(from: CloudSyncStatus, to: CloudSyncStatus): boolean {
  return NEXT[from].includes(to);
}

/** Returns the statuses from which a job can move to `to`; used as the condition of an UPDATE. */
export function before(to: CloudSyncStatus): readonly CloudSyncStatus[] {
  return LIVE.filter((from) => canTransition(from, to));
}

/** Returns the status after a stop request. */
export function afterStop(from: CloudSyncStatus): CloudSyncStatus {
  if (from === 'NOT_STARTED') return 'CANCELLED';
  return from === 'SYNCING' ? 'STOPPING' : from;
}
