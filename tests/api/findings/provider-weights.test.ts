import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { integrityText } from '#contracts';
import { unwrap } from '#foundation';
import { createServer } from '../../../platform/server/http/create-server.ts';
import { registerRecordRoutes } from '../../../platform/server/records/register-record-routes.ts';
import { loadSite } from '../../../platform/server/site/load-site.ts';
import { type DataPlane, startDataPlane, type Tenant } from '../../faults/support/data-plane.ts';

const ID = 'org.example.weighted';
const WEIGHTS = Buffer.from('weights of a model');
const FILES: Readonly<Record<string, string | Buffer>> = {
  'index.js': 'export const extension = {};',
  'dist/model.js': 'export const provider = {};',
  'weights/model.onnx': WEIGHTS,
  'weights/other.bin': 'other weights',
  'notes.txt': 'not for readers',
};

let plane: DataPlane;
let tenant: Tenant;
let scratch = '';
const servers: FastifyInstance[] = [];
beforeAll(async () => {
  plane = await startDataPlane();
  tenant = await plane.addTenant();
});
afterAll(() => plane[Symbol.asyncDispose]());
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'clockface-weights-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  rmSync(scratch, { recursive: true, force: true });
});

const sha384 = (bytes: string | Buffer) => createHash('sha384').update(bytes).digest('base64');

function writeExtension(weights = 'weights/model.onnx') {
  const folder = join(scratch, 'weighted');
  for (const name of ['weights', 'dist']) mkdirSync(join(folder, name), { recursive: true });
  const model = { name: 'M', version: '1.0.0', weightsSha256: null, use: 'research' };
  const manifest = JSON.stringify({
    schema: 1,
    id: ID,
    version: '1.0.0',
    title: 'Weighted',
    description: 'A model with weights.',
    host: '*',
    entry: 'index.js',
    contributes: {
      findingProviders: [
        { id: `${ID}.model`, title: 'M', model, worker: 'dist/model.js', weights },
        { id: `${ID}.plain`, title: 'P', model, worker: 'dist/model.js' },
      ],
    },
  });
  const files = { ...FILES, 'manifest.json': manifest };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  const covered = Object.entries(files).filter(([path]) => path !== 'notes.txt');
  const text = integrityText(new Map(covered.map(([path, bytes]) => [path, sha384(bytes)])));
  return { folder, integrity: `sha384-${sha384(text)}` };
}

function siteOf(entry: { readonly folder: string; readonly integrity?: string }) {
  const { apiKey } = plane.deps.site.config;
  const file = join(scratch, 'site.json');
  writeFileSync(file, JSON.stringify({ schema: 1, name: 'Site', apiKey, thirdParty: [entry] }));
  return unwrap(loadSite(file, join(scratch, 'none')));
}

async function start(entry: { readonly folder: string; readonly integrity?: string }) {
  const site = siteOf(entry);
  const { logger } = plane.deps;
  const server = await createServer({ site, logger, webFolder: scratch });
  servers.push(server);
  registerRecordRoutes(server, { ...plane.deps, site }, plane.jobs, { store: plane.store });
  return server.listen({ port: 0, host: '127.0.0.1' });
}

const ask = (url: string, provider: string, token: string | null) =>
  fetch(`${url}/api/findingProviders/${provider}/weights`, {
    headers: {
      'x-api-key': plane.deps.site.config.apiKey,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
  });

describe('weights of a third-party model', () => {
  it('are sent to signed-in readers only, and other files of the folder never', async () => {
    const url = await start(writeExtension());
    expect((await ask(url, `${ID}.model`, null)).status).toBe(401);
    const sent = await ask(url, `${ID}.model`, tenant.tokenOf('PHYSICIAN'));
    expect(sent.status).toBe(200);
    expect(Buffer.from(await sent.arrayBuffer())).toEqual(WEIGHTS);
    expect(sent.headers.get('cache-control')).toBe('private, no-store');
    for (const provider of [`${ID}.plain`, 'org.example.gone.model']) {
      expect((await ask(url, provider, tenant.tokenOf('PHYSICIAN'))).status).toBe(404);
    }
    const statusOf = async (path: string) =>
      (await fetch(`${url}/third-party/${ID}/${path}`)).status;
    expect(await statusOf('dist/model.js')).toBe(200);
    for (const path of ['weights/model.onnx', 'weights/other.bin', 'notes.txt'])
      expect(await statusOf(path), path).toBe(404);
  });

  it('are not sent once they differ from those at the start', async () => {
    const entry = writeExtension();
    const url = await start(entry);
    writeFileSync(join(entry.folder, 'weights/model.onnx'), 'other weights');
    expect((await ask(url, `${ID}.model`, tenant.tokenOf('PHYSICIAN'))).status).toBe(404);
  });

  it('are not sent by a link that leads out of the folder', async () => {
    const { folder } = writeExtension('weights/link.onnx');
    writeFileSync(join(scratch, 'secret.onnx'), 'secret');
    symlinkSync(join(scratch, 'secret.onnx'), join(folder, 'weights/link.onnx'));
    const url = await start({ folder });
    expect((await ask(url, `${ID}.model`, tenant.tokenOf('PHYSICIAN'))).status).toBe(404);
  });

  it('are covered by the integrity hash of the site', () => {
    const entry = writeExtension();
    expect(siteOf(entry).thirdParty).toHaveLength(1);
    writeFileSync(join(entry.folder, 'weights/other.bin'), 'changed');
    const { thirdParty, problems } = siteOf(entry);
    expect(thirdParty).toEqual([]);
    expect(problems).toMatchObject([{ code: 'THIRD_PARTY_INTEGRITY' }]);
  });
});
