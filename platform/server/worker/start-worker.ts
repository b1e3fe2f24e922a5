import { type Logger, unwrap } from '#foundation';
import { openDatabase } from '../database/open-database.ts';
import { DatasetExporter } from '../datasets/index.ts';
import { openBoss } from '../jobs/job-boss.ts';
import type { ServerRegistrations } from '../site/server-registrations.ts';
import type { Site } from '../site/site.ts';
import { openStore } from '../store/index.ts';
import { openJobPublisher } from './job-publisher.ts';
import { JobWorker } from './job-worker.ts';
import type { WorkerInit } from './worker-init.ts';

/** Starts a worker; the returned function stops the worker and closes its connections. */
export async function startWorker(
  init: WorkerInit,
  site: Pick<Site, 'config' | 'file'>,
  handlers: ServerRegistrations['handlers'],
  log: Logger,
): Promise<() => Promise<void>> {
  const db = openDatabase({ url: init.databaseUrl, logger: log, maxConnections: 4 });
  const boss = await openBoss(init.databaseUrl, 'worker', log);
  const publisher = openJobPublisher(init.mqttUrl, init.serviceSecret, site.config.connection, log);
  const store = unwrap(await openStore(site, init.dataFolder));
  const worker = new JobWorker({ db, store, boss, log, handlers, publish: publisher.publish });
  await worker.start();
  const exporter = new DatasetExporter({ db, store, log });
  exporter.start();
  return async () => {
    await Promise.all([worker.stop(), exporter.stop()]);
    publisher.dispose();
    await db.destroy();
  };
}
