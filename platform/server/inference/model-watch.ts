import { workerData } from 'node:worker_threads';
import { endOwnGroup } from './end-own-group.ts';
import { STOPS_WITHIN_MS, type WatchTask } from './model-init.ts';

/**
 * A thread beside the model. A model in an endless loop hears no message and no signal handler; this
 * ends its process when it takes too much memory, or when the server that would end it is gone.
 */
const LOOK_MS = 200;
/** The server is first, if it still lives. */
const LATER_MS = STOPS_WITHIN_MS + 5_000;

const { parentPid, milliseconds, memoryBytes } = workerData as WatchTask;
const endAt = performance.now() + milliseconds + LATER_MS;

setInterval(() => {
  const leftBehind = process.ppid !== parentPid || performance.now() > endAt;
  if (leftBehind || process.memoryUsage.rss() > memoryBytes) endOwnGroup();
}, LOOK_MS);
