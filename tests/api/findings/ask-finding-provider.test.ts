import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AiRunFields, MAX_CHECKED_PROPOSALS, MAX_PROPOSALS, type ScanFile } from '#contracts';
import { newId, unwrap } from '#foundation';
import { aVolume } from '#testing';
import { volumeToNrrd, writeNrrd } from '#volume';
import { registerRecordRoutes } from '../../../platform/server/records/register-record-routes.ts';
import { loadSite } from '../../../platform/server/site/load-site.ts';
import { call, sendForm } from '../../faults/support/calls.ts';
import { type DataPlane, startDataPlane, type Tenant } from '../../faults/support/data-plane.ts';

const ID = 'org.example.remote';
const SIZES = [12, 8, 10] as const;

let plane: DataPlane;
let tenant: Tenant;
let scratch = '';
let scanId = '';
const servers: (FastifyInstance | Server)[] = [];
beforeAll(async () => {
  plane = await startDataPlane();
});
afterAll(() => plane[Symbol.asyncDispose]());
beforeEach(async () => {
  tenant = await plane.addTenant();
  scratch = mkdtempSync(join(tmpdir(), 'clockface-address-'));
  scanId = await tenant.addScan();
  const operator = tenant.tokenOf('OPERATOR');
  const volume = aVolume({ sizes: SIZES, spacingMm: [2, 1, 2] });
  const body = { scanId, fileCategory: 'VOLUME3D', fileName: 'volume.nrrd', fileExtension: 'nrrd' };
  const { body: row } = await call<ScanFile>(plane.url, operator, 'POST', '/scanfiles', body);
  const bytes = writeNrrd(volumeToNrrd(volume, { dynamicRangeDb: '60' }));
  await sendForm(plane.url, operator, 'PUT', `/scanfiles/${row.id}/content`, bytes);
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    await server.close();
  }
  rmSync(scratch, { recursive: true, force: true });
});

/** Starts a service of a model and returns its origin. */
async function startService(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts the API of a site with an extension whose provider has this address. */
async function startSite(address: string, aiAddresses: readonly string[]): Promise<string> {
  const folder = join(scratch, 'remote');
  mkdirSync(folder);
  writeFileSync(join(folder, 'index.js'), 'export const extension = {};');
  const model = { name: 'Remote', version: '1.0.0', weightsSha256: null, use: 'research' };
  const manifest = {
    schema: 1,
    id: ID,
    version: '1.0.0',
    title: 'Remote',
    description: 'A model at an address.',
    host: '*',
    entry: 'index.js',
    contributes: {
      findingProviders: [{ id: `${ID}.model`, title: 'Remote', model, address }],
    },
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  const { apiKey } = plane.deps.site.config;
  const limits = { findingProviderSeconds: 1 };
  const config = { schema: 1, name: 'Site', apiKey, limits, aiAddresses, thirdParty: [{ folder }] };
  const file = join(scratch, 'site.json');
  writeFileSync(file, JSON.stringify(config));
  const site = unwrap(loadSite(file, join(scratch, 'none')));
  const server = Fastify({ forceCloseConnections: true });
  servers.push(server);
  registerRecordRoutes(server, { ...plane.deps, site }, plane.jobs, { store: plane.store });
  return `${await server.listen({ port: 0, host: '127.0.0.1' })}/api`;
}

interface Answer extends Pick<AiRunFields, 'findings' | 'dropped' | 'messages'> {
  readonly message: string;
  readonly errorType: string;
  readonly data: { readonly problem: { readonly code: string; readonly source: string } } | null;
}
const ask = (url: string, providerId = `${ID}.model`) =>
  call<Answer>(
    url,
    tenant.tokenOf('PHYSICIAN'),
    'POST',
    `/scans/${scanId}/actions/askFindingProvider`,
    {
      providerId,
      runId: newId(),
      seed: null,
    },
  );

const respond =
  (body: string, status = 200): RequestListener =>
  (request, response) => {
    request.resume().on('end', () => response.writeHead(status).end(body));
  };
const point = (atMm: readonly number[], score: unknown) => ({
  shape: { kind: 'point', atMm },
  score,
});

describe('a model at an address', () => {
  it('gets the volume without ids in two parts, and its proposals become findings', async () => {
    const received: { text: string; contentType: string }[] = [];
    const origin = await startService((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString('latin1');
        received.push({ text, contentType: request.headers['content-type'] ?? '' });
        const proposals = [point([1, 4, -3], 0.8), point([500, 4, 0], 0.9)];
        response.end(JSON.stringify({ proposals, messages: ['Searched'] }));
      });
    });
    const { status, body } = await ask(await startSite(`${origin}/infer`, [origin]));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      findings: [{ score: 0.8 }],
      dropped: [{ reason: 'OUTSIDE_VOLUME', count: 1 }],
      messages: ['Searched'],
    });
    const [{ text, contentType } = { text: '', contentType: '' }] = received;
    expect(contentType).toMatch(/^multipart\/form-data/);
    const json = JSON.parse(/\{.*\}/.exec(text)?.[0] ?? '{}');
    expect(json).toMatchObject({
      kind: 'VOLUME',
      sizes: [...SIZES],
      spacingMm: [2, 1, 2],
      dynamicRangeDb: 60,
      nippleMm: null,
    });
    expect(text.length).toBeGreaterThan(12 * 8 * 10);
    expect(text).not.toContain(scanId);
  });

  it('is not called unless the site permits its origin', async () => {
    let calls = 0;
    const origin = await startService((_request, response) => {
      calls += 1;
      response.end('{"proposals":[]}');
    });
    const { status, body } = await ask(
      await startSite(`${origin}/infer`, ['http://other.example']),
    );
    expect([status, calls]).toEqual([409, 0]);
    expect(body.message).toContain(origin);
  });

  it('gets no volume while the report of the study is signed', async () => {
    let calls = 0;
    const origin = await startService((_request, response) => {
      calls += 1;
      response.end('{"proposals":[]}');
    });
    const { organizationId, studyId, patientId } = tenant;
    await plane.db
      .insertInto('report')
      .values({
        id: newId(),
        organizationId,
        studyId,
        patientId,
        number: 1,
        content: '{}',
        state: 'SIGNED',
        parentId: null,
        signedAt: new Date().toISOString(),
        frozen: '{}',
        contentHash: 'hash',
        createdBy: null,
        updatedBy: null,
      })
      .execute();
    const { status, body } = await ask(await startSite(`${origin}/infer`, [origin]));
    expect([status, body.errorType, calls]).toEqual([409, 'ReportSigned', 0]);
  });

  it('can’t redirect the volume to another address', async () => {
    let calls = 0;
    const other = await startService((_request, response) => {
      calls += 1;
      response.end('{"proposals":[]}');
    });
    const origin = await startService((request, response) => {
      request.resume().on('end', () => response.writeHead(307, { location: other }).end());
    });
    const { status, body } = await ask(await startSite(origin, [origin]));
    expect([status, calls]).toEqual([422, 0]);
    expect(body.data?.problem).toMatchObject({ code: 'PROVIDER_FAILED', source: ID });
  });

  it.each([
    ['an answer that is no JSON', respond('<html>'), 'PROVIDER_FAILED'],
    ['an answer without proposals', respond('{}'), 'PROVIDER_FAILED'],
    ['an error', respond('{"proposals":[]}', 500), 'PROVIDER_FAILED'],
    ['an answer of 17 MiB', respond(' '.repeat(17 * 1024 ** 2)), 'PROVIDER_FAILED'],
    ['no answer in time', ((request) => request.resume()) as RequestListener, 'PROVIDER_TOO_SLOW'],
  ])('is named with its extension after %s', async (_title, listener, code) => {
    const origin = await startService(listener);
    const { status, body } = await ask(await startSite(origin, [origin]));
    expect(status).toBe(422);
    expect(body.data?.problem).toMatchObject({ code, source: ID });
  });

  it('keeps its 1,000 best proposals and counts the others', async () => {
    const proposals = Array.from({ length: 20_000 }, (_, n) => point([1, 4, -3], n / 20_000));
    const origin = await startService(respond(JSON.stringify({ proposals })));
    const { body } = await ask(await startSite(origin, [origin]));
    expect(body.findings).toHaveLength(MAX_PROPOSALS);
    expect(body.dropped).toEqual([{ reason: 'OVER_LIMIT', count: 19_000 }]);
  });

  it('has a million proposals counted, of which the first 20,000 are checked', async () => {
    const origin = await startService(respond(`{"proposals":[${'0,'.repeat(999_999)}0]}`));
    const { status, body } = await ask(await startSite(origin, [origin]));
    expect(status).toBe(200);
    expect(body.dropped).toEqual([
      { reason: 'INVALID_FORM', count: MAX_CHECKED_PROPOSALS },
      { reason: 'OVER_LIMIT', count: 1_000_000 - MAX_CHECKED_PROPOSALS },
    ]);
  });

  it.each([
    ['more than 20 messages', `{"proposals":[],"messages":[${'"a",'.repeat(20)}"a"]}`],
    ['proposals that are no list', '{"proposals":{"0":1}}'],
  ])('is refused after %s', async (_title, answer) => {
    const origin = await startService(respond(answer));
    const { status, body } = await ask(await startSite(origin, [origin]));
    expect(status).toBe(422);
    expect(body.data?.problem).toMatchObject({ code: 'PROVIDER_FAILED', source: ID });
  });

  it.each([
    ['its proposals', '{"proposals":[]}', 200],
    ['a bad answer', '<html>', 422],
  ])('is in the audit before the volume leaves, also with %s', async (_title, answer, status) => {
    const rows = () =>
      plane.db
        .selectFrom('audit')
        .select(['outcome', 'subject'])
        .where('organizationId', '=', tenant.organizationId)
        .where('act', '=', 'sendVolumeToProvider')
        .execute();
    const atRequest: unknown[] = [];
    const origin = await startService((request, response) => {
      request.resume().on('end', async () => {
        atRequest.push(...(await rows()));
        response.end(answer);
      });
    });
    expect((await ask(await startSite(`${origin}/infer`, [origin]))).status).toBe(status);
    const providerId = `${ID}.model`;
    const subject = expect.objectContaining({ id: scanId, providerId, origin });
    expect(atRequest).toEqual([{ outcome: 'done', subject }]);
    expect(await rows()).toEqual(atRequest);
  });

  it('is not found under an id that no extension declares', async () => {
    const origin = await startService(respond('{"proposals":[]}'));
    const { status } = await ask(await startSite(origin, [origin]), `${ID}.other`);
    expect(status).toBe(404);
  });
});
