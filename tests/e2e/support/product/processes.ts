import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Returns the pid of the product's child process that runs a file, e.g. 'scan-service/main.ts';
 * undefined when there is none.
 */
function childOf(parentPid: number, file: string): number | undefined {
  const list = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(parentPid)], {
    encoding: 'utf8',
  });
  const line = list.split('\n').find((candidate) => candidate.includes(file));
  return line === undefined ? undefined : Number.parseInt(line, 10);
}

/** Sends a signal to a child as soon as the child runs (limit 20 s); SIGKILL simulates a crash. */
export async function signalChild(
  parentPid: number,
  file: string,
  signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT',
): Promise<void> {
  const limit = Date.now() + 20_000;
  while (Date.now() < limit) {
    const pid = childOf(parentPid, file);
    if (pid !== undefined) {
      process.kill(pid, signal);
      return;
    }
    await sleep(50);
  }
  throw new Error(`The product has no child that runs ${file}`);
}
