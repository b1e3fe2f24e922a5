import { jsonLogger, messageOf } from '#foundation';
import { loadSite, siteConfigFile } from '../site/load-site.ts';
import { loadServerRegistrations } from '../site/server-registrations.ts';
import { startWorker } from './start-worker.ts';
import { receiveWorkerInit } from './worker-init.ts';

const log = jsonLogger('worker', (line) => process.stderr.write(`${line}\n`));

async function main(): Promise<void> {
  const site = loadSite(siteConfigFile(process.env));
  if (!site.ok) throw new Error(`${site.problem.title}: ${site.problem.detail}`);
  const registrations = await loadServerRegistrations(site.value, log);
  for (const failure of registrations.problems)
    log.log('error', failure.title, { detail: failure.detail });
  const stop = await startWorker(
    await receiveWorkerInit(),
    site.value,
    registrations.handlers,
    log,
  );
  let stopping = false;
  const shutDown = (): void => {
    // A second signal exits at once; unfinished jobs are recovered through their lease.
    if (stopping) process.exit(1);
    stopping = true;
    stop().then(
      () => process.exit(0),
      (thrown: unknown) => {
        log.log('error', 'The worker did not stop cleanly', { detail: messageOf(thrown) });
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', shutDown);
  process.on('SIGINT', shutDown);
  // Without this listener a worker would outlive its server.
  process.on('disconnect', shutDown);
  process.send?.({ kind: 'ready' });
}

main().catch((thrown: unknown) => {
  log.log('error', 'The worker could not start', { detail: messageOf(thrown) });
  process.exit(1);
});
