import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { fail, ok, type Result } from '#foundation';
import { runtimeFolderUnsafe } from './desktop-problems.ts';

/** Absolute paths of the desktop of one data folder. */
export interface DesktopPaths {
  /** Browser profile, separate from the user's own browser. */
  readonly profile: string;
  readonly logFile: string;
  /** Address of the running desktop: a Unix socket, on Windows a named pipe. */
  readonly socketPath: string;
}

/**
 * Returns the paths for the data folder in `env` and creates their folders with access for the
 * current user only. Fails if other users can access the folder of the socket.
 */
export function desktopPaths(env: NodeJS.ProcessEnv): Result<DesktopPaths> {
  const dataFolder = resolve(env.CLOCKFACE_DATA || 'data');
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const folder = join(dataFolder, 'desktop');
  const profile = join(folder, 'profile');
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const name = `clockface-desktop-${hashOf(realpathSync(dataFolder))}`;
  const logFile = join(folder, 'desktop.log');
  if (process.platform === 'win32') {
    return ok({ profile, logFile, socketPath: `\\\\.\\pipe\\${name}` });
  }
  const runtime = runtimeFolder(env);
  return runtime.ok
    ? ok({ profile, logFile, socketPath: join(runtime.value, `${name}.sock`) })
    : runtime;
}

/** Returns a hash of the folder's name, because socket addresses are limited to 108 bytes. */
const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);

function runtimeFolder(env: NodeJS.ProcessEnv): Result<string> {
  const runtimeDir = env.XDG_RUNTIME_DIR;
  const { uid } = userInfo();
  const folder = runtimeDir || join(tmpdir(), `clockface-${uid}`);
  if (!runtimeDir) mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Checks owner and mode, because another user may have created this folder in the temporary
  // folder first.
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  const safe = stats?.isDirectory() && stats.uid === uid && (stats.mode & 0o077) === 0;
  return safe ? ok(folder) : fail(runtimeFolderUnsafe(folder));
}
