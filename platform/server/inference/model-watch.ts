import { workerData } from 'node:worker_threads';
import { endProcessGroup } from './end-process-group.ts';
import { STOP_TIMEOUT_MS, type WatchTask } from './model-init.ts';

/**
 * A thread beside the model. A model in an endless loop hears no message and no signal handler; this
 * ends its process when it takes too much memory, or when the server that would end it is gone.
 */
const POLL_INTERVAL_MS = 200;
/** The server is first, if it still lives. */
const SERVER_GRACE_MS = STOP_TIMEOUT_MS + 5_000;

const { parentPid, milliseconds, memoryBytes } = workerData as WatchTask;
const endAt = performance.now() + milliseconds + SERVER_GRACE_MS;

setInterval(() => {
  const isOrphaned = process.ppid !== parentPid || performance.now() > endAt;
  if (isOrphaned || process.memoryUsage.rss() > memoryBytes) endProcessGroup();
}, POLL_INTERVAL_MS);
