import type { ChildProcess } from 'node:child_process';

/** Kills this process and everything that it started, which share a process group. */
export function endProcessGroup(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    // Windows has no process groups.
    process.kill(process.pid, 'SIGKILL');
  }
}

/** Kills a child process and everything that it started; usually already ended. */
export function killGroupOf(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has already ended, or the system has no groups (Windows).
    child.kill('SIGKILL');
  }
}
