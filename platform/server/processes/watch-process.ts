import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type Logger, messageOf } from '#foundation';

/** Limits of a process that works on untrusted data for one call. */
export interface ProcessLimits {
  readonly milliseconds: number;
  /** Resident memory. */
  readonly memoryBytes: number;
}

/** Input of the watch thread. */
export interface WatchTask extends ProcessLimits {
  /** Pid of the server; another parent pid means that the process is orphaned. */
  readonly parentPid: number;
}

/** Time between the request to stop and the kill. */
export const STOP_TIMEOUT_MS = 1_000;

/**
 * Limits this process: a thread kills the process group with SIGKILL when the process exceeds its
 * memory limit, has outlived its time limit, or its parent is gone.
 */
export async function watchThisProcess(task: WatchTask, log: Logger): Promise<void> {
  raiseOomScore(log);
  const thread = new Worker(new URL('./watch-thread.ts', import.meta.url), { workerData: task });
  await once(thread, 'online');
  thread.unref();
}

/** Lets Linux end this process before the server when memory runs out. */
function raiseOomScore(log: Logger): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch (thrown) {
    log.log('warn', 'The out-of-memory priority of this process could not be set', {
      reason: messageOf(thrown),
    });
  }
}
