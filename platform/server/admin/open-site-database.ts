import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, type Logger, ok, problem, type Result } from '#foundation';
import { clusterFolder } from '../database/cluster-folder.ts';
import { databaseUser } from '../database/database-user.ts';
import { embeddedUrl } from '../database/embedded-postgres.ts';
import { lockDataFolder } from '../supervisor/data-folder-lock.ts';
import type { Settings } from '../supervisor/settings.ts';
import {
  prepareDatabase,
  type StartedDatabase,
  startDatabase,
} from '../supervisor/start-database.ts';
import type { Teardown } from '../supervisor/teardown.ts';
import { rejectUnfinishedRestore } from '../supervisor/unfinished-restore.ts';

/** A product that starts right now needs this long until its database listens. */
const WAIT_MS = 30_000;

/**
 * The database of the site: the one of DATABASE_URL, the embedded one of a product that runs, or
 * the embedded one started for as long as this takes, with the data folder locked meanwhile.
 */
export async function openSiteDatabase(
  settings: Settings,
  teardown: Teardown,
  logger: Logger,
): Promise<Result<StartedDatabase>> {
  const finished = rejectUnfinishedRestore(settings.dataFolder);
  if (!finished.ok) return finished;
  const open = async (where: Settings): Promise<Result<StartedDatabase>> => {
    const server = await startDatabase(where, teardown, logger);
    return server.ok ? prepareDatabase(server.value, where, teardown, logger) : server;
  };
  if (settings.databaseUrl !== null) return open(settings);
  const lock = lockDataFolder(settings.dataFolder);
  if (lock.ok) {
    teardown.add('The lock of the data folder', () => lock.value.dispose());
    return open(settings);
  }
  const url = await runningDatabase(settings.dataFolder);
  return url.ok ? open({ ...settings, databaseUrl: url.value }) : url;
}

/** Address of the database server that another process has started on this data folder. */
export async function runningDatabase(dataFolder: string): Promise<Result<string>> {
  const folder = clusterFolder(dataFolder, databaseUser());
  const pidFile = join(folder.cluster, 'postmaster.pid');
  const end = Date.now() + WAIT_MS;
  while (Date.now() < end) {
    // PostgreSQL writes its port as the fourth line, and the state as the eighth (storage-file-layout).
    const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : [];
    const port = Number(lines[3]);
    if (port > 0 && lines[7]?.trim() === 'ready') return ok(embeddedUrl(folder.password, port));
    await sleep(100);
  }
  return fail(
    problem(
      'DATABASE_NOT_FOUND',
      'The running Clockface has no database that answers',
      `${pidFile} names no server that is ready.`,
      'Look at the log of Clockface, or stop it and try again.',
    ),
  );
}
