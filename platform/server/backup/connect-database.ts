import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, type Logger, ok, problem, type Result } from '#foundation';
import { runningDatabase } from '../admin/open-site-database.ts';
import { EmbeddedPostgres } from '../database/embedded-postgres.ts';
import { lockDataFolder } from '../supervisor/data-folder-lock.ts';
import type { Settings } from '../supervisor/settings.ts';
import { rejectUnfinishedRestore } from '../supervisor/unfinished-restore.ts';

/** Reachable database with its cleanup. */
export interface DatabaseHandle {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Opens the database of a data folder with its current schema, whether or not the server is
 * running: the site's own database, the database of the running server, or the embedded database,
 * started until `close`.
 * @returns `RESTORE_UNFINISHED`, `DATA_FOLDER_EMPTY`, `DATABASE_NOT_STARTED`, `DATABASE_NOT_FOUND`
 */
export async function connectDatabase(
  { databaseUrl, dataFolder }: Pick<Settings, 'databaseUrl' | 'dataFolder'>,
  logger: Logger,
): Promise<Result<DatabaseHandle>> {
  const finished = rejectUnfinishedRestore(dataFolder);
  if (!finished.ok) return finished;
  if (databaseUrl !== null) return ok(externalDatabase(databaseUrl));
  if (!existsSync(join(dataFolder, 'postgres-password'))) return fail(noDatabase(dataFolder));
  const lock = lockDataFolder(dataFolder);
  if (!lock.ok) {
    const running = await runningDatabase(dataFolder);
    return running.ok ? ok(externalDatabase(running.value)) : running;
  }
  const started = await EmbeddedPostgres.start(dataFolder, logger);
  if (!started.ok) {
    lock.value.dispose();
    return started;
  }
  return ok({
    url: started.value.url,
    async close() {
      await started.value.stop();
      lock.value.dispose();
    },
  });
}

const externalDatabase = (url: string): DatabaseHandle => ({ url, close: async () => undefined });

const noDatabase = (dataFolder: string) =>
  problem(
    'DATA_FOLDER_EMPTY',
    'The data folder contains no database',
    `${dataFolder} contains no database, and DATABASE_URL is not set.`,
    'Set CLOCKFACE_DATA to the data folder, or DATABASE_URL to the database.',
  );
