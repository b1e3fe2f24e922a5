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

const CIRCLE = Array.from({ length: 120 }, (_, i) => 3 * i);
const R3D_WORKER = new URL('./support/workers/r3d-worker.ts', import.meta.url);

const ALL_PHASES = [
  'Checking axis and tilt',
  'Reconstructing',
  'Finding the skin',
  'Writing the volume',
];

/** Tissue that varies with location, below a layer of gel. */
const breast = ([x, y, z]: Vec3): number =>
  y < 2 ? 3 : y < 4 ? 180 : 110 + 60 * Math.sin(x / 3 + 1) * Math.cos(z / 4) * Math.sin(y / 2);

const sweeps = new Map(
  (['CEN', 'PER'] as const).map((name) => [name, sweepOf(name, smallFrame(name), CIRCLE, breast)]),
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

interface How {
  readonly encoding: FileEncoding;
  readonly encryption: Encryption;
}
const PLAIN: How = { encoding: 'NONE', encryption: 'NONE' };

/** Stores a scan with both sweeps in this format; returns what is on the disk for each sweep. */
async function storedScan(how: How) {
  const scanId = await tenant.addScan();
  const onDisk: Buffer[] = [];
  for (const name of ['CEN', 'PER'] as const) {
    const fileName = `${name.toLowerCase()}.nrrd`;
    const fields = { scanId, fileCategory: 'RAW', fileName, fileExtension: 'nrrd', ...how };
    const header = { sizes: '100 100 120', sweep: name, content: 'BMODE' };
    const body = { ...fields, header };
    const registered = await call<ScanFile>(url, token, 'POST', '/scanfiles', body);
    expect(registered.status).toBe(200);
    const path = `/scanfiles/${registered.body.id}/content`;
    const stored = await sendForm<ScanFile>(url, token, 'PUT', path, rawOf(name));
    expect(stored.body).toMatchObject(how);
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

/** Runs the product's reconstruction job in this thread. */
async function reconstructed(scanId: string): Promise<readonly string[]> {
  const name = { id: newId(), organizationId: tenant.organizationId };
  await insertJob(plane.db, { ...name, jobType: 'R3D', entityId: scanId, createdBy: null });
  const row = (await leaseJob(plane.db, name))!;
  const job = { ...row, fencingToken: row.fencingToken! };
  const lease = new JobLease(plane.db, job, silentLogger, () => undefined);
  const registered = { extensionId: 'scanner', settings: { voxelMm: 0.8 }, handler: r3dJob };
  const deps = { db: plane.db, store, log: silentLogger };
  const ended = await runJob(deps, job, registered, lease);
  lease.dispose();
  expect(ended?.status).toBe('COMPLETED');
  return resultOf(scanId);
}

let plain: readonly string[] = [];

describe('a scan', () => {
  it('is reconstructed to the same bytes from uncompressed raw data', async () => {
    const { scanId, onDisk } = await storedScan(PLAIN);
    expect(onDisk[0]!.equals(rawOf('CEN'))).toBe(true);
    plain = await reconstructed(scanId);
    expect(plain.some((file) => file.startsWith('VOLUME3D volume.nrrd'))).toBe(true);
    expect(plain.filter((file) => file.startsWith('BREAST_SKIN'))).toHaveLength(4);
  });

  it('is reconstructed to the same bytes from GZIP', async () => {
    const { scanId, onDisk } = await storedScan({ encoding: 'GZIP', encryption: 'NONE' });
    expect(onDisk[0]!.length).toBeLessThan(rawOf('CEN').length);
    expect(gunzipSync(onDisk[0]!).equals(rawOf('CEN'))).toBe(true);
    expect(await reconstructed(scanId)).toEqual(plain);
  });

  it.each<FileEncoding>(['NONE', 'GZIP'])(
    'is reconstructed to the same bytes from AES256 over %s',
    async (encoding) => {
      const { scanId, onDisk } = await storedScan({ encoding, encryption: 'AES256' });
      for (const bytes of onDisk) {
        expect(bytes.includes('NRRD')).toBe(false);
        expect(bytes.subarray(0, 2)).not.toEqual(Buffer.from([0x1f, 0x8b]));
        expect(() => gunzipSync(bytes)).toThrow();
      }
      expect(await reconstructed(scanId)).toEqual(plain);
    },
  );
});

describe('a reconstruction whose worker is killed with SIGKILL', () => {
  const jobOf = async (id: string) =>
    (await call<Job>(plane.url, token, 'GET', `/jobqueue/${id}`)).body;
  const until = (id: string, isMet: (job: Job) => boolean) =>
    expect.poll(async () => isMet(await jobOf(id)), { timeout: 60_000, interval: 15 }).toBe(true);

  it.each(isLong ? ALL_PHASES : ['Reconstructing'])(
    'ends once with the same bytes after a kill in the phase %s',
    async (phase) => {
      const { scanId } = await storedScan(PLAIN);
      const worker = await plane.startWorker(R3D_WORKER);
      const body = { jobType: 'R3D', entityId: scanId };
      const { id } = (await call<Job>(plane.url, token, 'POST', '/jobqueue/queue-job', body)).body;
      await until(id, (job) => job.phase === phase);
      await killWorker(worker);
      expect(await jobOf(id)).toMatchObject({ status: 'IN_PROGRESS', attempt: 1 });
      expect(await resultOf(scanId)).toEqual([]);
      await plane.db
        .updateTable('job')
        .set({ heartbeatAt: new Date(Date.now() - 60_000).toISOString() })
        .where('id', '=', id)
        .execute();
      await plane.startWorker(R3D_WORKER);
      await until(id, ({ status }) => status === 'COMPLETED');
      expect((await jobOf(id)).attempt).toBe(2);
      expect(await resultOf(scanId)).toEqual(plain);
    },
  );
});
