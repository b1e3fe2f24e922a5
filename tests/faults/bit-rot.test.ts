import { randomBytes } from 'node:crypto';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorResponse, ScanFile } from '#contracts';
import { silentLogger } from '#foundation';
import { scrubStore } from '../../platform/server/files/index.ts';
import { CheckedStore } from '../../platform/server/store/checked-store.ts';
import { FileSystemBlobs } from '../../platform/server/store/file-system-blobs.ts';
import { systemDisk } from '../../platform/server/store/index.ts';
import { KeyRing } from '../../platform/server/store/key-ring.ts';
import { call, headersOf, sendForm } from './support/calls.ts';
import { type DataPlane, sha256, startDataPlane, type Tenant } from './support/data-plane.ts';

let plane: DataPlane;
let tenant: Tenant;
let scanId = '';
let token = '';
let url = '';
beforeAll(async () => {
  plane = await startDataPlane();
  tenant = await plane.addTenant();
  token = tenant.tokenOf('OPERATOR');
  scanId = await tenant.addScan();
  const keys = new KeyRing([randomBytes(32)]);
  url = await plane.serveWith(storeWith(keys));
  scrub = () => scrubStore(plane.db, storeWith(keys), silentLogger);
});
afterAll(() => plane[Symbol.asyncDispose]());

const storeWith = (keys: KeyRing) =>
  new CheckedStore(new FileSystemBlobs(join(plane.folder, 'files'), systemDisk), keys);
let scrub: () => ReturnType<typeof scrubStore>;

interface StoredFile {
  readonly id: string;
  readonly path: string;
  readonly bytes: Buffer;
}

/** Stores a file of random bytes; `n` selects size, compression and encryption. */
async function storeVolume(n: number): Promise<StoredFile> {
  const bytes = randomBytes(2_000 + n * 37);
  const registered = await call<ScanFile>(url, token, 'POST', '/scanfiles', {
    scanId,
    fileCategory: 'VOLUME3D',
    fileName: `volume-${n}.nrrd`,
    fileExtension: 'nrrd',
    encoding: n % 3 === 0 ? 'GZIP' : 'NONE',
    encryption: n % 2 === 0 ? 'AES256' : 'NONE',
  });
  const { id } = registered.body;
  const stored = await sendForm<ScanFile>(url, token, 'PUT', `/scanfiles/${id}/content`, bytes);
  return { id, path: join(plane.folder, 'files', stored.body.storagePath!), bytes };
}

const download = (id: string) =>
  fetch(`${url}/scanfiles/${id}/download`, { headers: headersOf(token) });

/**
 * Length of the gzip header, whose time stamp and OS fields do not affect the content; every other
 * byte is verified.
 */
const GZIP_HEADER_BYTES = 10;

/** Flips one bit at random. */
async function flipOneBit(path: string): Promise<void> {
  const bytes = await readFile(path);
  const index = GZIP_HEADER_BYTES + Math.floor(Math.random() * (bytes.length - GZIP_HEADER_BYTES));
  bytes[index]! ^= 1 << Math.floor(Math.random() * 8);
  await writeFile(path, bytes);
}

const statusesOf = async (files: readonly StoredFile[]): Promise<ReadonlyMap<string, number>> =>
  new Map(
    await Promise.all(
      files.map(async ({ id }) => {
        const response = await download(id);
        await response.arrayBuffer();
        return [id, response.status] as const;
      }),
    ),
  );

describe('corrupt files', () => {
  const volumes: StoredFile[] = [];
  const damaged: StoredFile[] = [];

  it('are all found by one scrub of the store, which reports no intact files', {
    timeout: 60_000,
  }, async () => {
    for (let n = 0; n < 150; n++) volumes.push(await storeVolume(n));
    expect(await scrub()).toMatchObject({ checked: 150, corrupt: 0, missing: 0 });
    for (const [n, volume] of volumes.slice(0, 115).entries()) {
      damaged.push(volume);
      if (n < 100) await flipOneBit(volume.path);
      else if (n < 110) await truncate(volume.path, Math.floor(volume.bytes.length / n));
      else await rm(volume.path);
    }
    const report = await scrub();
    expect(report).toMatchObject({ missing: 5, corrupt: 110, unreadable: 0 });
    const rows = await plane.db
      .selectFrom('scanFile')
      .select(['id', 'quarantineReason'])
      .where('quarantinedAt', 'is not', null)
      .execute();
    const reportedIds = new Set(rows.map(({ id }) => id));
    expect(reportedIds).toEqual(new Set(damaged.map(({ id }) => id)));
    const auditRows = await plane.db
      .selectFrom('audit')
      .select('subject')
      .where('act', '=', 'quarantineScanFile')
      .execute();
    expect(auditRows.length).toBe(115);
  });

  it('are never returned: each read fails with 409', async () => {
    expect(new Set((await statusesOf(damaged)).values())).toEqual(new Set([409]));
    const intact = await statusesOf(volumes.slice(115));
    expect(new Set(intact.values())).toEqual(new Set([200]));
  });

  it('are detected by the first read when no scrub has run before', async () => {
    const fresh = await Promise.all([0, 1, 2, 3].map(storeVolume));
    for (const { path } of fresh) {
      const bytes = await readFile(path);
      // One bit near the end, which is content in every format.
      bytes[bytes.length - 9]! ^= 4;
      await writeFile(path, bytes);
    }
    expect([...(await statusesOf(fresh)).values()]).toEqual([422, 422, 422, 422]);
    expect([...(await statusesOf(fresh)).values()]).toEqual([409, 409, 409, 409]);
  });

  it('are repaired by uploading the same bytes, and only these', async () => {
    // Two truncated files.
    const [first, second] = damaged.slice(105, 107) as [StoredFile, StoredFile];
    const path = `/scanfiles/${first.id}/content`;
    const other = await sendForm<ErrorResponse>(url, token, 'PUT', path, randomBytes(50));
    expect(other).toMatchObject({ status: 422, body: { errorType: 'ChecksumMismatch' } });
    expect((await sendForm(url, token, 'PUT', path, first.bytes)).status).toBe(200);
    expect(sha256(await (await download(first.id)).bytes())).toBe(sha256(first.bytes));
    expect((await download(second.id)).status).toBe(409);
  });

  it('are valid again after the store was restored from a copy', async () => {
    const file = await storeVolume(1);
    const copy = await readFile(file.path);
    await rm(file.path);
    expect((await download(file.id)).status).toBe(422);
    await writeFile(file.path, copy);
    expect((await scrub()).healed).toBeGreaterThanOrEqual(1);
    expect((await download(file.id)).status).toBe(200);
  });
});

describe('the scrub of the whole store', () => {
  it('continues where it was interrupted', async () => {
    const abort = new AbortController();
    let verified = 0;
    const countingStore = storeWith(new KeyRing());
    const verify = countingStore.verify.bind(countingStore);
    countingStore.verify = async (reference) => {
      verified += 1;
      if (verified === 45) abort.abort();
      return verify(reference);
    };
    const options = { batch: 10 };
    await scrubStore(plane.db, countingStore, silentLogger, { ...options, signal: abort.signal });
    expect(verified).toBe(45);
    const storedFiles = await plane.db
      .selectFrom('scanFile')
      .select('id')
      .where('storagePath', 'is not', null)
      .execute();
    verified = 0;
    await scrubStore(plane.db, countingStore, silentLogger, { ...options, startNew: false });
    // The unfinished batch of ten is verified again, the forty files before it are not.
    expect(verified).toBe(storedFiles.length - 40);
    expect(
      (await scrubStore(plane.db, countingStore, silentLogger, { startNew: false })).checked,
    ).toBe(0);
  });

  it('does not quarantine files whose key is missing', async () => {
    const before = await countQuarantined();
    const report = await scrubStore(plane.db, storeWith(new KeyRing()), silentLogger);
    expect(report.unreadable).toBeGreaterThan(50);
    expect(await countQuarantined()).toBe(before);
  });

  async function countQuarantined(): Promise<number> {
    const rows = await plane.db
      .selectFrom('scanFile')
      .select('id')
      .where('quarantinedAt', 'is not', null)
      .execute();
    return rows.length;
  }
});
