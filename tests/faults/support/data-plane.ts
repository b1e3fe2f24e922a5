import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { type Role, type ScanState, siteConfigSchema } from '#contracts';
import { Emitter, newId, Scope, silentLogger, systemClock, unwrap } from '#foundation';
import {
  authenticate,
  openSession,
  replaceDeviceToken,
} from '../../../platform/server/accounts/sessions.ts';
import {
  connectionIdentities,
  EmbeddedBroker,
  serveMqttOverWebSocket,
} from '../../../platform/server/broker/index.ts';
import { ensureAppRole } from '../../../platform/server/database/app-role.ts';
import { EmbeddedPostgres } from '../../../platform/server/database/embedded-postgres.ts';
import { migrate } from '../../../platform/server/database/migrate.ts';
import {
  openDatabase,
  openOrganizationDatabases,
} from '../../../platform/server/database/open-database.ts';
import type { OrganizationDatabases } from '../../../platform/server/database/organization-databases.ts';
import {
  grantQueueAccess,
  protectTables,
} from '../../../platform/server/database/protect-tables.ts';
import type { Database } from '../../../platform/server/database/schema.ts';
import { registerDatasetRoutes } from '../../../platform/server/datasets/index.ts';
import { registerFileRoutes } from '../../../platform/server/files/index.ts';
import { createCallLimiter } from '../../../platform/server/http/request-limit.ts';
import type { RouteDeps, ServerDeps } from '../../../platform/server/http/server-deps.ts';
import {
  JobQueue,
  openBoss,
  registerJobRoutes,
  registerWorkerRoutes,
} from '../../../platform/server/jobs/index.ts';
import { DeviceStatuses } from '../../../platform/server/leases/device-statuses.ts';
import { ScanReaders } from '../../../platform/server/records/scans/scan-readers.ts';
import { type FileStore, FileSystemStore } from '../../../platform/server/store/index.ts';
import type { WorkerInit } from '../../../platform/server/worker/index.ts';
import { setUp } from '../../api/support/set-up.ts';
import { testHandlers } from './workers/test-handlers.ts';

export const API_KEY = 'api-key-of-the-tests';

/** One organization with a user of every role that a test needs, a device and a study. */
export interface Tenant {
  readonly organizationId: string;
  readonly patientId: string;
  readonly studyId: string;
  readonly deviceId: string;
  readonly deviceToken: string;
  tokenOf(role: Role): string;
  accountOf(role: Role): { readonly id: string; readonly tokenId: string };
  addScan(options?: {
    scanState?: ScanState;
    origin?: 'SCANNED' | 'IMPORTED';
    epoch?: number;
  }): Promise<string>;
}

/** Dependencies of the routes of files and jobs and of the broker; `scope` ends their work. */
type PlaneDeps = RouteDeps &
  Pick<ServerDeps, 'clock' | 'scanChanged' | 'scope' | 'sessionEnded' | 'studyChanged'> &
  Pick<ServerDeps, 'scanReaders'> &
  Pick<ServerDeps, 'deviceStatuses'>;

/** Files, jobs and live messages of the server, on a database of their own. */
export interface DataPlane extends AsyncDisposable {
  readonly folder: string;
  readonly db: Kysely<Database>;
  readonly store: FileStore;
  readonly deps: PlaneDeps;
  readonly jobs: JobQueue;
  readonly broker: EmbeddedBroker;
  readonly url: string;
  readonly httpPort: number;
  readonly serviceSecret: string;
  addTenant(): Promise<Tenant>;
  /**
   * Serves the same rows with another store, e.g. on a full disk, or with other dependencies.
   * @returns the URL of the API
   */
  serveWith(store: FileStore, changes?: Partial<PlaneDeps>): Promise<string>;
  /** Starts a worker that runs `module`; by default a worker with predictable jobs. */
  startWorker(module?: URL): Promise<ChildProcess>;
  killWorkers(): Promise<void>;
}

export function startDataPlane(): Promise<DataPlane> {
  return setUp(buildDataPlane);
}

async function buildDataPlane(
  stack: AsyncDisposableStack,
): Promise<Omit<DataPlane, keyof AsyncDisposable>> {
  const folder = await mkdtemp(join(tmpdir(), 'clockface-plane-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const postgres = unwrap(await EmbeddedPostgres.start(folder, silentLogger));
  stack.defer(() => postgres.stop());
  const db = openDatabase({ url: postgres.url, logger: silentLogger });
  stack.defer(() => db.destroy());
  unwrap(await migrate(db));
  const appRole = unwrap(await ensureAppRole(db, postgres.url, null));
  await protectTables(db, appRole.name);
  const tenantDatabases = openOrganizationDatabases({ url: appRole.url, logger: silentLogger });
  stack.defer(() => tenantDatabases.destroy());
  const deps = depsOf(db, tenantDatabases);
  const store = new FileSystemStore(join(folder, 'files'));
  const serviceSecret = randomBytes(16).toString('hex');
  const broker = await EmbeddedBroker.start({
    host: '127.0.0.1',
    port: 0,
    identities: connectionIdentities(deps, serviceSecret),
    log: silentLogger,
    recheckMs: 500,
  });
  deps.sessionEnded.on(({ tokenId }) => broker.disconnectSession(tokenId));
  stack.defer(() => deps.scope.dispose());
  const boss = await openBoss(postgres.url, 'server', silentLogger);
  stack.defer(() => boss.stop({ graceful: false, close: true }));
  const jobs = new JobQueue(boss, testHandlers, (topic, message) => {
    void broker.publish(topic, message);
  });
  await grantQueueAccess(db, appRole.name, 'pgboss');
  const servers: FastifyInstance[] = [];
  const workers: ChildProcess[] = [];
  stack.defer(async () => {
    for (const server of servers) await server.close();
  });
  stack.defer(() => broker.close());
  const killWorkers = async (): Promise<void> => {
    for (const worker of workers.splice(0)) await killWorker(worker);
  };
  const serveWith: DataPlane['serveWith'] = async (servedStore, changes = {}) => {
    const server = Fastify({ bodyLimit: 1024 ** 2 });
    servers.push(server);
    const serverDeps = { ...deps, ...changes };
    registerFileRoutes(server, serverDeps, servedStore);
    registerDatasetRoutes(server, serverDeps, servedStore);
    registerJobRoutes(server, serverDeps, jobs);
    registerWorkerRoutes(server, serverDeps, jobs, servedStore);
    const address = await server.listen({ port: 0, host: '127.0.0.1' });
    return `${address}/api`;
  };
  const url = await serveWith(store);
  const firstServer = servers[0] as FastifyInstance;
  const webSocketBroker = serveMqttOverWebSocket(
    firstServer.server,
    (connection, request) => broker.attach(connection, request),
    silentLogger,
  );
  stack.defer(() => webSocketBroker.dispose());
  stack.defer(killWorkers);
  const init: WorkerInit = {
    databaseUrl: postgres.url,
    dataFolder: folder,
    mqttUrl: `mqtt://127.0.0.1:${broker.port}`,
    serviceSecret,
  };
  return {
    folder,
    db,
    store,
    deps,
    jobs,
    broker,
    url,
    httpPort: (firstServer.server.address() as AddressInfo).port,
    serviceSecret,
    addTenant: () => insertTenant(db),
    serveWith,
    async startWorker(module) {
      const worker = await startWorker(init, module);
      workers.push(worker);
      return worker;
    },
    killWorkers,
  };
}

function depsOf(db: Kysely<Database>, tenantDatabases: OrganizationDatabases): PlaneDeps {
  const config = siteConfigSchema.parse({ schema: 1, name: 'Test', apiKey: API_KEY });
  return {
    db,
    dbOf: (organizationId) => tenantDatabases.of(organizationId),
    site: { config, file: '', extensions: [], thirdParty: [], problems: [] },
    clock: systemClock,
    logger: silentLogger,
    scope: new Scope('test'),
    sessionEnded: new Emitter(),
    studyChanged: new Emitter(),
    scanReaders: new ScanReaders(systemClock),
    scanChanged: new Emitter(),
    deviceStatuses: new DeviceStatuses(systemClock),
    authenticate: (token) => authenticate(db, systemClock, token),
    callLimiter: createCallLimiter(config),
  };
}

/** Inserts an organization with users, device and study directly into a database. */
export async function insertTenant(db: Kysely<Database>): Promise<Tenant> {
  const organizationId = newId();
  const commonFields = { organizationId, createdBy: null, updatedBy: null };
  await db
    .insertInto('organization')
    .values({ id: organizationId, name: 'Clinic', hosts: [`${organizationId}.example`] })
    .execute();
  const accounts = new Map<Role, { id: string; token: string; tokenId: string }>();
  for (const role of ['OPERATOR', 'PHYSICIAN', 'VIEWER', 'BLIND_ANNOTATOR', 'ADMIN'] as const) {
    const id = newId();
    await db
      .insertInto('account')
      .values({
        ...commonFields,
        id,
        email: `${role.toLowerCase()}@clinic.example`,
        passwordHash: '',
        roles: [role],
      })
      .execute();
    const token = await openSession(db, systemClock, { id, organizationId });
    const session = await authenticate(db, systemClock, token);
    accounts.set(role, { id, token, tokenId: session!.tokenId });
  }
  const deviceId = newId();
  await db
    .insertInto('device')
    .values({ ...commonFields, id: deviceId, serialNumber: deviceId, model: 'Test' })
    .execute();
  const deviceToken = await replaceDeviceToken(db, { id: deviceId, organizationId });
  const patientId = newId();
  await db
    .insertInto('patient')
    .values({ ...commonFields, id: patientId, lastName: 'Test' })
    .execute();
  const studyId = newId();
  await db
    .insertInto('study')
    .values({ ...commonFields, id: studyId, patientId })
    .execute();
  let scanCount = 0;
  return {
    organizationId,
    patientId,
    studyId,
    deviceId,
    deviceToken,
    tokenOf: (role) => accounts.get(role)!.token,
    accountOf: (role) => accounts.get(role)!,
    async addScan({ scanState = 'C', origin = 'SCANNED', epoch = 1 } = {}) {
      const id = newId();
      scanCount += 1;
      await db
        .insertInto('scan')
        .values({
          ...commonFields,
          id,
          studyId,
          patientId,
          laterality: 'L',
          label: `X${scanCount}`,
          scanState,
          origin,
          protocol: 'FULL',
          patientPosition: 'SUPINE',
          deviceId,
          deviceAngle: null,
          epoch,
          orientationConfirmed: true,
          nippleLocation: null,
        })
        .execute();
      return id;
    },
  };
}

const WORKER = new URL('./workers/test-worker.ts', import.meta.url);

async function startWorker(init: WorkerInit, module = WORKER): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [fileURLToPath(module)], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  worker.send(init);
  const errorOutput: string[] = [];
  worker.stderr?.on('data', (chunk: Buffer) => errorOutput.push(chunk.toString()));
  const ready = once(worker, 'message');
  const ended = once(worker, 'exit').then(() => {
    throw new Error(`The worker ended: ${errorOutput.join('')}`);
  });
  await Promise.race([ready, ended]);
  ended.catch(() => undefined);
  return worker;
}

export async function killWorker(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const exited = once(worker, 'exit');
  worker.kill('SIGKILL');
  await exited;
}

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');
