import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildExtension } from '#build';
import { type AiRunFields, MAX_PROPOSALS, type ScanFile } from '#contracts';
import { newId, Scope, silentLogger, unwrap } from '#foundation';
import { aVolume } from '#testing';
import { volumeToNrrd, writeNrrd } from '#volume';
import { tinyModel } from '../../../extensions/ai-findings/segmentation2d/test-support/tiny-model.ts';
import { ServerModels } from '../../../platform/server/inference/index.ts';
import { registerRecordRoutes } from '../../../platform/server/records/register-record-routes.ts';
import { loadSite } from '../../../platform/server/site/load-site.ts';
import { call, sendForm } from '../../faults/support/calls.ts';
import { type DataPlane, startDataPlane, type Tenant } from '../../faults/support/data-plane.ts';

const FIXTURE = join(import.meta.dirname, '../../fixtures/third-party/hostile-models');
const ID = 'org.example.hostile-models';

let plane: DataPlane;
let tenant: Tenant;
let built = '';
let integrity = '';
let scratch = '';
let scanId = '';
const servers: FastifyInstance[] = [];
const scope = new Scope('test');
beforeAll(async () => {
  plane = await startDataPlane();
  built = mkdtempSync(join(tmpdir(), 'clockface-models-'));
  writeServerVariant(built);
  ({ integrity } = await buildExtension(built));
}, 60_000);
afterAll(async () => {
  scope.dispose();
  rmSync(built, { recursive: true, force: true });
  await plane[Symbol.asyncDispose]();
});
beforeEach(async () => {
  tenant = await plane.addTenant();
  scratch = mkdtempSync(join(tmpdir(), 'clockface-server-models-'));
  cpSync(built, join(scratch, 'models'), { recursive: true });
  scanId = await tenant.addScan();
  const operator = tenant.tokenOf('OPERATOR');
  const volume = aVolume({ sizes: [24, 24, 24], spacingMm: [1, 1, 1] });
  const body = { scanId, fileCategory: 'VOLUME3D', fileName: 'volume.nrrd', fileExtension: 'nrrd' };
  const { body: row } = await call<ScanFile>(plane.url, operator, 'POST', '/scanfiles', body);
  const bytes = writeNrrd(volumeToNrrd(volume, { dynamicRangeDb: '60' }));
  await sendForm(plane.url, operator, 'PUT', `/scanfiles/${row.id}/content`, bytes);
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  // Nothing of a run remains on the disk.
  const copies = join(plane.folder, 'inference');
  expect(existsSync(copies) ? readdirSync(copies) : []).toEqual([]);
  rmSync(scratch, { recursive: true, force: true });
});

interface Contribution {
  readonly id: string;
  readonly worker: string;
}

/** Writes the hostile models with server modules instead of workers, and two that need a process. */
function writeServerVariant(folder: string): void {
  cpSync(FIXTURE, folder, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(FIXTURE, 'manifest.json'), 'utf8'));
  const providers = manifest.contributes.findingProviders as Contribution[];
  const [first] = providers;
  const more = ['exit', 'greedy'].map((name) => ({
    ...first,
    id: `${ID}.${name}`,
    worker: `dist/${name}.js`,
  }));
  manifest.contributes.findingProviders = [...providers, ...more].map(
    ({ worker, ...provider }: Contribution) => ({
      ...provider,
      server: worker.replace(/^dist\/(.*)\.js$/, 'server/$1.mjs'),
    }),
  );
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  mkdirSync(join(folder, 'weights'));
  writeFileSync(join(folder, 'weights/tiny.onnx'), tinyModel());
}

function siteOf(entry: object = { integrity, server: true }, seconds = 10) {
  const { apiKey } = plane.deps.site.config;
  const limits = { findingProviderSeconds: seconds, findingProviderMemoryMb: 400 };
  const thirdParty = [{ folder: join(scratch, 'models'), ...entry }];
  const file = join(scratch, 'site.json');
  writeFileSync(file, JSON.stringify({ schema: 1, name: 'Site', apiKey, limits, thirdParty }));
  return unwrap(loadSite(file, join(scratch, 'none')));
}

async function startSite(seconds?: number): Promise<string> {
  const site = siteOf(undefined, seconds);
  expect(site.problems).toEqual([]);
  const deps = { ...plane.deps, site, dataFolder: plane.folder, logger: silentLogger, scope };
  const models = new ServerModels(deps);
  const server = Fastify({ forceCloseConnections: true });
  servers.push(server);
  registerRecordRoutes(server, deps, plane.jobs, { store: plane.store, models });
  return `${await server.listen({ port: 0, host: '127.0.0.1' })}/api`;
}

interface Answer extends Pick<AiRunFields, 'findings' | 'dropped' | 'messages'> {
  readonly data: {
    readonly problem: { readonly code: string; readonly source: string; readonly detail: string };
  } | null;
}
const ask = (url: string, name: string) =>
  call<Answer>(
    url,
    tenant.tokenOf('PHYSICIAN'),
    'POST',
    `/scans/${scanId}/actions/askFindingProvider`,
    { providerId: `${ID}.${name}`, runId: newId(), seed: null },
  );

describe('a third-party model on the server', { timeout: 60_000 }, () => {
  it('reads the volume and its proposals become findings', async () => {
    const { status, body } = await ask(await startSite(), 'dark');
    expect(status).toBe(200);
    expect(body.findings).toMatchObject([{ score: 0.9, massLengthUm: 10_000 }]);
    expect(body.messages?.[0]).toMatch(/^Mean level/);
  });

  it('opens its verified weights with the ONNX runtime of the server', async () => {
    const url = await startSite();
    const { body } = await ask(url, 'onnx');
    expect(body.messages).toEqual(['Logit 0.2 of views to logits']);
    const tampered = await ask(url, 'tampered');
    expect([tampered.status, tampered.body.data?.problem]).toMatchObject([
      422,
      { code: 'PROVIDER_WEIGHTS_DIFFER', source: ID },
    ]);
  });

  it.each([
    ['endless', 'PROVIDER_TOO_SLOW', /within 2 s/],
    ['thrower', 'PROVIDER_FAILED', /the weights are missing/],
    ['exit', 'PROVIDER_FAILED', /ended with 3/],
    ['greedy', 'PROVIDER_FAILED', /SIGKILL, as with more than 400 MiB/],
  ])('is ended and named after its fault: %s', async (name, code, detail) => {
    const url = await startSite(name === 'endless' ? 2 : 20);
    const { status, body } = await ask(url, name);
    expect([status, body.data?.problem]).toMatchObject([422, { code, source: ID }]);
    expect(body.data?.problem.detail).toMatch(detail);
    // The server runs the next model.
    expect((await ask(url, 'dark')).status).toBe(200);
  });

  it('stores only proposals that can be marks, and counts the others by reason', async () => {
    const url = await startSite(30);
    expect((await ask(url, 'nan')).body.dropped).toEqual([
      { reason: 'NOT_FINITE', count: 2 },
      { reason: 'OUTSIDE_VOLUME', count: 1 },
      { reason: 'SCORE_OUT_OF_RANGE', count: 1 },
    ]);
    expect((await ask(url, 'spacing')).body.dropped).toEqual([
      { reason: 'WRONG_SPACING', count: 1 },
    ]);
    const { body } = await ask(url, 'million');
    expect(body.findings).toHaveLength(MAX_PROPOSALS);
    expect(body.dropped).toEqual([{ reason: 'OVER_LIMIT', count: 999_000 }]);
  });

  it('runs the modules that the site approved, also after they were changed', async () => {
    const url = await startSite();
    const text = 'export const provider = { run: () => { throw new Error("changed"); } };';
    writeFileSync(join(scratch, 'models/server/dark.mjs'), text);
    expect((await ask(url, 'dark')).status).toBe(200);
  });

  it('does not get weights that were changed', async () => {
    const url = await startSite();
    writeFileSync(join(scratch, 'models/weights/tiny.onnx'), 'other');
    const { body } = await ask(url, 'onnx');
    expect(body.data?.problem).toMatchObject({ code: 'PROVIDER_FAILED', source: ID });
    expect(body.data?.problem.detail).toMatch(/missing or have changed/);
  });

  it.each([
    ['its hash', () => ({ server: true })],
    ['the permission to run on the server', () => ({ integrity })],
  ])('is refused where the site file lacks %s', (_title, entry) => {
    const { thirdParty, problems } = siteOf(entry());
    expect(thirdParty).toEqual([]);
    expect(problems).toMatchObject([{ code: 'THIRD_PARTY_SERVER' }]);
  });

  it('is refused when its module differs from the hash or is missing', () => {
    const module = join(scratch, 'models/server/dark.mjs');
    writeFileSync(module, 'export const provider = {};');
    expect(siteOf().problems).toMatchObject([{ code: 'THIRD_PARTY_INTEGRITY' }]);
    rmSync(module);
    expect(siteOf().thirdParty).toEqual([]);
  });
});
