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

/** Maximum wait for the database of a server that is starting. */
const WAIT_MS = 30_000;

/**
 * Opens the database of the site: the database of `DATABASE_URL`, the embedded database of a
 * running server, or an embedded database started for the duration of the command with the data
 * folder locked.
 */
export async function openSiteDatabase(
  settings: Settings,
  teardown: Teardown,
  logger: Logger,
): Promise<Result<StartedDatabase>> {
  const finished = rejectUnfinishedRestore(settings.dataFolder);
  if (!finished.ok) return finished;
  const open = async (target: Settings): Promise<Result<StartedDatabase>> => {
    const server = await startDatabase(target, teardown, logger);
    return server.ok ? prepareDatabase(server.value, target, teardown, logger) : server;
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

/** Returns the URL of the embedded database that another process runs on this data folder. */
export async function runningDatabase(dataFolder: string): Promise<Result<string>> {
  const folder = clusterFolder(dataFolder, databaseUser());
  const pidFile = join(folder.cluster, 'postmaster.pid');
  const end = Date.now() + WAIT_MS;
  while (Date.now() < end) {
    // PostgreSQL writes the port in line 4 and the state in line 8 (storage-file-layout).
    const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : [];
    const port = Number(lines[3]);
    if (port > 0 && lines[7]?.trim() === 'ready') return ok(embeddedUrl(folder.password, port));
    await sleep(100);
  }
  return fail(
    problem(
      'DATABASE_NOT_FOUND',
      'The database of the running Clockface does not respond',
      `${pidFile} names no server that is ready.`,
      'Read the log of Clockface, or stop Clockface and try again.',
    ),
  );
}
