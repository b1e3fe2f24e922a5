import { fail, type Logger, ok, problemOf, type Result } from '#foundation';
import { loadSite, siteConfigFile } from '../site/load-site.ts';
import type { Site } from '../site/site.ts';
import { WORKER_ENTRY } from '../worker/index.ts';
import { ChildService } from './child-service.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { readSettings } from './settings.ts';
import { Teardown } from './teardown.ts';
import { rejectUnfinishedRestore } from './unfinished-restore.ts';

/** Handle of the running product. */
export interface Clockface {
  /** URL of the web application, e.g. `http://127.0.0.1:4300`. */
  readonly url: string;
  /** True when the demonstration accounts can sign in. */
  readonly demonstration: boolean;
  /** Stops everything that was started, including child processes. */
  stop(): Promise<void>;
}

/**
 * Starts all parts in order and resolves when every part is up: configuration, lock, database,
 * migrations, accounts, HTTP, broker, jobs, worker, services. A failed start leaves nothing
 * running.
 */
export async function startClockface(
  env: NodeJS.ProcessEnv,
  logger: Logger,
): Promise<Result<Clockface>> {
  const teardown = new Teardown(logger);
  const next = 'Read the log above. If it does not help, report this message.';
  try {
    const started = await startInOrder(env, logger, teardown);
    if (!started.ok) await teardown.run();
    return started;
  } catch (thrown) {
    await teardown.run();
    return fail(problemOf(thrown, 'START_FAILED', 'Clockface could not start', next));
  }
}

async function startInOrder(
  env: NodeJS.ProcessEnv,
  logger: Logger,
  teardown: Teardown,
): Promise<Result<Clockface>> {
  const site = loadSite(siteConfigFile(env));
  if (!site.ok) return site;
  for (const siteProblem of site.value.problems) {
    logger.log('warn', siteProblem.title, { code: siteProblem.code, detail: siteProblem.detail });
  }
  const settings = readSettings(site.value, env);
  if (!settings.ok) return settings;
  const lock = lockDataFolder(settings.value.dataFolder);
  if (!lock.ok) return lock;
  teardown.add('The lock of the data folder', () => lock.value.dispose());
  const restored = rejectUnfinishedRestore(settings.value.dataFolder);
  if (!restored.ok) return restored;

  // Loads the large modules, in this process and in the worker, while the database starts; a
  // rejected start never loads them.
  const workers = startWorkers(site.value, teardown, logger);
  const composing = import('./compose-server.ts');
  const { startDatabase, prepareDatabase } = await import('./start-database.ts');
  const server = await startDatabase(settings.value, teardown, logger);
  const { composeServer, openQueue } = await composing;
  if (!server.ok) return server;
  // The job queue creates its tables while the migrations run.
  const queue = openQueue(server.value.url, teardown, logger);
  const database = await prepareDatabase(server.value, settings.value, teardown, logger);
  if (!database.ok) return database;
  const context = {
    site: site.value,
    settings: settings.value,
    ...database.value,
    boss: await queue,
    logger,
    workers,
  };
  const url = await composeServer(context, teardown);
  if (!url.ok) return url;
  return ok({
    url: url.value,
    demonstration: site.value.config.demonstration.enabled,
    stop: () => teardown.run(),
  });
}

/**
 * Starts workers that wait for their init message. Stopped by `teardown` when the start fails.
 */
function startWorkers({ config, file }: Site, teardown: Teardown, logger: Logger): ChildService[] {
  return Array.from({ length: config.workers }, (_, idx) => {
    const worker = new ChildService({
      name: idx === 0 ? 'worker' : `worker ${idx + 1}`,
      entry: WORKER_ENTRY,
      env: { CLOCKFACE_CONFIG: file },
      reportsReady: true,
      logger,
    });
    worker.start();
    teardown.add('A worker', () => worker.stop());
    return worker;
  });
}
