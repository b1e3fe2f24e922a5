import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Returns whether a server runs on the data folder of this machine. Such a server runs the services
 * of the device itself; a second service of the same device would disturb them. Reads the lock of
 * the server, which starts with its pid.
 */
export function isDataFolderServed(env: NodeJS.ProcessEnv): boolean {
  const pid = lockOwner(join(resolve(env.CLOCKFACE_DATA || 'data'), 'clockface.lock'));
  if (pid === null) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // The process of another user.
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}

/** Returns the pid in a lock; null without a readable lock. */
function lockOwner(path: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(path, 'utf8'), 10);
    return pid > 0 ? pid : null;
  } catch {
    // No server has used this folder.
    return null;
  }
}
