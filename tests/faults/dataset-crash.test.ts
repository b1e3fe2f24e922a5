import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DatasetExport, ScanFile } from '#contracts';
import { aVolume } from '#testing';
import { volumeToNrrd, writeNrrd } from '#volume';
import { readTar } from '../api/support/read-tar.ts';
import { call, headersOf, sendForm } from './support/calls.ts';
import {
  type DataPlane,
  killWorker,
  sha256,
  startDataPlane,
  type Tenant,
} from './support/data-plane.ts';

/** Enough for an export of several seconds; `export-worker.ts` takes 150 ms for each. */
const SCANS = 20;
const EXPORT_WORKER = new URL('./support/workers/export-worker.ts', import.meta.url);
const VOLUME = aVolume({ sizes: [20, 10, 20], spacingMm: [1, 1, 1], paint: () => 90 });

let plane: DataPlane;
let tenant: Tenant;
beforeAll(async () => {
  plane = await startDataPlane();
  tenant = await plane.addTenant();
  for (let count = 0; count < SCANS; count++) await addVolume(await tenant.addScan());
});
afterAll(() => plane?.[Symbol.asyncDispose]());
afterEach(() => plane.killWorkers());

async function addVolume(scanId: string): Promise<void> {
  const { sizes, spacingMm, originMm, coverageRadiusMm } = VOLUME.geometry;
  const token = tenant.tokenOf('OPERATOR');
  const header = { sizes: sizes.join(' '), spacingMm, originMm, coverageRadiusMm };
  const names = { fileCategory: 'VOLUME3D', fileName: 'volume.nrrd', fileExtension: 'nrrd' };
  const file = await call<ScanFile>(plane.url, token, 'POST', '/scanfiles', {
    ...{ scanId, ...names, header },
  });
  const path = `/scanfiles/${file.body.id}/content`;
  const bytes = writeNrrd(volumeToNrrd(VOLUME, {}));
  expect((await sendForm(plane.url, token, 'PUT', path, bytes)).status).toBe(200);
}

const admin = <T>(method: 'GET' | 'POST', path: string, body?: object) =>
  call<T>(plane.url, tenant.tokenOf('ADMIN'), method, path, body);
const exportOf = async (id: string) =>
  (await admin<DatasetExport>('GET', `/datasets/exports/${id}`)).body;
const waitFor = (id: string, status: DatasetExport['status']) =>
  expect
    .poll(async () => (await exportOf(id)).status, { timeout: 30_000, interval: 50 })
    .toBe(status);

async function startExport(): Promise<string> {
  const body = { format: 'nrrd' };
  const created = await admin<DatasetExport>('POST', '/datasets/exports', body);
  expect(created).toMatchObject({ status: 200, body: { total: SCANS } });
  return created.body.id;
}

/** Returns the files below the folder of archives. */
async function archiveFiles(): Promise<readonly string[]> {
  const folder = join(plane.folder, 'files/dataset');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * Waits until the running export has written a part of its archive.
 * @param earlier part that an earlier process has left
 * @returns the path of the part
 */
async function waitForHalfArchive(earlier = ''): Promise<string> {
  let part = '';
  const halfSize = async (): Promise<number> => {
    const files = await archiveFiles().catch(() => []);
    part = files.find((path) => path.endsWith('.part') && path !== earlier) ?? '';
    return part === '' ? 0 : (await stat(part)).size;
  };
  await expect.poll(halfSize, { timeout: 20_000, interval: 25 }).toBeGreaterThan(5_000);
  return part;
}

/** Expires the claim of a killed process in the database, to save the waiting time. */
async function expireClaim(id: string): Promise<void> {
  const row = plane.db.updateTable('datasetExport').where('id', '=', id);
  await row.set({ heartbeatAt: new Date(Date.now() - 60_000).toISOString() }).execute();
}

/** Removes the archive of a completed export, so that the next test starts without files. */
async function removeArchive(id: string): Promise<void> {
  const row = plane.db.selectFrom('datasetExport').select('storagePath').where('id', '=', id);
  await plane.store.remove((await row.executeTakeFirstOrThrow()).storagePath ?? '');
}

/** Returns the statuses of all ways to download an archive. */
async function downloadStatuses(id: string): Promise<readonly number[]> {
  const path = `/datasets/exports/${id}`;
  const address = await admin('POST', `${path}/actions/createDownload`);
  return [address.status, (await admin('GET', `${path}/archive`)).status];
}

describe('an export whose process is killed in the middle', () => {
  it('starts again and completes with a whole archive, without remains of the first process', async () => {
    const first = await plane.startWorker(EXPORT_WORKER);
    const id = await startExport();
    await waitForHalfArchive();
    await killWorker(first);
    expect(await exportOf(id)).toMatchObject({ status: 'IN_PROGRESS', byteLength: null });
    expect(await downloadStatuses(id)).toEqual([409, 409]);
    expect(await archiveFiles()).toEqual([expect.stringMatching(/\.part$/)]);

    await expireClaim(id);
    await plane.startWorker(EXPORT_WORKER);
    await waitFor(id, 'COMPLETED');
    const ended = await exportOf(id);
    expect(ended).toMatchObject({ done: SCANS, total: SCANS, leftOut: 0, problem: null });
    const headers = headersOf(tenant.tokenOf('ADMIN'));
    const response = await fetch(`${plane.url}/datasets/exports/${id}/archive`, { headers });
    const archive = Buffer.from(await response.arrayBuffer());
    expect(sha256(archive)).toBe(ended.sha256);
    expect(readTar(archive).size).toBe(SCANS + 2);
    expect(await archiveFiles()).toEqual([expect.not.stringMatching(/\.part$/)]);
    await removeArchive(id);
  });

  it('fails with its reason after the third kill, and leaves no file', async () => {
    const id = await startExport();
    let part = '';
    for (let attempt = 1; attempt <= 3; attempt++) {
      const worker = await plane.startWorker(EXPORT_WORKER);
      part = await waitForHalfArchive(part);
      await killWorker(worker);
      await expireClaim(id);
    }
    expect(await archiveFiles()).toHaveLength(1);
    await plane.startWorker(EXPORT_WORKER);
    await waitFor(id, 'FAILED');
    expect((await exportOf(id)).problem).toMatchObject({
      code: 'DATASET_PROCESS_DIED',
      detail: 'The process that ran it stopped 3 times.',
    });
    expect(await downloadStatuses(id)).toEqual([409, 409]);
    await expect.poll(archiveFiles).toEqual([]);
  });

  it('ends as CANCELLED without a file if it was stopped before', async () => {
    const worker = await plane.startWorker(EXPORT_WORKER);
    const id = await startExport();
    await waitForHalfArchive();
    worker.kill('SIGSTOP');
    await admin('POST', `/datasets/exports/${id}/actions/cancel`);
    await killWorker(worker);
    await expireClaim(id);
    await plane.startWorker(EXPORT_WORKER);
    await waitFor(id, 'CANCELLED');
    await expect.poll(archiveFiles).toEqual([]);
  });
});

describe('an export that is stopped in the middle', () => {
  it('ends as CANCELLED without an archive or a file', async () => {
    await plane.startWorker(EXPORT_WORKER);
    const id = await startExport();
    await waitForHalfArchive();
    await admin('POST', `/datasets/exports/${id}/actions/cancel`);
    await waitFor(id, 'CANCELLED');
    expect(await exportOf(id)).toMatchObject({ byteLength: null, sha256: null, problem: null });
    expect(await downloadStatuses(id)).toEqual([409, 409]);
    expect(await archiveFiles()).toEqual([]);
  });

  it('returns to the queue without a file when its process is stopped, and uses up no attempt', async () => {
    const worker = await plane.startWorker(EXPORT_WORKER);
    const id = await startExport();
    await waitForHalfArchive();
    const exited = once(worker, 'exit');
    worker.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
    expect(await exportOf(id)).toMatchObject({ status: 'NOT_STARTED' });
    expect(await archiveFiles()).toEqual([]);
    await plane.startWorker(EXPORT_WORKER);
    await waitFor(id, 'COMPLETED');
    await removeArchive(id);
  });
});

describe('a process that is suspended beyond its claim', () => {
  it('changes nothing of the export that another process has completed', async () => {
    const suspended = await plane.startWorker(EXPORT_WORKER);
    const id = await startExport();
    await waitForHalfArchive();
    suspended.kill('SIGSTOP');
    await expireClaim(id);
    await plane.startWorker(EXPORT_WORKER);
    await waitFor(id, 'COMPLETED');
    const ended = await exportOf(id);
    suspended.kill('SIGCONT');
    // Time for the remaining scans of the suspended process.
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(await exportOf(id)).toEqual(ended);
    expect(await archiveFiles()).toHaveLength(1);
    await removeArchive(id);
  });
});
