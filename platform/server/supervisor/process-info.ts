import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** What Linux tells of a process; null where it is gone, or on a system without /proc. */
export interface ProcessInfo {
  /** Dead but not yet collected by its parent. */
  readonly zombie: boolean;
  /** Clock ticks since boot at which it began (proc_pid_stat(5), field 22): pids come again, this doesn't. */
  readonly startTicks: string;
  readonly commandLine: string;
}

export function processInfoOf(pid: number): ProcessInfo | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in brackets and may itself hold blanks and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      zombie: fields[0] === 'Z',
      startTicks: fields[19] ?? '',
      commandLine: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
    };
  } catch {
    // Gone, or no /proc: both mean that nothing is known.
    return null;
  }
}

/** True when a process of this id lives (a zombie does not). */
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

/** Living processes that work in a folder (a database server's own and those that serve it). */
export function processesIn(folder: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder && isRunning(pid);
      } catch {
        // Processes come and go while this looks, and those of others can't be read.
        return false;
      }
    });
}
