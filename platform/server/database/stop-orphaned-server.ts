import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, type Logger, ok, problem, type Result } from '#foundation';
import { isRunning, processesIn, processInfoOf } from '../processes/process-info.ts';

/**
 * Signals in order, each with the maximum wait before the next (pg_ctl's fast and immediate modes).
 */
const STOPS = [
  { signal: 'SIGINT', waitMs: 20_000 },
  { signal: 'SIGQUIT', waitMs: 10_000 },
] as const;
/** Maximum wait for the backends of a killed postmaster, which exit once they detect its death. */
const BACKENDS_WAIT_MS = 15_000;

/**
 * Cleans up after an earlier start. Stops a postmaster that still runs although its parent was
 * killed. Once no process uses the cluster, removes the pid file of a zombie, and a pid file whose
 * pid belongs to another program.
 */
export async function stopOrphanedServer(cluster: string, logger: Logger): Promise<Result<void>> {
  const pidFile = join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return ok(undefined);
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  const info = Number.isSafeInteger(pid) && pid > 1 ? processInfoOf(pid) : null;
  if (info !== null && !info.zombie && isPostmasterOf(info.commandLine, cluster)) {
    logger.log('warn', 'Stopping an orphaned database server', { pid });
    if (!(await stopServer(pid))) return fail(stillRunning(cluster, [pid]));
  }
  const hasExited = await waitUntil(() => processesIn(cluster).length === 0, BACKENDS_WAIT_MS);
  if (!hasExited) return fail(stillRunning(cluster, processesIn(cluster)));
  // Otherwise PostgreSQL would not start, because it takes any process with this pid for a server.
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
    'A database server of a previous start does not stop',
    `Process ${pids.join(', ')} still uses ${cluster}.`,
    'Stop it by hand and start again.',
  );
}
