import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorResponse, NippleInferenceResponse, Scan, ScanFile } from '#contracts';
import { type LogFields, newId, silentLogger, unwrap } from '#foundation';
import { aVolume, ball } from '#testing';
import { volumeToNrrd, writeNrrd } from '#volume';
import { NippleInference, removeOrphanedCopies } from '../../../platform/server/inference/index.ts';
import { registerRecordRoutes } from '../../../platform/server/records/register-record-routes.ts';
import { loadSite } from '../../../platform/server/site/load-site.ts';
import { loadServerRegistrations } from '../../../platform/server/site/server-registrations.ts';
import { call, headersOf, sendForm } from '../../faults/support/calls.ts';
import { type DataPlane, startDataPlane, type Tenant } from '../../faults/support/data-plane.ts';

const MODELS = join(import.meta.dirname, '../../fixtures/nipple-models');
/** Location that the failing model returns when its fault does not occur. */
const MODEL_LOCATION = { sag: 1, tra: 2, depth: 3, rad: 4 };
const SIZES = [24, 16, 20] as const;

type InferenceResponse = NippleInferenceResponse & Omit<ErrorResponse, 'code'>;

let plane: DataPlane;
let tenant: Tenant;
let token = '';
let scratch = '';
let pidFile = '';
let logged: LogFields[] = [];
const servers: FastifyInstance[] = [];
beforeAll(async () => {
  plane = await startDataPlane();
});
afterAll(() => plane[Symbol.asyncDispose]());
beforeEach(async () => {
  tenant = await plane.addTenant();
  token = tenant.tokenOf('PHYSICIAN');
  scratch = mkdtempSync(join(tmpdir(), 'clockface-nipple-'));
  pidFile = join(scratch, 'pids');
  logged = [];
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  rmSync(scratch, { recursive: true, force: true });
});

/** Starts the API of a site with one of the models, or without a model. */
async function startSite(
  model: 'nipple' | 'failing' | null,
  settings: object = {},
  limits: object = {},
): Promise<string> {
  const file = join(scratch, 'site.json');
  const disabled = { enabled: false };
  const extensions = {
    'org.example.nipple': disabled,
    'org.example.failing': disabled,
    ...(model === null ? {} : { [`org.example.${model}`]: { settings } }),
  };
  const config = { schema: 1, name: 'Site', apiKey: plane.deps.site.config.apiKey };
  writeFileSync(file, JSON.stringify({ ...config, limits, extensions }));
  const loaded = unwrap(loadSite(file, MODELS));
  expect(loaded.problems).toEqual([]);
  const registrations = await loadServerRegistrations(loaded, silentLogger);
  expect(registrations.problems).toEqual([]);
  const logger = {
    log: (_level: string, _text: string, fields: LogFields = {}) => void logged.push(fields),
  };
  const deps = { ...plane.deps, dataFolder: plane.folder, site: loaded, logger };
  const { nippleEntryPoint: entryPoint } = registrations;
  const nipple =
    entryPoint === null ? null : new NippleInference({ ...deps, store: plane.store, entryPoint });
  const server = Fastify({ forceCloseConnections: true });
  servers.push(server);
  registerRecordRoutes(server, deps, plane.jobs, { nipple });
  return `${await server.listen({ port: 0, host: '127.0.0.1' })}/api`;
}

/** Returns a volume file with a single bright ball around a voxel. */
function phantom(i: number, j: number, k: number): Uint8Array {
  const { geometry } = aVolume({ sizes: SIZES, spacingMm: [2, 1, 2] });
  const centreMm = [i, j, k].map(
    (index, axis) => geometry.originMm[axis]! + index * geometry.spacingMm[axis]!,
  );
  const paint = ball(centreMm as [number, number, number], 2.1, 250, 40);
  const volume = aVolume({ sizes: SIZES, spacingMm: [2, 1, 2], paint });
  return writeNrrd(volumeToNrrd(volume, {}));
}

async function addVolume(scanId: string, bytes = phantom(15, 3, 8), overrides: object = {}) {
  const operator = tenant.tokenOf('OPERATOR');
  const file = { fileCategory: 'VOLUME3D', fileName: 'volume.nrrd', fileExtension: 'nrrd' };
  const body = { scanId, ...file, ...overrides };
  const { body: row } = await call<ScanFile>(plane.url, operator, 'POST', '/scanfiles', body);
  const sent = await sendForm(plane.url, operator, 'PUT', `/scanfiles/${row.id}/content`, bytes);
  expect(sent.status).toBe(200);
  return row.id;
}

async function scanWithVolume(): Promise<string> {
  const scanId = await tenant.addScan();
  await addVolume(scanId);
  return scanId;
}

const inferNipple = (url: string, scanId: string, caller = token) =>
  call<InferenceResponse>(url, caller, 'POST', `/scans/${scanId}/actions/inferNipple`);

/** Returns the processes of all model runs: the model and its child process. */
const readPids = (): number[] =>
  existsSync(pidFile) ? readFileSync(pidFile, 'utf8').trim().split(/\s+/).map(Number) : [];
function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
const releaseModel = (): void => writeFileSync(`${pidFile}.go`, '');
const waitForExit = () =>
  expect.poll(() => readPids().filter(isProcessRunning), { timeout: 15_000 }).toEqual([]);
/** Waits until `runs` model runs have started, each with two processes. */
const waitForProcesses = (runs = 1) =>
  expect.poll(() => readPids().length, { timeout: 15_000 }).toBe(2 * runs);
const listCopies = (): string[] => {
  const folder = join(plane.folder, 'inference');
  return existsSync(folder) ? readdirSync(folder) : [];
};
/** Returns the audit rows of the scan. */
const auditRows = (scanId: string) =>
  plane.db
    .selectFrom('audit')
    .select(['outcome', 'subject'])
    .where('act', '=', 'inferNipple')
    .where(sql<string>`subject->>'id'`, '=', scanId)
    .execute();

describe('a nipple inference request', () => {
  it('for an unknown scan or a scan of another organization returns 404', async () => {
    const url = await startSite('nipple');
    const otherScanId = await (await plane.addTenant()).addScan();
    for (const id of [newId(), otherScanId]) expect((await inferNipple(url, id)).status).toBe(404);
  });

  it('returns the advice to set the nipple manually if the site has no model', async () => {
    const rejected = await inferNipple(await startSite(null), await scanWithVolume());
    expect(rejected).toMatchObject({ status: 409, body: { errorType: 'Conflict' } });
    expect(rejected.body.message).toContain('Set the nipple by hand');
  });

  it('is rejected before the scan has a volume, and for an unreadable file', async () => {
    const url = await startSite('nipple');
    const scanId = await tenant.addScan();
    const withoutVolume = await inferNipple(url, scanId);
    expect([withoutVolume.status, withoutVolume.body.message]).toEqual([
      409,
      expect.stringMatching(/no volume/),
    ]);
    await addVolume(scanId, Buffer.from('NRRD0005\ntype: float\n\n'));
    const unsupported = await inferNipple(url, scanId);
    expect([unsupported.status, unsupported.body.errorType]).toEqual([409, 'Conflict']);
    expect(unsupported.body.message).toContain('Set the nipple by hand');
    await addVolume(scanId, phantom(15, 3, 8).subarray(0, -1));
    expect((await inferNipple(url, scanId)).body.message).toMatch(/differs from its header/);
    expect(listCopies()).toEqual([]);
  });

  it('never passes bytes to a model that differ from the record', async () => {
    const url = await startSite('nipple');
    const scanId = await tenant.addScan();
    const id = await addVolume(scanId);
    const { storagePath } = await plane.db
      .selectFrom('scanFile')
      .select('storagePath')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await writeFile(join(plane.folder, 'files', storagePath!), phantom(4, 4, 4));
    const first = await inferNipple(url, scanId);
    expect([first.status, first.body.errorType]).toEqual([422, 'ChecksumMismatch']);
    expect((await inferNipple(url, scanId)).body.errorType).toBe('FileQuarantined');
  });

  it('returns the location in the latest volume, sets nothing, and leaves an audit row', async () => {
    const url = await startSite('nipple');
    const scanId = await tenant.addScan();
    await addVolume(scanId, phantom(4, 9, 4));
    await addVolume(scanId, phantom(15, 3, 8), { encoding: 'GZIP' });
    const response = await inferNipple(url, scanId);
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    // Voxels of 2 mm from the centre of 24 × 20 voxels.
    const x = (15 - 11.5) * 2;
    const z = (8 - 9.5) * 2;
    const rad = (Math.atan2(x, z) * 180) / Math.PI;
    expect(response.body.code).toBe(200);
    expect(response.body.content.sag).toBeCloseTo(3.5, 6);
    expect(response.body.content.tra).toBeCloseTo(-1.5, 6);
    expect(response.body.content.depth).toBeCloseTo(3, 6);
    expect(response.body.content.rad).toBeCloseTo(rad, 6);
    const scan = await call<Scan>(url, token, 'GET', `/scans/${scanId}`);
    expect(scan.body).toMatchObject({ nippleLocation: null, version: 1 });
    const subject = { id: scanId, patientId: tenant.patientId };
    expect(await auditRows(scanId)).toEqual([{ outcome: 'done', subject }]);
    expect(listCopies()).toEqual([]);
  });

  it('reads compressed volumes too', async () => {
    const url = await startSite('nipple');
    const scanId = await tenant.addScan();
    const plain = Buffer.from(phantom(15, 3, 8));
    const start = plain.indexOf('\n\n') + 2;
    const header = plain.subarray(0, start).toString().replace('encoding: raw', 'encoding: gzip');
    const packed = Buffer.concat([Buffer.from(header), gzipSync(plain.subarray(start))]);
    await addVolume(scanId, packed);
    expect((await inferNipple(url, scanId)).body.content?.depth).toBeCloseTo(3, 6);
  });

  it('is rejected if a newer volume arrived during the inference', async () => {
    const url = await startSite('failing', { fault: 'waits for a signal file', pidFile });
    const scanId = await scanWithVolume();
    const pending = inferNipple(url, scanId);
    await waitForProcesses();
    await addVolume(scanId);
    releaseModel();
    const rejected = await pending;
    expect([rejected.status, rejected.body.message]).toEqual([
      409,
      expect.stringMatching(/changed/),
    ]);
  });
});

describe('a model', () => {
  it.each(['crashes once', 'throws once'])('that %s is retried', async (fault) => {
    const response = await inferNipple(
      await startSite('failing', { fault }),
      await scanWithVolume(),
    );
    expect([response.status, response.body.content]).toEqual([200, MODEL_LOCATION]);
    expect(logged.map(({ attempt }) => attempt)).toEqual([1]);
    expect(listCopies()).toEqual([]);
  });

  it.each(['crashes', 'throws', 'exhausts memory'])(
    'that %s twice yields a readable error, and the server keeps running',
    async (fault) => {
      const limits = { nippleModelMemoryMb: 256, nippleModelSeconds: 10 };
      const url = await startSite('failing', { fault, pidFile }, limits);
      const scanId = await scanWithVolume();
      const rejected = await inferNipple(url, scanId);
      expect([rejected.status, rejected.body.errorType]).toEqual([422, 'InferenceFailed']);
      expect(rejected.body.message).toMatch(/failed 2 times.*Set the nipple by hand/);
      expect(JSON.stringify(rejected.body)).not.toContain('Simulated error');
      expect(logged.map(({ attempt }) => attempt)).toEqual([1, 2]);
      expect((await call(url, token, 'GET', `/scans/${scanId}`)).status).toBe(200);
      expect(await auditRows(scanId)).toEqual([]);
      await waitForExit();
      expect(listCopies()).toEqual([]);
    },
  );

  it.each(['waits', 'spins'])(
    'that %s forever is ended with all its child processes',
    async (fault) => {
      const url = await startSite('failing', { fault, pidFile }, { nippleModelSeconds: 2 });
      const rejected = await inferNipple(url, await scanWithVolume());
      expect([rejected.status, rejected.body.errorType]).toEqual([422, 'InferenceFailed']);
      expect(rejected.body.message).toMatch(/took too long.*Set the nipple by hand/);
      expect(readPids()).toHaveLength(2);
      await waitForExit();
      expect(listCopies()).toEqual([]);
    },
  );

  it.each(['returns no number', 'returns a point outside', 'returns nothing', 'returns text'])(
    'that %s is rejected at once',
    async (fault) => {
      const rejected = await inferNipple(
        await startSite('failing', { fault }),
        await scanWithVolume(),
      );
      expect([rejected.status, rejected.body.errorType]).toEqual([422, 'InferenceFailed']);
      expect(rejected.body.message).toContain('no location inside the volume');
      expect(logged).toHaveLength(1);
      expect(JSON.stringify([logged, rejected.body]).length).toBeLessThan(2_000);
    },
  );

  it('gets a private copy of the volume, and no secrets or patient data', async () => {
    process.env.CLOCKFACE_TEST_SECRET = 'secret';
    const url = await startSite('failing', { fault: 'reports its environment' });
    await inferNipple(url, await scanWithVolume()).finally(() => {
      delete process.env.CLOCKFACE_TEST_SECRET;
    });
    const observed = JSON.parse(String(logged[0]?.reason));
    expect(observed.modes).toEqual(['600', '700']);
    expect(observed.filePath.startsWith(join(plane.folder, 'inference'))).toBe(true);
    expect(observed.names).toContain('PATH');
    expect(observed.names.filter((name: string) => /CLOCKFACE|DATABASE|SECRET/.test(name))).toEqual(
      [],
    );
    expect(Object.keys(observed.scan).sort()).toEqual(
      ['laterality', 'orientationConfirmed', 'patientPosition', 'protocol'].sort(),
    );
    expect(observed.argv).toEqual([]);
  });

  it('is ended when its caller disconnects, and the next caller is served', async () => {
    const url = await startSite(
      'failing',
      { fault: 'spins', pidFile },
      { nippleModelSeconds: 100 },
    );
    const scanId = await scanWithVolume();
    for (const runs of [1, 2]) {
      const controller = new AbortController();
      const pending = fetch(`${url}/scans/${scanId}/actions/inferNipple`, {
        method: 'POST',
        headers: headersOf(token),
        signal: controller.signal,
      });
      await waitForProcesses(runs);
      controller.abort();
      await expect(pending).rejects.toThrow();
      await waitForExit();
    }
    await expect.poll(listCopies).toEqual([]);
  });

  it('holds no database transaction during the inference', async () => {
    const url = await startSite('failing', { fault: 'waits for a signal file', pidFile });
    const pending = inferNipple(url, await scanWithVolume());
    await waitForProcesses();
    const { rows } = await sql<{ count: number }>`select count(*)::int as count
      from pg_stat_activity where xact_start is not null and pid <> pg_backend_pid()
        and backend_type = 'client backend' and state = 'idle in transaction'`.execute(plane.db);
    expect(rows).toEqual([{ count: 0 }]);
    releaseModel();
    expect((await pending).status).toBe(200);
  });

  it('serves one caller at a time, queues four, and rejects the sixth with a retry time', async () => {
    const url = await startSite('failing', { fault: 'waits for a signal file', pidFile });
    const scanId = await scanWithVolume();
    const first = inferNipple(url, scanId);
    await waitForProcesses();
    const laterRequests = Array.from({ length: 5 }, () => inferNipple(url, scanId));
    // Only the rejected request has a response so far, because the model waits for its release.
    const rejected = await Promise.any(laterRequests);
    expect([rejected.status, rejected.body.errorType]).toEqual([429, 'TooManyRequests']);
    expect(rejected.headers.get('retry-after')).toBe('10');
    expect(readPids()).toHaveLength(2);
    releaseModel();
    const statuses = (await Promise.all([first, ...laterRequests])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 200, 200, 200, 429]);
    const processesOfFiveRuns = 10;
    expect(readPids()).toHaveLength(processesOfFiveRuns);
  });

  it('leaves the copy of the volume after a crash only until the next start', async () => {
    mkdirSync(join(scratch, 'inference/volume-1'), { recursive: true });
    writeFileSync(join(scratch, 'inference/volume-1/volume.nrrd'), 'a volume');
    for (const _start of ['first', 'second']) {
      await removeOrphanedCopies(scratch, silentLogger);
      expect(existsSync(join(scratch, 'inference'))).toBe(false);
    }
  });

  it.each(['waits', 'spins'])('that %s ends with a server that crashed', async (fault) => {
    const entryPoint = {
      extensionId: 'org.example.failing',
      entry: 'server.ts',
      folder: join(MODELS, 'org.example.failing'),
      settings: { fault, pidFile },
    };
    const init = {
      task: { kind: 'nipple', entryPoint, volume: {} },
      limits: { milliseconds: 100_000, memoryBytes: 2 ** 32 },
    };
    const runModel = join(import.meta.dirname, '../../../platform/server/inference/run-model.ts');
    const code = `import { runModel } from ${JSON.stringify(runModel)};
      await runModel(${JSON.stringify(init)}, ${JSON.stringify(scratch)}, new AbortController().signal);`;
    const server = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const exited = once(server, 'exit');
    await waitForProcesses();
    server.kill('SIGKILL');
    await exited;
    await waitForExit();
  });
});
