import { ACTIVE_SYNC_STATUSES, type CloudSyncStatus } from '#contracts';

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

export function canTransition(from: CloudSyncStatus, to: CloudSyncStatus): boolean {
  return NEXT[from].includes(to);
}

/** Returns the statuses from which a job can move to `to`; used as the condition of an UPDATE. */
export function statusesBefore(to: CloudSyncStatus): readonly CloudSyncStatus[] {
  return ACTIVE_SYNC_STATUSES.filter((from) => canTransition(from, to));
}

/** Returns the status after a stop request; an ended job keeps its status. */
export function statusAfterStop(from: CloudSyncStatus): CloudSyncStatus {
  if (from === 'NOT_STARTED') return 'CANCELLED';
  return from === 'SYNCING' ? 'STOPPING' : from;
}
