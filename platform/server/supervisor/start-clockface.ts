import { fail, type Logger, ok, problemOf, type Result } from '#foundation';
import { loadSite, siteConfigFile } from '../site/load-site.ts';
import type { Site } from '../site/site.ts';
import { WORKER_ENTRY } from '../worker/index.ts';
import { ChildService } from './child-service.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { readSettings } from './settings.ts';
import { Teardown } from './teardown.ts';
import { rejectUnfinishedRestore } from './unfinished-restore.ts';

/** The running product. */
export interface Clockface {
  /** Where the web application is, e.g. `http://127.0.0.1:4300`. */
  readonly url: string;
  /** Whether the demonstration accounts may sign in. */
  readonly demonstration: boolean;
  /** Stops everything that was started, children included. */
  stop(): Promise<void>;
}

/**
 * Brings everything up in order and resolves when every part is: configuration, lock, database,
 * migrations, accounts, HTTP, broker, jobs, worker, services. A start that fails leaves nothing
 * running.
 */
export async function startClockface(
  env: NodeJS.ProcessEnv,
  logger: Logger,
): Promise<Result<Clockface>> {
  const teardown = new Teardown(logger);
  const next = 'Read the log above; report the text if it does not help.';
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

  // The large modules, here and in the worker, are read while the database comes up; a refused
  // start never reads them.
  const workers = startWorkers(site.value, teardown, logger);
  const composing = import('./compose-server.ts');
  const { startDatabase, prepareDatabase } = await import('./start-database.ts');
  const server = await startDatabase(settings.value, teardown, logger);
  const { composeServer, openQueue } = await composing;
  if (!server.ok) return server;
  // The job queue makes its tables while ours are made.
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

/** Processes that know nothing yet but their configuration. A start that fails ends them. */
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
    teardown.add('An early worker', () => worker.stop());
    return worker;
  });
}
