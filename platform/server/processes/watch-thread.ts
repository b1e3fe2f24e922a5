import { workerData } from 'node:worker_threads';
import { endProcessGroup } from './end-process-group.ts';
import { STOP_TIMEOUT_MS, type WatchTask } from './watch-process.ts';

/**
 * Interval of the watch thread. A process in an endless loop handles neither messages nor signals,
 * so this thread ends the process when it exceeds its memory limit or the server is gone.
 */
const POLL_INTERVAL_MS = 100;
/** Leaves the server time to end the process first. */
const SERVER_GRACE_MS = STOP_TIMEOUT_MS + 5_000;

const { parentPid, milliseconds, memoryBytes } = workerData as WatchTask;
const endAt = performance.now() + milliseconds + SERVER_GRACE_MS;

setInterval(() => {
  const isOrphaned = process.ppid !== parentPid || performance.now() > endAt;
  if (isOrphaned || process.memoryUsage.rss() > memoryBytes) endProcessGroup();
}, POLL_INTERVAL_MS);
