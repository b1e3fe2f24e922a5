import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The user that the database server runs as; empty where it runs as the caller. */
export type DatabaseUser = { readonly uid: number; readonly gid: number } | Record<string, never>;

const NOBODY_UID = 65_534;

/** PostgreSQL refuses to run as root, so root gives it to `nobody`. */
export function databaseUser(): DatabaseUser {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('nobody:'));
  const [, , uid = String(NOBODY_UID), gid = String(NOBODY_UID)] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** Whether the user can open a path: a parent folder of mode 0700 shuts everything below it. */
export function canAccess(user: DatabaseUser, path: string, mode: 'read' | 'run'): boolean {
  if (user.uid === undefined) return true;
  const flag = mode === 'run' ? '-x' : '-r';
  const script = `test ${flag} "$1"`;
  return spawnSync('/bin/sh', ['-c', script, 'sh', path], { ...user, cwd: '/' }).status === 0;
}
