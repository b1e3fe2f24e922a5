import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorResponse, ScanFile, ScanFileFields, ScanVolume } from '#contracts';
import { newId } from '#foundation';
import { type Disk, FileSystemStore, systemDisk } from '../../../platform/server/store/index.ts';
import { type ApiResponse, call, headersOf, sendForm } from '../../faults/support/calls.ts';
import {
  API_KEY,
  type DataPlane,
  sha256,
  startDataPlane,
  type Tenant,
} from '../../faults/support/data-plane.ts';

interface FilePage {
  readonly items: ScanFile[];
  readonly total: number;
  readonly nextCursor: string | null;
}

let plane: DataPlane;
let tenant: Tenant;
let other: Tenant;
let scanId = '';
let token = '';
beforeAll(async () => {
  plane = await startDataPlane();
  tenant = await plane.addTenant();
  other = await plane.addTenant();
});
afterAll(() => plane[Symbol.asyncDispose]());
beforeEach(async () => {
  token = tenant.tokenOf('OPERATOR');
  scanId = await tenant.addScan({ epoch: 2 });
});

function fields(overrides: Partial<ScanFileFields> = {}): ScanFileFields {
  return {
    id: newId(),
    scanId,
    fileCategory: 'SCAN_IMAGE',
    fileName: `frame-${newId()}.nrrd`,
    fileExtension: 'nrrd',
    header: { sizes: '4 4', sweep: 'CEN', frameIdx: 0, epoch: 2 },
    ...overrides,
  };
}

async function registerFile(overrides: Partial<ScanFileFields> = {}): Promise<ScanFile> {
  const response = await call<ScanFile>(plane.url, token, 'POST', '/scanfiles', fields(overrides));
  expect(response.status).toBe(200);
  return response.body;
}

const put = (id: string, bytes: Uint8Array, headers: Record<string, string> = {}, field = 'data') =>
  sendForm<ScanFile & ErrorResponse>(plane.url, token, 'PUT', `/scanfiles/${id}/content`, bytes, {
    field,
    headers,
  });

async function addStoredFile(
  overrides: Partial<ScanFileFields> = {},
  bytes: Uint8Array = randomBytes(100),
) {
  const { id } = await registerFile(overrides);
  const response = await put(id, bytes);
  expect(response.status).toBe(200);
  return response.body;
}

const download = (id: string, range?: string, callerToken = token) =>
  fetch(`${plane.url}/scanfiles/${id}/download`, {
    headers: { ...headersOf(callerToken), ...(range === undefined ? {} : { range }) },
  });

async function countStoredFiles(): Promise<number> {
  const entries = await readdir(join(plane.folder, 'files'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
}

describe('a file of a scan', () => {
  it('is registered, filled, listed and read back unchanged', async () => {
    const bytes = randomBytes(300_000);
    const file = await registerFile();
    expect(file).toMatchObject({ storagePath: null, checksum: null, byteLength: null });
    const filled = await put(file.id, bytes, { 'x-checksum-sha256': sha256(bytes) });
    expect(filled.status).toBe(200);
    expect(filled.body).toMatchObject({ checksum: sha256(bytes), byteLength: 300_000 });
    expect(filled.body.storagePath).toMatch(/^scan-image\//);
    const list = await call<{ items: ScanFile[]; total: number }>(
      plane.url,
      token,
      'GET',
      `/scans/${scanId}/scanfiles?fileCategory=SCAN_IMAGE`,
    );
    expect(list.body).toMatchObject({ total: 1, items: [{ id: file.id }] });
    const read = await download(file.id);
    expect(read.status).toBe(200);
    expect(read.headers.get('etag')).toBe(`"${sha256(bytes)}"`);
    expect(read.headers.get('cache-control')).toContain('immutable');
    expect(sha256(await read.bytes())).toBe(sha256(bytes));
  });

  it('is stored once across repeated registrations and uploads', async () => {
    const fileFields = fields();
    const bytes = randomBytes(1000);
    const filesBefore = await countStoredFiles();
    const rows = await Promise.all(
      Array.from({ length: 10 }, () =>
        call<ScanFile>(plane.url, token, 'POST', '/scanfiles', fileFields),
      ),
    );
    expect(new Set(rows.map(({ body }) => body.id))).toEqual(new Set([fileFields.id]));
    // The same frame of the same attempt under another id is the same file.
    const again = await call<ScanFile>(plane.url, token, 'POST', '/scanfiles', {
      ...fileFields,
      id: newId(),
    });
    expect(again.body.id).toBe(fileFields.id);
    const puts = await Promise.all(Array.from({ length: 10 }, () => put(fileFields.id!, bytes)));
    expect(puts.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(puts.map(({ body }) => body.storagePath)).size).toBe(1);
    expect(await countStoredFiles()).toBe(filesBefore + 1);
    const otherBytes = await put(fileFields.id!, randomBytes(1000));
    expect(otherBytes).toMatchObject({ status: 409, body: { errorType: 'Conflict' } });
    expect(await countStoredFiles()).toBe(filesBefore + 1);
    const duplicate = await call<ErrorResponse>(
      plane.url,
      token,
      'POST',
      '/scanfiles',
      fields({ id: fileFields.id! }),
    );
    expect(duplicate.status).toBe(409);
  });

  it('is rejected in another form field, as a text field, or in another content type', async () => {
    const { id } = await registerFile();
    const wrongField = await put(id, randomBytes(10), {}, 'file');
    expect(wrongField.status).toBe(400);
    expect(wrongField.body.message).toMatch(/"file".*"data"/);
    const form = new FormData();
    form.append('data', 'not a file');
    const withoutFile = await fetch(`${plane.url}/scanfiles/${id}/content`, {
      method: 'PUT',
      headers: headersOf(token),
      body: form,
    });
    expect(withoutFile.status).toBe(400);
    const json = await call<ErrorResponse>(plane.url, token, 'PUT', `/scanfiles/${id}/content`, {});
    expect(json).toMatchObject({ status: 400 });
    expect(json.body.message).toContain('"data"');
  });

  it('is rejected with a wrong checksum, and can be sent again', async () => {
    const { id } = await registerFile();
    const bytes = randomBytes(5000);
    const filesBefore = await countStoredFiles();
    const mismatched = await put(id, bytes, { 'x-checksum-sha256': sha256(randomBytes(3)) });
    expect(mismatched).toMatchObject({ status: 422, body: { errorType: 'ChecksumMismatch' } });
    expect((await put(id, bytes, { 'x-checksum-sha256': 'nonsense' })).status).toBe(400);
    expect(await countStoredFiles()).toBe(filesBefore);
    expect((await download(id)).status).toBe(404);
    expect((await put(id, bytes, { 'x-checksum-sha256': sha256(bytes) })).status).toBe(200);
  });

  it('leaves nothing behind when the sender disconnects halfway', async () => {
    const { id } = await registerFile();
    const filesBefore = await countStoredFiles();
    await new Promise<void>((resolve, reject) => {
      const socket = connect(plane.httpPort, '127.0.0.1', () => {
        socket.write(
          `PUT /api/scanfiles/${id}/content HTTP/1.1\r\nHost: x\r\nx-api-key: ${API_KEY}\r\n` +
            `Authorization: Bearer ${token}\r\nContent-Length: 1000000\r\n` +
            'Content-Type: multipart/form-data; boundary=b\r\n\r\n' +
            '--b\r\nContent-Disposition: form-data; name="data"; filename="f"\r\n\r\n' +
            'x'.repeat(200_000),
        );
        setTimeout(() => socket.destroy(), 150);
      });
      socket.on('close', () => resolve());
      socket.on('error', reject);
    });
    await expect.poll(countStoredFiles).toBe(filesBefore);
    expect((await download(id)).status).toBe(404);
    expect((await put(id, randomBytes(10))).status).toBe(200);
  });

  it('can be read in ranges', async () => {
    const bytes = randomBytes(5_000_000);
    for (const encoding of ['NONE', 'GZIP'] as const) {
      const { id } = await addStoredFile({ encoding }, bytes);
      for (const [range, start, end] of [
        ['bytes=0-9', 0, 10],
        ['bytes=4000000-4000099', 4_000_000, 4_000_100],
        ['bytes=4999990-', 4_999_990, 5_000_000],
        ['bytes=-5', 4_999_995, 5_000_000],
        ['bytes=4999999-9999999', 4_999_999, 5_000_000],
      ] as const) {
        const partial = await download(id, range);
        expect(partial.status, range).toBe(206);
        expect(partial.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/5000000`);
        expect(Buffer.from(await partial.bytes()).equals(bytes.subarray(start, end)), range).toBe(
          true,
        );
      }
      const pastEnd = await download(id, 'bytes=5000000-');
      expect(pastEnd.status).toBe(400);
      // A request for several ranges gets the whole file.
      const whole = await download(id, 'bytes=0-1,5-6');
      expect([whole.status, (await whole.bytes()).length]).toEqual([200, 5_000_000]);
    }
  });

  it('is never served after its bytes changed', async () => {
    for (const size of [1000, 5_000_000]) {
      const { id, storagePath } = await addStoredFile({}, randomBytes(size));
      const path = join(plane.folder, 'files', storagePath!);
      const bytes = await readFile(path);
      bytes[size - 1]! ^= 0x10;
      await writeFile(path, bytes);
      // The first request detects the change; later requests get the stored result.
      for (const [range, status] of [
        ['bytes=0-9', 422],
        [undefined, 409],
      ] as const) {
        const response = await download(id, range);
        expect(response.status).toBe(status);
        const body = await response.text();
        expect(body).toContain('changed or damaged');
        expect(body).not.toContain(plane.folder);
      }
    }
  });

  it('is readable only by permitted users of its organization', async () => {
    const { id } = await addStoredFile();
    for (const path of [
      `/scanfiles/${id}/download`,
      `/scans/${scanId}/scanfiles`,
      `/scans/${scanId}/volume`,
    ]) {
      expect((await call(plane.url, other.tokenOf('OPERATOR'), 'GET', path)).status, path).toBe(
        404,
      );
      expect((await call(plane.url, tenant.tokenOf('ADMIN'), 'GET', path)).status, path).toBe(403);
    }
    expect(
      (await call(plane.url, other.tokenOf('OPERATOR'), 'POST', '/scanfiles', fields())).status,
    ).toBe(404);
    expect(
      (await call(plane.url, tenant.tokenOf('VIEWER'), 'POST', '/scanfiles', fields())).status,
    ).toBe(403);
    expect((await download(id, undefined, tenant.tokenOf('VIEWER'))).status).toBe(200);
    expect((await download(id, undefined, tenant.deviceToken)).status).toBe(200);
    await plane.db.updateTable('scan').set({ deviceId: null }).where('id', '=', scanId).execute();
    expect((await download(id, undefined, tenant.deviceToken)).status).toBe(404);
    expect((await download(id, undefined, other.deviceToken)).status).toBe(404);
  });

  it('is rejected when the disk is full, stores nothing, and can be sent later', async () => {
    let full = true;
    const disk: Disk = {
      ...systemDisk,
      async createFile(path) {
        const file = await systemDisk.createFile(path);
        return {
          ...file,
          async write(bytes) {
            if (full) throw Object.assign(new Error('planted'), { code: 'ENOSPC' });
            await file.write(bytes);
          },
        };
      },
    };
    const url = await plane.serveWith(new FileSystemStore(join(plane.folder, 'files'), disk));
    const { id } = await registerFile();
    const filesBefore = await countStoredFiles();
    const path = `/scanfiles/${id}/content`;
    const rejected = await sendForm<ErrorResponse>(url, token, 'PUT', path, randomBytes(100_000));
    expect(rejected).toMatchObject({ status: 507, body: { errorType: 'StorageFull' } });
    expect(await countStoredFiles()).toBe(filesBefore);
    full = false;
    expect((await sendForm(url, token, 'PUT', path, randomBytes(100_000))).status).toBe(200);
  });
});

describe('a commit whose response is lost', () => {
  /** Breaks the connection after each commit. */
  const breakAfterCommit = (tenantDb: DataPlane['db']) =>
    new Proxy(tenantDb, {
      get(db, name) {
        if (name !== 'transaction') return Reflect.get(db, name, db);
        return () => ({
          async execute(work: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) {
            await db.transaction().execute(work);
            throw new Error('Connection terminated unexpectedly');
          },
        });
      },
    });

  it('keeps the bytes, so that a repeated upload succeeds and the file can be read', async () => {
    const dbOf = (id: string) => breakAfterCommit(plane.deps.dbOf(id));
    const url = await plane.serveWith(plane.store, { dbOf });
    const { id } = await registerFile();
    const bytes = randomBytes(1000);
    const path = `/scanfiles/${id}/content`;
    const headers = { 'x-checksum-sha256': sha256(bytes) };
    const failed = await sendForm(url, token, 'PUT', path, bytes, { headers });
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect((await put(id, bytes, headers)).status).toBe(200);
    expect(sha256(await (await download(id)).bytes())).toBe(sha256(bytes));
  });
});

describe('the files of a scan', () => {
  it('are listed newest first, page by page, without duplicates', async () => {
    const ids: string[] = [];
    for (let nr = 0; nr < 7; nr += 1) {
      ids.push((await addStoredFile({ fileName: `f-${nr}.nrrd` })).id);
    }
    await registerFile({ fileName: 'without-bytes.nrrd' });
    const collected: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = `limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const page: ApiResponse<FilePage> = await call<FilePage>(
        plane.url,
        token,
        'GET',
        `/scans/${scanId}/scanfiles?${query}`,
      );
      expect(page.body.total).toBe(7);
      collected.push(...page.body.items.map((file) => file.id));
      cursor = page.body.nextCursor;
    }
    expect(collected).toEqual(ids.toReversed());
    expect(
      (await call(plane.url, token, 'GET', `/scans/${scanId}/scanfiles?cursor=x`)).status,
    ).toBe(400);
  });

  it('omit frames of a restarted attempt', async () => {
    const earlier = await addStoredFile({ header: { sizes: '4 4', frameIdx: 0, epoch: 1 } });
    const current = await addStoredFile({ header: { sizes: '4 4', frameIdx: 0, epoch: 2 } });
    const list = await call<{ items: ScanFile[] }>(
      plane.url,
      token,
      'GET',
      `/scans/${scanId}/scanfiles`,
    );
    expect(list.body.items.map((file) => file.id)).toEqual([current.id]);
    expect((await download(earlier.id)).status).toBe(200);
  });

  it('include the latest volume with its pyramid, finest level first', async () => {
    expect((await call(plane.url, token, 'GET', `/scans/${scanId}/volume`)).status).toBe(404);
    const volume = { fileCategory: 'VOLUME3D', header: { sizes: '8 8 8' } } as const;
    await addStoredFile(volume);
    const latest = await addStoredFile(volume);
    const level = { fileCategory: 'VOLUME3D', role: 'PYRAMID', parentId: latest.id } as const;
    const coarse = await addStoredFile({ ...level, header: { sizes: '2 2 2' } });
    const fine = await addStoredFile({ ...level, header: { sizes: '4 4 4' } });
    await addStoredFile({ ...volume, role: 'COVERAGE', parentId: latest.id });
    const response = await call<ScanVolume>(plane.url, token, 'GET', `/scans/${scanId}/volume`);
    expect(response.body.file.id).toBe(latest.id);
    expect(response.body.levels.map(({ url }) => url)).toEqual(
      [latest, fine, coarse].map(({ id }) => `/scanfiles/${id}/download`),
    );
    expect(
      (await fetch(`${plane.url}${response.body.levels[1]?.url}`, { headers: headersOf(token) }))
        .status,
    ).toBe(200);
  });

  it('hide the metadata of imported files from blind annotators', async () => {
    const { id } = await addStoredFile({
      header: { sizes: '4 4', epoch: 2, source: { model: 'X' } },
    });
    const path = `/scans/${scanId}/scanfiles`;
    const forOperator = await call<{ items: ScanFile[] }>(plane.url, token, 'GET', path);
    expect(forOperator.body.items.find((file) => file.id === id)?.header?.source).toEqual({
      model: 'X',
    });
    const forAnnotator = await call<{ items: ScanFile[] }>(
      plane.url,
      tenant.tokenOf('BLIND_ANNOTATOR'),
      'GET',
      path,
    );
    expect(forAnnotator.status).toBe(200);
    expect(forAnnotator.body.items[0]?.header).not.toHaveProperty('source');
  });
});
