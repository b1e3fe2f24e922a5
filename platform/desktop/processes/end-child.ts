import type { ChildProcess } from 'node:child_process';

/**
 * Ends a child that stops when its channel to the desktop closes; after `withinMs` calls `onKill`
 * and kills the child. Resolves after the exit, at once for a child that has already exited.
 */
export async function endChild(
  child: ChildProcess | null,
  withinMs: number,
  onKill: () => void,
): Promise<void> {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  if (child.connected) child.disconnect();
  const killTimer = setTimeout(() => {
    onKill();
    child.kill('SIGKILL');
  }, withinMs);
  await exited;
  clearTimeout(killTimer);
}
