import type { CloudSyncStatus } from '#contracts';

/** What may follow what. Transport and unexpected errors fall back to OFFLINE. */
const NEXT: Readonly<Record<CloudSyncStatus, readonly CloudSyncStatus[]>> = {
  NOT_STARTED: ['SYNCING', 'OFFLINE', 'CANCELLED'],
  SYNCING: ['DONE', 'FAILED', 'OFFLINE', 'STOPPING'],
  STOPPING: ['CANCELLED', 'OFFLINE'],
  CANCELLED: [],
  OFFLINE: [],
  FAILED: [],
  DONE: [],
};

/** Statuses in which a job may still change; there is one such job at a time. */
export const LIVE: readonly CloudSyncStatus[] = ['NOT_STARTED', 'SYNCING', 'STOPPING'];

export function canTransition(from: CloudSyncStatus, to: CloudSyncStatus): boolean {
  return NEXT[from].includes(to);
}

/** The statuses from which a job can come to `to`; what an UPDATE asks for. */
export function before(to: CloudSyncStatus): readonly CloudSyncStatus[] {
  return LIVE.filter((from) => canTransition(from, to));
}

/** What becomes of a job that someone stops. */
export function afterStop(from: CloudSyncStatus): CloudSyncStatus {
  if (from === 'NOT_STARTED') return 'CANCELLED';
  return from === 'SYNCING' ? 'STOPPING' : from;
}
