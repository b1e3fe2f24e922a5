import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, type Logger, ok, problem, type Result } from '#foundation';
import { EmbeddedPostgres } from '../database/embedded-postgres.ts';
import { lockDataFolder } from '../supervisor/data-folder-lock.ts';
import type { Settings } from '../supervisor/settings.ts';

/** A database that answers, and what to do when one is done with it. */
export interface ReachedDatabase {
  readonly url: string;
  close(): Promise<void>;
}

const TRIES = 20;
const BETWEEN_TRIES_MS = 500;

/**
 * The database of a data folder, whether the product runs on it or not: the site's own, that of the
 * running product, or the embedded one, started for as long as it is needed.
 * @returns `DATA_FOLDER_EMPTY`, `DATABASE_NOT_STARTED` and the like
 */
export async function reachDatabase(
  { databaseUrl, dataFolder }: Pick<Settings, 'databaseUrl' | 'dataFolder'>,
  logger: Logger,
): Promise<Result<ReachedDatabase>> {
  if (databaseUrl !== null) return ok({ url: databaseUrl, close: async () => undefined });
  if (!existsSync(join(dataFolder, 'postgres-password'))) {
    return fail(
      problem(
        'DATA_FOLDER_EMPTY',
        'There is no database in the data folder',
        `${dataFolder} holds none, and DATABASE_URL names none.`,
        'Name the data folder in CLOCKFACE_DATA, or the database in DATABASE_URL.',
      ),
    );
  }
  for (let turn = 1; ; turn += 1) {
    const lock = lockDataFolder(dataFolder);
    if (lock.ok) {
      const started = await EmbeddedPostgres.start(dataFolder, logger);
      if (!started.ok) lock.value.dispose();
      if (!started.ok) return started;
      const { url } = started.value;
      const close = async () => {
        await started.value.stop();
        lock.value.dispose();
      };
      return ok({ url, close });
    }
    const url = runningUrl(dataFolder);
    if (url !== null) return ok({ url, close: async () => undefined });
    // The product is just starting or stopping.
    if (turn >= TRIES) return lock;
    await sleep(BETWEEN_TRIES_MS);
  }
}

/** Where the embedded server of the running product listens; null while it does not. */
function runningUrl(dataFolder: string): string | null {
  const pointer = join(dataFolder, 'postgres-location');
  const home = existsSync(pointer)
    ? readFileSync(pointer, 'utf8').trim()
    : join(dataFolder, 'postgres');
  const pidFile = join(home, 'cluster/postmaster.pid');
  if (!existsSync(pidFile)) return null;
  // Lines of postmaster.pid: pid, data directory, start time, port, …, state.
  const lines = readFileSync(pidFile, 'utf8').split('\n');
  const port = Number(lines[3]);
  if (!Number.isInteger(port) || port <= 0 || lines[7]?.trim() !== 'ready') return null;
  const password = readFileSync(join(dataFolder, 'postgres-password'), 'utf8').trim();
  return `postgres://clockface:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
}
