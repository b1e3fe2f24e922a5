import { siteConfigSchema } from '#contracts';
import { jsonLogger } from '#foundation';
import type { ServerRegistrations } from '../../../../platform/server/site/server-registrations.ts';
import { startWorker } from '../../../../platform/server/worker/start-worker.ts';
import { receiveWorkerInit } from '../../../../platform/server/worker/worker-init.ts';

/** Turns this process into a worker as in the product, with these job handlers. */
export async function serveJobs(handlers: ServerRegistrations['handlers']): Promise<void> {
  const init = await receiveWorkerInit();
  const log = jsonLogger('worker', (line) => process.stderr.write(`${line}\n`));
  const config = siteConfigSchema.parse({
    schema: 1,
    name: 'Test',
    apiKey: 'key-of-the-test-worker',
  });
  const stop = await startWorker(init, { config, file: '' }, handlers, log);
  process.on('SIGTERM', () => void stop().then(() => process.exit(0)));
  process.on('disconnect', () => process.exit(0));
  process.send?.('ready');
}
