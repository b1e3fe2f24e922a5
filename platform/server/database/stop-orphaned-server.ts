import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, type Logger, ok, problem, type Result } from '#foundation';
import { isRunning, processesIn, processInfoOf } from '../processes/process-info.ts';

/** Wait for each signal before the next, harder signal (pg_ctl's fast and immediate modes). */
const STOPS = [
  { signal: 'SIGINT', waitMs: 20_000 },
  { signal: 'SIGQUIT', waitMs: 10_000 },
] as const;
/** Maximum wait for the backends of a killed postmaster, which exit once they detect its death. */
const BACKENDS_WAIT_MS = 15_000;

/**
 * Cleans up after an earlier start: stops a postmaster that outlived its killed parent. Removes the
 * pid file of a zombie, or of a pid reused by another program, once no process uses the cluster.
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
  // PostgreSQL would take any process with this pid for its own server.
  const pidOwner = processInfoOf(pid);
  const isForeign = pidOwner !== null && !isPostmasterOf(pidOwner.commandLine, cluster);
  if (pidOwner?.zombie === true || isForeign) rmSync(pidFile, { force: true });
  return ok(undefined);
}

function isPostmasterOf(commandLine: string, cluster: string): boolean {
  return commandLine.includes('postgres') && commandLine.includes(cluster);
}

/** Shuts down fast, then immediately; returns true once the process has exited. */
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
