import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** User of the database server; empty when the server runs as the caller. */
export type DatabaseUser = { readonly uid: number; readonly gid: number } | Record<string, never>;

const NOBODY_UID = 65_534;

/** Returns `nobody` for root, because PostgreSQL refuses to run as root. */
export function databaseUser(): DatabaseUser {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('nobody:'));
  const [, , uid = String(NOBODY_UID), gid = String(NOBODY_UID)] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * Returns whether the user can open a path; a parent folder of mode 0700 blocks everything below.
 */
export function canAccess(user: DatabaseUser, path: string, mode: 'read' | 'run'): boolean {
  if (user.uid === undefined) return true;
  const flag = mode === 'run' ? '-x' : '-r';
  const script = `test ${flag} "$1"`;
  return spawnSync('/bin/sh', ['-c', script, 'sh', path], { ...user, cwd: '/' }).status === 0;
}
