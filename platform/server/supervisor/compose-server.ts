import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { PgBoss } from 'pg-boss';
import {
  type Disposable,
  Emitter,
  fail,
  type Logger,
  messageOf,
  ok,
  problem,
  type Result,
  Scope,
  systemClock,
} from '#foundation';
import { createLink } from '../accounts/account-links.ts';
import {
  type Demonstration,
  rejectPublishedPasswords,
  seedDemonstration,
} from '../accounts/demonstration.ts';
import { registerAccountRoutes } from '../accounts/register-account-routes.ts';
import { authenticate, roleFeaturesOf, sessionIdleMs } from '../accounts/sessions.ts';
import { AuditSealer } from '../audit/audit-sealer.ts';
import { registerAuditRoutes } from '../audit/register-audit-routes.ts';
import {
  connectionIdentities,
  EmbeddedBroker,
  type SiteBrokerAccess,
  serveMqttOverWebSocket,
} from '../broker/index.ts';
import { registerCoronalRoutes } from '../coronals/index.ts';
import { grantQueueAccess } from '../database/protect-tables.ts';
import { registerDatasetRoutes } from '../datasets/index.ts';
import { registerEvaluationRoutes } from '../evaluations/index.ts';
import { registerFileRoutes } from '../files/register-file-routes.ts';
import { storedSkins } from '../files/rows/stored-skins.ts';
import { registerFollowUpRoutes } from '../follow-up/index.ts';
import { createServer } from '../http/create-server.ts';
import { createCallLimiter } from '../http/request-limit.ts';
import type { ServerDeps } from '../http/server-deps.ts';
import { NippleInference, removeOrphanedCopies, ServerModels } from '../inference/index.ts';
import { JobQueue, openBoss, registerJobRoutes, registerWorkerRoutes } from '../jobs/index.ts';
import { DeviceStatuses } from '../leases/device-statuses.ts';
import { openMailer } from '../mail/open-mailer.ts';
import { registerOperationRoutes, startScheduler } from '../operations/index.ts';
import { Health, isDatabaseReachable } from '../operations/system/health.ts';
import { registerSystemRoutes } from '../operations/system/register-system-routes.ts';
import { registerReaderStudyRoutes } from '../reader-studies/index.ts';
import { registerRecordRoutes } from '../records/register-record-routes.ts';
import { ScanReaders } from '../records/scans/scan-readers.ts';
import { siteLists } from '../records/shared/site-lists.ts';
import { storeDensityRanks } from '../records/studies/density-ranks.ts';
import { readSecret } from '../site/read-secret.ts';
import { loadServerRegistrations, type ServerRegistrations } from '../site/server-registrations.ts';
import type { Site } from '../site/site.ts';
import { type FileStore, openStore } from '../store/index.ts';
import type { WorkerInit } from '../worker/index.ts';
import type { ChildService } from './child-service.ts';
import { startMaintenance } from './maintenance.ts';
import { publishCrashToDesktops } from './publish-crash-to-desktops.ts';
import { publishScanEvents, publishStudyEvents } from './publish-study-events.ts';
import { runDemonstrations } from './run-demonstrations.ts';
import { servedDevice } from './served-device.ts';
import type { Settings } from './settings.ts';
import type { StartedDatabase } from './start-database.ts';
import { startServices } from './start-services.ts';
import type { Teardown } from './teardown.ts';

/** Default schema of pg-boss. */
const QUEUE_SCHEMA = 'pgboss';
const READY_TIMEOUT_MS = 60_000;

export interface ServerContext extends StartedDatabase {
  readonly site: Site;
  readonly settings: Settings;
  readonly logger: Logger;
  /** Queue that wakes the workers; its tables exist already. */
  readonly boss: PgBoss;
  /** Started workers that wait for their init message. */
  readonly workers: readonly ChildService[];
}

/**
 * Opens the job queue, which creates its own tables. Closed by `teardown` when the start fails
 * meanwhile.
 */
export function openQueue(url: string, teardown: Teardown, logger: Logger): Promise<PgBoss> {
  const opening = openBoss(url, 'server', logger);
  // Avoids an unhandled rejection until the caller awaits `opening`.
  const settled = opening.catch(() => null);
  teardown.add('The job queue', async () => {
    await (await settled)?.stop({ graceful: false, close: true });
  });
  return opening;
}

/**
 * Composes the server on an open database and resolves with its URL once every part is up.
 * Registers every started part in `teardown`, also when the start fails midway.
 */
export async function composeServer(
  context: ServerContext,
  teardown: Teardown,
): Promise<Result<string>> {
  const { site, settings, db } = context;
  const deps = createDeps(context, teardown);
  const health = new Health();
  health.add('database', () => isDatabaseReachable(db));
  const sealer = new AuditSealer(deps);
  teardown.add('The sealer of the audit trail', () => sealer.close());

  const serviceSecret = randomBytes(32).toString('base64url');
  const broker = await startBroker(deps, settings, serviceSecret);
  if (!broker.ok) return broker;
  teardown.add('The message broker', () => broker.value.close());
  health.add('broker', () => broker.value.state === 'up');
  if (site.config.broker) health.add('site broker', () => broker.value.isJoined);
  const mqttUrl = `mqtt://${urlHost(settings.host)}:${broker.value.port}`;
  initWorkers(context, health, teardown, { mqttUrl, serviceSecret });

  // All must finish before the server accepts requests.
  const [accounts, loaded] = await Promise.all([
    checkAccounts(db, site),
    startJobs(deps, context, broker.value),
    storeDensityRanks(db, siteLists(deps)),
  ]);
  if (!accounts.ok) return accounts;
  const served = await serveApi(
    deps,
    settings,
    { health, broker: broker.value, ...loaded },
    teardown,
  );
  if (!served.ok) return served;
  const { url, store } = served.value;

  const demonstration = accounts.value;
  const addresses = { apiUrl: `${url}/api`, mqttUrl };
  const device = await servedDevice(deps, demonstration, addresses);
  if (!device.ok) return device;
  if (device.value !== null) {
    const { organizationId, initOf } = device.value;
    const publishCrash = publishCrashToDesktops(broker.value, organizationId);
    startServices(deps, health, teardown, initOf, publishCrash);
  }
  const ready = await whenReady(health);
  if (!ready.ok) return ready;
  deps.scope.own(startScheduler(deps));
  deps.scope.own(startMaintenance(deps, store));
  if (demonstration !== null && device.value !== null) {
    await runDemonstrations(deps, demonstration, teardown, device.value.initOf);
  }
  return ok(url);
}

/** Returns the demonstration; null when it is disabled. */
async function checkAccounts(
  db: StartedDatabase['db'],
  { config }: Site,
): Promise<Result<Demonstration | null>> {
  if (config.demonstration.enabled) return ok(await seedDemonstration(db, config.name));
  const checked = await rejectPublishedPasswords(db);
  return checked.ok ? ok(null) : checked;
}

/** Server parts of the extensions, and the queue of their jobs. */
interface LoadedParts {
  readonly registrations: ServerRegistrations;
  readonly jobs: JobQueue;
}

/** Loads the server entry points of the enabled extensions and creates the queue of their jobs. */
async function startJobs(
  deps: Pick<ServerDeps, 'db' | 'logger' | 'site'>,
  { appRole, boss }: Pick<ServerContext, 'appRole' | 'boss'>,
  broker: EmbeddedBroker,
): Promise<LoadedParts> {
  const { site, logger } = deps;
  const registrations = await loadServerRegistrations(site, logger);
  for (const { title, detail } of registrations.problems) logger.log('error', title, { detail });
  const jobs = new JobQueue(boss, registrations.handlers, (topic, message) => {
    void broker.publish(topic, message);
  });
  await grantQueueAccess(deps.db, appRole.name, QUEUE_SCHEMA);
  return { registrations, jobs };
}

/** Serves the API, the web application and MQTT over WebSocket on one port. */
async function serveApi(
  deps: ServerDeps,
  settings: Settings,
  { health, broker, registrations, jobs }: LoadedParts & { health: Health; broker: EmbeddedBroker },
  teardown: Teardown,
): Promise<Result<{ readonly url: string; readonly store: FileStore }>> {
  const { site, logger, scope } = deps;
  const opened = await openStore(site, settings.dataFolder);
  if (!opened.ok) return opened;
  const store = opened.value;
  let serverUrl: string | null = null;
  const mailer = openMailer(deps, createLink, () => serverUrl);
  if (!mailer.ok) return mailer;

  const server = await createServer({ site, logger, webFolder: settings.webFolder });
  registerSystemRoutes(server, deps, health, registrations);
  registerAccountRoutes(server, deps, mailer.value);
  await removeOrphanedCopies(settings.dataFolder, logger);
  const entryPoint = registrations.nippleEntryPoint;
  const nipple = entryPoint === null ? null : new NippleInference({ ...deps, store, entryPoint });
  const models = new ServerModels(deps);
  const skins = storedSkins(store);
  registerRecordRoutes(server, deps, jobs, { store, skins, nipple, models });
  registerFileRoutes(server, deps, store);
  registerJobRoutes(server, deps, jobs);
  registerWorkerRoutes(server, deps, jobs, store);
  registerOperationRoutes(server, deps, { store, health, skins });
  registerAuditRoutes(server, deps);
  registerDatasetRoutes(server, deps, store);
  registerEvaluationRoutes(server, deps, store);
  registerCoronalRoutes(server, deps, store);
  registerFollowUpRoutes(server, deps);
  registerReaderStudyRoutes(server, deps);
  const url = await listen(server, settings);
  if (!url.ok) return url;
  serverUrl = url.value;
  mailer.value.nudge();
  teardown.add('The HTTP server', () => server.close());
  scope.own(disconnectEndedSessions(deps, broker));
  scope.own(publishStudyEvents(deps, broker));
  scope.own(publishScanEvents(deps, broker));
  const connections = serveMqttOverWebSocket(server.server, broker.attach.bind(broker), logger);
  // Ended before the HTTP server, which waits until the last connection has ended.
  teardown.add('The live connections of browsers', () => connections.dispose());
  return ok({ url: url.value, store });
}

function disconnectEndedSessions(
  { sessionEnded }: Pick<ServerDeps, 'sessionEnded'>,
  broker: EmbeddedBroker,
): Disposable {
  return sessionEnded.on(({ tokenId }) => broker.disconnectSession(tokenId));
}

function createDeps(context: ServerContext, teardown: Teardown): ServerDeps {
  const { site, settings, db, dbOf, logger } = context;
  const roleFeatures = roleFeaturesOf(site.config);
  const idleMs = sessionIdleMs(site.config);
  const scope = new Scope('server');
  teardown.add('Timers and listeners', () => scope.dispose());
  return {
    db,
    dbOf,
    dataFolder: settings.dataFolder,
    site,
    clock: systemClock,
    logger,
    scope,
    sessionEnded: scope.own(new Emitter()),
    studyChanged: scope.own(new Emitter()),
    scanReaders: new ScanReaders(systemClock),
    scanChanged: scope.own(new Emitter()),
    deviceStatuses: new DeviceStatuses(systemClock),
    authenticate: (token) => authenticate(db, systemClock, token, roleFeatures, idleMs),
    callLimiter: createCallLimiter(site.config),
  };
}

async function startBroker(
  deps: ServerDeps,
  settings: Settings,
  serviceSecret: string,
): Promise<Result<EmbeddedBroker>> {
  const { host, mqttPort } = settings;
  const access = siteBroker(deps.site);
  if (!access.ok) return access;
  const identities = connectionIdentities(deps, serviceSecret);
  const options = { host, port: mqttPort, identities, log: deps.logger, site: access.value };
  try {
    return ok(await EmbeddedBroker.start(options));
  } catch (thrown) {
    return fail(cannotListen('CLOCKFACE_MQTT_PORT', mqttPort, thrown));
  }
}

function siteBroker({ config, file }: Site): Result<SiteBrokerAccess | undefined> {
  if (config.broker === undefined) return ok(undefined);
  const { connection } = config;
  const { url, username } = config.broker;
  const password = readSecret(config.broker.password, file);
  return password.ok ? ok({ url, username, password: password.value, connection }) : password;
}

async function listen(server: FastifyInstance, { host, port }: Settings): Promise<Result<string>> {
  try {
    await server.listen({ host, port });
  } catch (thrown) {
    await server.close();
    return fail(cannotListen('CLOCKFACE_PORT', port, thrown));
  }
  const address = server.server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return ok(`http://${urlHost(host)}:${bound}`);
}

/** Returns a host name that reaches the server from its own machine. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Sends the workers their init message; they start up in parallel and stop before broker and
 * database.
 */
function initWorkers(
  { url, settings, workers }: ServerContext,
  health: Health,
  teardown: Teardown,
  brokerAccess: Pick<WorkerInit, 'mqttUrl' | 'serviceSecret'>,
): void {
  const init: WorkerInit = { databaseUrl: url, dataFolder: settings.dataFolder, ...brokerAccess };
  for (const worker of workers) {
    worker.sendInit(init);
    health.add(worker.name, () => worker.isUp);
    teardown.add(`The ${worker.name}`, () => worker.stop());
  }
}

async function whenReady(health: Health): Promise<Result<void>> {
  const end = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    const { allUp, parts } = await health.check();
    if (allUp) {
      health.started();
      return ok(undefined);
    }
    if (performance.now() > end) {
      const down = Object.keys(parts).filter((name) => parts[name] === 'down');
      return fail(
        problem(
          'PARTS_DOWN',
          'Some services did not start',
          down.join(', '),
          'Read the log above for the reasons.',
        ),
      );
    }
    await sleep(10);
  }
}

function cannotListen(variable: string, port: number, thrown: unknown) {
  return problem(
    'PORT_UNUSABLE',
    `Port ${port} can’t be used`,
    messageOf(thrown),
    `Stop the program that uses it, or choose another with ${variable}.`,
  );
}
