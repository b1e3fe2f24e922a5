import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { messageOf } from '#foundation';
import { buildWeb } from './web/build-web.ts';
import { createWebBundler } from './web/bundle.ts';
import { ROOT, WEB_SOURCES } from './web/paths.ts';
import { watchSources } from './web/watch-sources.ts';

/** Folders with server code that are not sources of the web application. */
const SERVER_SOURCES = ['platform/server', 'platform/dicom', 'config'] as const;
/** Files whose change restarts the server. */
const SERVER_FILE =
  /^(platform\/(server|dicom|volume|contracts|foundation|geometry|findings)|config)\/|^extensions\/[^/]+\/(server\.ts|model|simulator|scan-service|reconstruction)/;

const bundler = await createWebBundler(false);
let stopping = false;
let work = rebuild([]);
await work;
let server = startServer();

const watcher = watchSources([...WEB_SOURCES, ...SERVER_SOURCES], (paths) => {
  const sources = paths.filter((path) => !path.includes('.test.'));
  if (sources.length > 0) work = work.then(() => rebuild(sources));
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());

async function rebuild(paths: readonly string[]): Promise<void> {
  if (stopping) return;
  try {
    const outcome = await buildWeb({ production: false, bundler, reload: true });
    if (!outcome.upToDate) console.log(`Rebuilt in ${Math.round(outcome.milliseconds)} ms`);
  } catch (thrown) {
    console.error(messageOf(thrown));
  }
  if (!paths.some((path) => SERVER_FILE.test(path))) return;
  console.log('Restarting the server …');
  await endServer();
  server = startServer();
}

function startServer(): ChildProcess {
  return spawn(process.execPath, [join(ROOT, 'platform/server/main.ts')], {
    cwd: ROOT,
    stdio: 'inherit',
  });
}

async function endServer(): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}

async function stop(): Promise<void> {
  stopping = true;
  watcher.dispose();
  await work;
  await Promise.all([endServer(), bundler.dispose()]);
}
