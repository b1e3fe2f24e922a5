import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, type Logger, ok, problem, type Result } from '#foundation';
import { isRunning, processesIn, processInfoOf } from '../supervisor/process-info.ts';

/** How long each way of stopping may take before the next, harder one (pg_ctl's fast, immediate). */
const STOPS = [
  { signal: 'SIGINT', waitMs: 20_000 },
  { signal: 'SIGQUIT', waitMs: 10_000 },
] as const;
/** Backends of a killed postmaster end by themselves as soon as they see it is gone. */
const BACKENDS_WAIT_MS = 15_000;

/**
 * Clears what an earlier start left on a cluster: a postmaster that outlived its killed parent is
 * stopped, and the pid file of one that is dead but not collected (a zombie), or whose number
 * another program has by now, is removed once nothing works on the cluster any more.
 */
export async function stopOrphanedServer(cluster: string, logger: Logger): Promise<Result<void>> {
  const pidFile = join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return ok(undefined);
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  const info = Number.isSafeInteger(pid) && pid > 1 ? processInfoOf(pid) : null;
  if (info !== null && !info.zombie && isPostmasterOf(info.commandLine, cluster)) {
    logger.log('warn', 'Stopping a database server that an earlier start left behind', { pid });
    if (!(await stopServer(pid))) return fail(stillRunning(cluster, [pid]));
  }
  const hasExited = await waitUntil(() => processesIn(cluster).length === 0, BACKENDS_WAIT_MS);
  if (!hasExited) return fail(stillRunning(cluster, processesIn(cluster)));
  // PostgreSQL takes whatever has this number for its own server; nothing works on the cluster.
  const pidOwner = processInfoOf(pid);
  const isForeign = pidOwner !== null && !isPostmasterOf(pidOwner.commandLine, cluster);
  if (pidOwner?.zombie === true || isForeign) rmSync(pidFile, { force: true });
  return ok(undefined);
}

function isPostmasterOf(commandLine: string, cluster: string): boolean {
  return commandLine.includes('postgres') && commandLine.includes(cluster);
}

/** Fast, then immediate shutdown; true once the process is gone. */
export async function stopServer(pid: number): Promise<boolean> {
  for (const { signal, waitMs } of STOPS) {
    try {
      process.kill(pid, signal);
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'ESRCH') return true;
      throw thrown;
    }
    if (await waitUntil(() => !isRunning(pid), waitMs)) return true;
  }
  return false;
}

async function waitUntil(condition: () => boolean, waitMs: number): Promise<boolean> {
  const end = Date.now() + waitMs;
  while (!condition()) {
    if (Date.now() > end) return false;
    await sleep(20);
  }
  return true;
}

function stillRunning(cluster: string, pids: readonly number[]) {
  return problem(
    'DATABASE_STILL_RUNNING',
    'A database server of an earlier start does not stop',
    `Process ${pids.join(', ')} still works on ${cluster}.`,
    'Stop it by hand and start again.',
  );
}
