import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NewAiRunFields, ScanFile } from '#contracts';
import { newId, unwrap } from '#foundation';
import type { Vec3 } from '#geometry';
import { aVolume } from '#testing';
import { type Nifti, packNifti, readNifti, volumeToNrrd, writeNifti, writeNrrd } from '#volume';
import { registerRecordRoutes } from '../../../platform/server/records/register-record-routes.ts';
import { loadSite } from '../../../platform/server/site/load-site.ts';
import { call, sendForm } from '../../faults/support/calls.ts';
import { type DataPlane, startDataPlane, type Tenant } from '../../faults/support/data-plane.ts';

const ID = 'org.example.monai';
const SIZES = [12, 8, 10] as const;
const SPACING: Vec3 = [2, 1, 2];

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
  scratch = mkdtempSync(join(tmpdir(), 'clockface-monai-'));
  scanId = await tenant.addScan();
  const operator = tenant.tokenOf('OPERATOR');
  const volume = aVolume({ sizes: SIZES, spacingMm: SPACING });
  const { spacingMm, originMm, coverageRadiusMm } = volume.geometry;
  const header = { sizes: SIZES.join(' '), spacingMm, originMm, coverageRadiusMm };
  const about = { fileCategory: 'VOLUME3D', fileName: 'volume.nrrd', fileExtension: 'nrrd' };
  const body = { scanId, ...about, header };
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

interface Received {
  readonly url: string;
  readonly params: Record<string, unknown>;
  readonly image: Nifti;
  readonly text: string;
}
type Reply = (received: Received, response: ServerResponse) => Promise<void> | void;

async function receive(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(bytes, { headers }).formData();
  const file = form.get('file') as File;
  const image = unwrap(await readNifti(new Uint8Array(await file.arrayBuffer())));
  const params = JSON.parse(String(form.get('params')));
  return { url: request.url ?? '', params, image, text: bytes.toString('latin1') };
}

/** Starts a server with the answer of MONAI Label's `/infer/{model}`. */
async function startMonai(reply: Reply): Promise<{ origin: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void receive(request).then(async (call) => {
      received.push(call);
      await reply(call, response);
    });
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

async function sendParts(response: ServerResponse, file: Uint8Array | null): Promise<void> {
  const form = new FormData();
  form.set('params', new Blob(['{"label_names":{"lesion":1}}'], { type: 'application/json' }));
  if (file !== null) form.set('file', new Blob([new Uint8Array(file)]), 'label.nii.gz');
  const parts = new Response(form);
  response.setHeader('content-type', parts.headers.get('content-type') ?? '');
  response.end(Buffer.from(await parts.arrayBuffer()));
}

/** Returns the image with the label 1 in a box of 3 × 2 × 2 voxels, and 2 in one voxel. */
function labelled(image: Nifti): Nifti {
  const [nx, ny] = image.sizes;
  const data = new Float32Array(image.data.length);
  for (let k = 4; k < 6; k++)
    for (let j = 3; j < 5; j++) for (let i = 5; i < 8; i++) data[i + nx * (j + ny * k)] = 1;
  data[0] = 2;
  return { ...image, type: 'float', data };
}

async function startSite(origin: string, task = 'DETECTION'): Promise<string> {
  const folder = join(scratch, 'monai');
  mkdirSync(folder);
  writeFileSync(join(folder, 'index.js'), 'export const extension = {};');
  const model = { name: 'Lesions', version: '1.0.0', weightsSha256: null, use: 'research' };
  const at = { address: `${origin}/monai/`, protocol: 'monai-label', remoteModel: 'seg breast' };
  const provider = { id: `${ID}.model`, title: 'Lesions', task, model, ...at };
  const about = { schema: 1, id: ID, version: '1.0.0', title: 'MONAI', description: 'A model.' };
  const contributes = { findingProviders: [provider] };
  const manifest = { ...about, host: '*', entry: 'index.js', contributes };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  const { apiKey } = plane.deps.site.config;
  const limits = { findingProviderSeconds: 1 };
  const site = { limits, aiAddresses: [origin], thirdParty: [{ folder }] };
  const file = join(scratch, 'site.json');
  writeFileSync(file, JSON.stringify({ schema: 1, name: 'Site', apiKey, ...site }));
  const loaded = unwrap(loadSite(file, join(scratch, 'none')));
  expect(loaded.problems).toEqual([]);
  const server = Fastify({ forceCloseConnections: true });
  servers.push(server);
  registerRecordRoutes(server, { ...plane.deps, site: loaded }, plane.jobs, { store: plane.store });
  return `${await server.listen({ port: 0, host: '127.0.0.1' })}/api`;
}

interface Answer
  extends Pick<NewAiRunFields, 'findings' | 'dropped' | 'messages' | 'masks' | 'volumeFileId'> {
  readonly data: {
    readonly problem: { readonly code: string; readonly source: string; readonly detail: string };
  } | null;
}
const ask = (url: string, seed: object | null = null) =>
  call<Answer>(
    url,
    tenant.tokenOf('PHYSICIAN'),
    'POST',
    `/scans/${scanId}/actions/askFindingProvider`,
    { providerId: `${ID}.model`, runId: newId(), seed },
  );

/** Stores an answer as a run and returns the number of mask files of the scan. */
async function storedMasks(
  url: string,
  { findings, masks, volumeFileId, messages }: Answer,
): Promise<number> {
  const reader = tenant.tokenOf('PHYSICIAN');
  const model = { name: 'Lesions', version: '1.0.0', weightsSha256: null, use: 'research' };
  const about = { id: newId(), task: 'DETECTION', providerId: `${ID}.model`, generator: 'AIAD' };
  const run = { ...about, model, volumeFileId, messages, findings, masks };
  const stored = await call(url, reader, 'POST', `/scans/${scanId}/aiRuns`, run);
  expect(stored.status).toBe(200);
  const path = `/scans/${scanId}/scanfiles?fileCategory=SEGMENT_MASK`;
  const { body } = await call<{ items: unknown[] }>(plane.url, reader, 'GET', path);
  return body.items.length;
}

describe('a model of a MONAI Label server', () => {
  it('gets the volume as NIfTI without identity, and its labels become findings', async () => {
    const { origin, received } = await startMonai(async ({ image }, response) =>
      sendParts(response, await packNifti(labelled(image))),
    );
    const site = await startSite(origin);
    const { status, body } = await ask(site);
    expect(status).toBe(200);
    expect(body.findings).toHaveLength(2);
    expect(body.findings[0]).toMatchObject({ score: 1 });
    expect(Object.keys(body.findings[0]?.marks ?? {})).toHaveLength(3);
    expect(body.masks).toHaveLength(2);
    expect(await storedMasks(site, body)).toBe(2);
    expect(body.messages).toEqual([expect.stringContaining('returns no scores')]);
    const [{ url, image, text, params } = {} as Received] = received;
    expect(url).toBe('/monai/infer/seg%20breast?output=all');
    expect(params).toEqual({ result_extension: '.nii.gz' });
    expect(image).toMatchObject({
      sizes: [...SIZES],
      spacingMm: SPACING,
      originMm: [-11, 0.5, -9],
      directions: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
    });
    expect(text).not.toContain(scanId);
  });

  it('gets the voxel of a seed as a click', async () => {
    const { origin, received } = await startMonai((_call, response) => sendParts(response, null));
    const { body } = await ask(await startSite(origin, 'SEGMENTATION'), { pointMm: [1, 4.5, -3] });
    expect(received[0]?.params).toMatchObject({ foreground: [[6, 4, 3]], background: [] });
    expect(body).toMatchObject({ findings: [], messages: ['The answer has no label.'] });
  });

  const end = (text: string, status = 200): Reply => {
    return (_call, response) => void response.writeHead(status).end(text);
  };
  const withFile =
    (change: (image: Nifti) => Uint8Array): Reply =>
    ({ image }, response) =>
      sendParts(response, change(labelled(image)));
  it.each([
    ['an error', end('', 500), 'PROVIDER_FAILED', /answered 500/],
    ['an answer without parts', end('{}'), 'PROVIDER_FAILED', /not multipart/],
    ['a file that is no NIfTI', withFile(() => new Uint8Array(400)), 'PROVIDER_FAILED', /NIfTI/],
    [
      'a truncated file',
      withFile((image) => writeNifti(image).subarray(0, 900)),
      'PROVIDER_FAILED',
      /declares/,
    ],
    [
      'another spacing',
      withFile((image) => writeNifti({ ...image, spacingMm: [1, 1, 2] })),
      'PROVIDER_FAILED',
      /another grid/,
    ],
    [
      'flipped axes',
      withFile((image) =>
        writeNifti({
          ...image,
          directions: [
            [-1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ],
        }),
      ),
      'PROVIDER_FAILED',
      /another grid/,
    ],
    [
      'other sizes',
      withFile((image) => writeNifti({ ...image, sizes: [10, 8, 12] })),
      'PROVIDER_FAILED',
      /another grid/,
    ],
    [
      'too many bytes',
      withFile(() => new Uint8Array(2 * 1024 ** 2)),
      'PROVIDER_FAILED',
      /larger than a label image/,
    ],
    ['no answer in time', () => undefined, 'PROVIDER_TOO_SLOW', /within 1 s/],
  ] as readonly [string, Reply, string, RegExp][])(
    'is named with its extension after %s',
    async (_title, reply, code, detail) => {
      const { origin } = await startMonai(reply);
      const { status, body } = await ask(await startSite(origin));
      expect([status, body.data?.problem]).toMatchObject([422, { code, source: ID }]);
      expect(body.data?.problem.detail).toMatch(detail);
    },
  );
});
