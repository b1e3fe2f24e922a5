import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Process data from Linux; null for an ended process or a system without /proc. */
export interface ProcessInfo {
  /** Ended, but not yet reaped by the parent. */
  readonly zombie: boolean;
  /**
   * Start time in clock ticks since boot (proc_pid_stat(5), field 22); unique, whereas pids are
   * reused.
   */
  readonly startTicks: string;
  readonly commandLine: string;
}

export function processInfoOf(pid: number): ProcessInfo | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in parentheses, which may contain blanks and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      zombie: fields[0] === 'Z',
      startTicks: fields[19] ?? '',
      commandLine: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
    };
  } catch {
    // The process has ended or /proc is missing; in both cases nothing is known.
    return null;
  }
}

/** Returns whether a process with this pid is running; false for a zombie. */
export function isRunning(pid: number): boolean {
  const info = processInfoOf(pid);
  if (info !== null) return !info.zombie;
  if (process.platform === 'linux') return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Returns running processes whose working directory is `folder` (a database server and its child
 * processes).
 */
export function processesIn(folder: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder && isRunning(pid);
      } catch {
        // Processes may end meanwhile, and those of other users are not readable.
        return false;
      }
    });
}
