import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { fail, ok, type Result } from '#foundation';
import { runtimeFolderUnsafe } from './desktop-problems.ts';

/** Where the desktop of one data folder keeps what it needs. All absolute. */
export interface DesktopPaths {
  /** The browser's profile: nobody's own browser is touched. */
  readonly profile: string;
  readonly logFile: string;
  /** The running desktop listens here: a Unix socket, on Windows a named pipe. */
  readonly socketPath: string;
}

/** Makes the folders, for this user alone. There is one desktop for each data folder. */
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

/** Socket addresses are short (108 bytes), so they hold a hash of the folder's name. */
const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);

function runtimeFolder(env: NodeJS.ProcessEnv): Result<string> {
  const runtimeDir = env.XDG_RUNTIME_DIR;
  const { uid } = userInfo();
  const folder = runtimeDir || join(tmpdir(), `clockface-${uid}`);
  if (!runtimeDir) mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Anyone may make a folder of this name in the folder for temporary files, before we do.
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  const safe = stats?.isDirectory() && stats.uid === uid && (stats.mode & 0o077) === 0;
  return safe ? ok(folder) : fail(runtimeFolderUnsafe(folder));
}
