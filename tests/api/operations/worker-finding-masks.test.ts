import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorResponse, Job, ScanFile, WorkerLease } from '#contracts';
import { newId } from '#foundation';
import { readNrrd } from '#volume';
import { createWorkerCredential } from '../../../platform/server/accounts/worker-credentials.ts';
import { anAiRun, aProposal } from '../support/ai-finding.ts';
import { addScanVolume } from '../support/scan-volume.ts';
import { startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

const TYPE = 'org.example.blobs';
let calls: TenantCalls;
let worker = '';
let scanId = '';
beforeAll(async () => {
  calls = await startTenantCalls();
  const { organizationId } = calls.tenants.ownOrg;
  const credential = { organizationId, name: 'blobs', jobTypes: [TYPE] as const };
  const created = await createWorkerCredential(calls.tenants.db, credential);
  worker = created?.token ?? '';
});
afterAll(() => calls?.[Symbol.asyncDispose]());
beforeEach(async () => {
  scanId = await calls.tenants.ownOrg.addScan({ scanState: 'C', epoch: 1 });
  await addScanVolume(calls.tenants, scanId);
});

/** Sizes of the volume of `addScanVolume`, whose first voxel is at -50, 0.25, -50 mm. */
const SIZES = [201, 90, 201] as const;
/** Returns a mask as base64 NRRD in which the voxels have labels. */
function aMask(labels: readonly (readonly [x: number, y: number, z: number, label: number])[]) {
  const [nx, ny, nz] = SIZES;
  const voxels = new Uint8Array(nx * ny * nz);
  for (const [x, y, z, label] of labels) voxels[x + nx * (y + ny * z)] = label;
  const lines = ['NRRD0004', 'type: uint8', 'dimension: 3', `sizes: ${SIZES.join(' ')}`];
  const header = `${[...lines, 'encoding: gzip'].join('\n')}\n\n`;
  return Buffer.concat([Buffer.from(header), gzipSync(voxels)]).toString('base64');
}
/** Voxels of a box of 2 × 2 × 1. */
const LESION = aMask([
  [100, 50, 150, 3],
  [101, 51, 150, 1],
]);

const call = <T>(method: string, path: string, token: string, body?: object) =>
  calls.tenants.server.call<T & ErrorResponse>(method, path, { token, body });
const filesOf = async (fileCategory: string): Promise<readonly ScanFile[]> => {
  const query = `scanId=${scanId}&fileCategory=${fileCategory}`;
  return (await calls.must<{ items: ScanFile[] }>('PHYSICIAN', 'GET', `/scanfiles?${query}`)).items;
};
async function contentOf(file: ScanFile | undefined): Promise<Uint8Array> {
  const { server, ownOrg } = calls.tenants;
  const response = await fetch(`${server.url}/api/scanfiles/${file?.id}/download`, {
    headers: {
      'x-api-key': server.apiKey,
      authorization: `Bearer ${ownOrg.tokenOf('PHYSICIAN')}`,
    },
  });
  return new Uint8Array(await response.arrayBuffer());
}

/** Returns a job that the worker has taken, and a run with a finding in its volume. */
async function takeJob() {
  const body = { jobType: TYPE, entityId: scanId };
  const { id } = await calls.must<Job>('OPERATOR', 'POST', '/jobqueue/queue-job', { body });
  const taken = await call<{ lease: WorkerLease }>('POST', '/jobqueue/take', worker, {
    types: [TYPE],
  });
  expect(taken.status, JSON.stringify(taken.body)).toBe(200);
  const { fencingToken, job, volume } = taken.body.lease;
  expect(job.id).toBe(id);
  const volumeFileId = volume?.fileId ?? '';
  const finding = aProposal();
  const run = anAiRun({ volumeFileId, findings: [finding] });
  const complete = (masks: readonly object[]) =>
    call<Job & { errors: { field: string; code: string }[] }>(
      'POST',
      `/jobqueue/${id}/complete`,
      worker,
      { fencingToken, run, masks },
    );
  const readStatus = async () =>
    (await calls.must<Job>('OPERATOR', 'GET', `/jobqueue/${id}`)).status;
  return { volumeFileId, findingId: finding.id, complete, readStatus };
}

describe('the mask of a worker’s finding', () => {
  it('is stored under the id of the finding as its box, with the contours of its marks', async () => {
    const { volumeFileId, findingId, complete } = await takeJob();
    const done = await complete([
      { volumeFileId, findingId, nrrdBase64: LESION },
      { volumeFileId, fileName: 'tissue.nrrd', nrrdBase64: LESION },
    ]);
    expect(done, JSON.stringify(done.body)).toMatchObject({
      status: 200,
      body: { status: 'COMPLETED' },
    });
    const stored = await filesOf('SEGMENT_MASK');
    const names = stored.map(({ fileName }) => fileName).sort();
    expect(names).toEqual([`${findingId}.nrrd`, 'tissue.nrrd'].sort());
    const file = stored.find(({ fileName }) => fileName !== 'tissue.nrrd');
    expect(await readNrrd(await contentOf(file))).toMatchObject({
      ok: true,
      value: {
        sizes: [2, 2, 1],
        spaceDirections: [
          [0.5, 0, 0],
          [0, 0.5, 0],
          [0, 0, 0.5],
        ],
        spaceOrigin: [0, 25.25, 25],
        keyValues: { findingId },
        data: Uint8Array.of(1, 0, 0, 1),
      },
    });
    const [contours, ...others] = await filesOf('CONTOURS');
    expect([contours?.fileName, others]).toEqual([`${findingId}.json`, []]);
    const text = new TextDecoder().decode(await contentOf(contours));
    expect(JSON.parse(text)).toMatchObject({ findingId, space: 'LPS', unit: 'mm' });
  });

  it.each<[string, (findingId: string) => object, string, string]>([
    ['of no finding of the run', () => ({ findingId: newId() }), 'findingId', 'MASK_FINDING'],
    [
      'with a file name too',
      (findingId) => ({ findingId, fileName: 'a.nrrd' }),
      'fileName',
      'MASK_NAME',
    ],
    ['without finding and file name', () => ({}), 'fileName', 'MASK_NAME'],
    [
      'without a voxel',
      (findingId) => ({ findingId, nrrdBase64: aMask([]) }),
      'nrrdBase64',
      'MASK_EMPTY',
    ],
  ])('%s is rejected by name, and the job goes on', async (_title, change, field, code) => {
    const { volumeFileId, findingId, complete, readStatus } = await takeJob();
    const mask = { volumeFileId, nrrdBase64: LESION, ...change(findingId) };
    expect(await complete([mask])).toMatchObject({
      status: 400,
      body: { errors: [{ field: `masks.0.${field}`, code }] },
    });
    expect(await readStatus()).toBe('IN_PROGRESS');
    expect(await filesOf('SEGMENT_MASK')).toEqual([]);
  });

  it('that another mask of the call outlines is rejected by name', async () => {
    const { volumeFileId, findingId, complete } = await takeJob();
    const mask = { volumeFileId, findingId, nrrdBase64: LESION };
    expect(await complete([mask, mask])).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'masks.1.findingId', code: 'MASK_FINDING' }] },
    });
  });
});
