import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Encryption, FileEncoding, Job, ScanFile } from '#contracts';
import { newId, silentLogger } from '#foundation';
import type { Vec3 } from '#geometry';
import { writeNrrd } from '#volume';
import { encodeRawHeader, type SweepName } from '../../extensions/scanner/model/index.ts';
import { r3dJob } from '../../extensions/scanner/reconstruction/index.ts';
import {
  smallFrame,
  sweepOf,
} from '../../extensions/scanner/reconstruction/test-support/synthetic-sweep.ts';
import { storedFiles } from '../../platform/server/files/rows/scan-file-rows.ts';
import { insertJob, leaseJob } from '../../platform/server/jobs/job-rows.ts';
import { CheckedStore } from '../../platform/server/store/checked-store.ts';
import { FileSystemBlobs } from '../../platform/server/store/file-system-blobs.ts';
import { type FileStore, systemDisk } from '../../platform/server/store/index.ts';
import { KeyRing } from '../../platform/server/store/key-ring.ts';
import { JobLease } from '../../platform/server/worker/job-lease.ts';
import { runJob } from '../../platform/server/worker/run-job.ts';
import { call, sendForm } from './support/calls.ts';
import { type DataPlane, killWorker, startDataPlane, type Tenant } from './support/data-plane.ts';
import { isLong } from './support/rounds.ts';

// Runs the product's own reconstruction with every storage format and with killed workers.

const CIRCLE_DEG = Array.from({ length: 120 }, (_, i) => 3 * i);
const R3D_WORKER = new URL('./support/workers/r3d-worker.ts', import.meta.url);

const ALL_PHASES = [
  'Checking axis and tilt',
  'Reconstructing',
  'Finding the skin',
  'Writing the volume',
];

/** Returns the grey level at a location: gel, skin from 2 to 4 mm, and tissue that varies. */
function breast([x, y, z]: Vec3): number {
  if (y < 2) return 3;
  if (y < 4) return 180;
  return 110 + 60 * Math.sin(x / 3 + 1) * Math.cos(z / 4) * Math.sin(y / 2);
}

const sweeps = new Map(
  (['CEN', 'PER'] as const).map((name) => [
    name,
    sweepOf(name, smallFrame(name), CIRCLE_DEG, breast),
  ]),
);

function rawOf(name: SweepName): Uint8Array {
  const { frame, frames, header, data } = sweeps.get(name)!;
  const sizes = [frame.samples, frame.lines, frames];
  return writeNrrd({ type: 'uint8', sizes, keyValues: encodeRawHeader(header), data });
}

let plane: DataPlane;
let tenant: Tenant;
let token = '';
let store: FileStore;
/** Serves files from a store with encryption keys. */
let url = '';
beforeAll(async () => {
  plane = await startDataPlane();
  tenant = await plane.addTenant();
  token = tenant.tokenOf('OPERATOR');
  const keys = new KeyRing([randomBytes(32)]);
  store = new CheckedStore(new FileSystemBlobs(join(plane.folder, 'files'), systemDisk), keys);
  url = await plane.serveWith(store);
});
afterAll(() => plane[Symbol.asyncDispose]());
afterEach(() => plane.killWorkers());

interface StorageFormat {
  readonly encoding: FileEncoding;
  readonly encryption: Encryption;
}
const PLAIN: StorageFormat = { encoding: 'NONE', encryption: 'NONE' };

/** Stores a scan with both sweeps in this format; returns the bytes on the disk for each sweep. */
async function storeScan(format: StorageFormat) {
  const scanId = await tenant.addScan();
  const onDisk: Buffer[] = [];
  for (const name of ['CEN', 'PER'] as const) {
    const fileName = `${name.toLowerCase()}.nrrd`;
    const fields = { scanId, fileCategory: 'RAW', fileName, fileExtension: 'nrrd', ...format };
    const header = { sizes: '100 100 120', sweep: name, content: 'BMODE' };
    const body = { ...fields, header };
    const registered = await call<ScanFile>(url, token, 'POST', '/scanfiles', body);
    expect(registered.status).toBe(200);
    const path = `/scanfiles/${registered.body.id}/content`;
    const stored = await sendForm<ScanFile>(url, token, 'PUT', path, rawOf(name));
    expect(stored.body).toMatchObject(format);
    onDisk.push(await readFile(join(plane.folder, 'files', stored.body.storagePath!)));
  }
  return { scanId, onDisk };
}

/** Lists every file of the result that users can see: name, category and hash. */
async function resultOf(scanId: string): Promise<readonly string[]> {
  const { organizationId } = tenant;
  const rows = await storedFiles(plane.db, { organizationId, scanId }).execute();
  return rows
    .filter(({ fileCategory }) => fileCategory !== 'RAW')
    .map(({ fileCategory, fileName, checksum }) => `${fileCategory} ${fileName} ${checksum}`)
    .toSorted();
}

/** Runs the product's reconstruction job in this thread and lists the resulting files. */
async function reconstruct(scanId: string): Promise<readonly string[]> {
  const key = { id: newId(), organizationId: tenant.organizationId };
  await insertJob(plane.db, { ...key, jobType: 'R3D', entityId: scanId, createdBy: null });
  const row = (await leaseJob(plane.db, key))!;
  const job = { ...row, fencingToken: row.fencingToken! };
  const lease = new JobLease(plane.db, job, silentLogger, () => undefined);
  const registered = { extensionId: 'scanner', settings: { voxelMm: 0.8 }, handler: r3dJob };
  const deps = { db: plane.db, store, log: silentLogger };
  const ended = await runJob(deps, job, registered, lease);
  lease.dispose();
  expect(ended?.status).toBe('COMPLETED');
  return resultOf(scanId);
}

/** Result from uncompressed raw data, with which the other tests compare theirs. */
let plainResult: readonly string[] = [];

describe('a scan', () => {
  it('is reconstructed to a volume and a skin from uncompressed raw data', async () => {
    const { scanId, onDisk } = await storeScan(PLAIN);
    expect(onDisk[0]!.equals(rawOf('CEN'))).toBe(true);
    plainResult = await reconstruct(scanId);
    expect(plainResult.some((file) => file.startsWith('VOLUME3D volume.nrrd'))).toBe(true);
    expect(plainResult.filter((file) => file.startsWith('BREAST_SKIN'))).toHaveLength(4);
  });

  it('is reconstructed to the same bytes from GZIP files', async () => {
    const { scanId, onDisk } = await storeScan({ encoding: 'GZIP', encryption: 'NONE' });
    expect(onDisk[0]!.length).toBeLessThan(rawOf('CEN').length);
    expect(gunzipSync(onDisk[0]!).equals(rawOf('CEN'))).toBe(true);
    expect(await reconstruct(scanId)).toEqual(plainResult);
  });

  it.each<FileEncoding>(['NONE', 'GZIP'])(
    'is reconstructed to the same bytes from AES256 files with encoding %s',
    async (encoding) => {
      const { scanId, onDisk } = await storeScan({ encoding, encryption: 'AES256' });
      for (const bytes of onDisk) {
        expect(bytes.includes('NRRD')).toBe(false);
        // The magic number of GZIP.
        expect(bytes.subarray(0, 2)).not.toEqual(Buffer.from([0x1f, 0x8b]));
        expect(() => gunzipSync(bytes)).toThrow();
      }
      expect(await reconstruct(scanId)).toEqual(plainResult);
    },
  );
});

describe('a reconstruction whose worker is killed with SIGKILL', () => {
  const jobOf = async (id: string) =>
    (await call<Job>(plane.url, token, 'GET', `/jobqueue/${id}`)).body;
  const waitUntil = (id: string, isMet: (job: Job) => boolean) =>
    expect.poll(async () => isMet(await jobOf(id)), { timeout: 60_000, interval: 15 }).toBe(true);

  it.each(isLong ? ALL_PHASES : ['Reconstructing'])(
    'ends once with the same bytes after a kill in the phase %s',
    async (phase) => {
      const { scanId } = await storeScan(PLAIN);
      const worker = await plane.startWorker(R3D_WORKER);
      const body = { jobType: 'R3D', entityId: scanId };
      const { id } = (await call<Job>(plane.url, token, 'POST', '/jobqueue/queue-job', body)).body;
      await waitUntil(id, (job) => job.phase === phase);
      await killWorker(worker);
      expect(await jobOf(id)).toMatchObject({ status: 'IN_PROGRESS', attempt: 1 });
      expect(await resultOf(scanId)).toEqual([]);
      await plane.db
        .updateTable('job')
        .set({ heartbeatAt: new Date(Date.now() - 60_000).toISOString() })
        .where('id', '=', id)
        .execute();
      await plane.startWorker(R3D_WORKER);
      await waitUntil(id, ({ status }) => status === 'COMPLETED');
      expect((await jobOf(id)).attempt).toBe(2);
      expect(await resultOf(scanId)).toEqual(plainResult);
    },
  );
});
