import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Operating-system user of the database server; empty when this is the user of the process. */
export type DatabaseUser = { readonly uid: number; readonly gid: number } | Record<string, never>;

const NOBODY_UID = 65_534;

/** Returns the user `nobody` when the process runs as root, because PostgreSQL rejects root. */
export function databaseUser(): DatabaseUser {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('nobody:'));
  const [, , uid = String(NOBODY_UID), gid = String(NOBODY_UID)] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * Returns whether the user can read or execute a path. Tests in a process of that user, because a
 * parent folder of mode 0700 also blocks access.
 */
export function canAccess(user: DatabaseUser, path: string, mode: 'read' | 'run'): boolean {
  if (user.uid === undefined) return true;
  const flag = mode === 'run' ? '-x' : '-r';
  const script = `test ${flag} "$1"`;
  return spawnSync('/bin/sh', ['-c', script, 'sh', path], { ...user, cwd: '/' }).status === 0;
}
