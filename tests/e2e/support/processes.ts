import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** The product's child process that runs a file, e.g. 'scan-service/main.ts'; undefined: none. */
function childOf(parentPid: number, file: string): number | undefined {
  const list = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(parentPid)], {
    encoding: 'utf8',
  });
  const line = list.split('\n').find((one) => one.includes(file));
  return line === undefined ? undefined : Number.parseInt(line, 10);
}

/** As a crash does: no signal handler runs, nothing is said good-bye to. Returns the dead pid. */
export async function killChild(parentPid: number, file: string): Promise<number> {
  const limit = Date.now() + 20_000;
  while (Date.now() < limit) {
    const pid = childOf(parentPid, file);
    if (pid !== undefined) {
      process.kill(pid, 'SIGKILL');
      return pid;
    }
    await sleep(50);
  }
  throw new Error(`The product has no child that runs ${file}`);
}
