import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The PostgreSQL process of a data folder, as seen from outside. */
export interface RunningCluster {
  readonly postmaster: number;
  /** Connects as the owner of the tables. */
  readonly url: string;
}

export function clusterOf(dataFolder: string): RunningCluster {
  const pointer = join(dataFolder, 'postgres-location');
  const home = existsSync(pointer)
    ? readFileSync(pointer, 'utf8').trim()
    : join(dataFolder, 'postgres');
  // pid, folder, start, port …: one per line (PostgreSQL, pidfile.h).
  const lines = readFileSync(join(home, 'cluster/postmaster.pid'), 'utf8').split('\n');
  const password = readFileSync(join(dataFolder, 'postgres-password'), 'utf8').trim();
  return {
    postmaster: Number(lines[0]),
    url: `postgres://clockface:${encodeURIComponent(password)}@127.0.0.1:${lines[3]}/postgres`,
  };
}

/** Returns the pids of a process and its descendants, parents first. */
export function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(name) }));
  const family = [pid];
  // The list grows during the loop, so that grandchildren follow.
  for (const member of family) {
    family.push(...parents.filter(({ parent }) => parent === member).map((child) => child.pid));
  }
  return family;
}

function parentOf(pid: string): number {
  try {
    // The name is in parentheses and can contain any character; state and parent follow.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '';
    return Number(fields.split(' ')[1]);
  } catch {
    // The process ended in the meantime.
    return 0;
  }
}
