import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Owner of a data folder. */
interface LockOwner {
  readonly pid: number;
  /** Start time in clock ticks since boot; empty if the system does not provide it. */
  readonly startTicks: string;
}

/**
 * Returns whether a server runs on the data folder of this machine. Such a server runs the services
 * of the device itself; a second service of the same device would disturb them. Reads the lock of
 * the server, which contains its pid and start time.
 */
export function isDataFolderServed(env: NodeJS.ProcessEnv): boolean {
  const owner = lockOwner(join(resolve(env.CLOCKFACE_DATA || 'data'), 'clockface.lock'));
  return owner !== null && isProcessRunning(owner.pid) && isSameProcess(owner);
}

/** Returns the owner in a lock; null without a readable lock. */
function lockOwner(path: string): LockOwner | null {
  try {
    const [pidText = '', startTicks = ''] = readFileSync(path, 'utf8').trim().split(' ');
    const pid = Number.parseInt(pidText, 10);
    return pid > 0 ? { pid, startTicks } : null;
  } catch {
    // No server has used this folder.
    return null;
  }
}

function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // The process of another user.
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}

/** False if the pid belongs to a later process, because the owner ended without its lock. */
function isSameProcess({ pid, startTicks }: LockOwner): boolean {
  if (startTicks === '') return true;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in parentheses, which may contain blanks and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[19] === startTicks;
  } catch {
    // A system without /proc.
    return true;
  }
}
