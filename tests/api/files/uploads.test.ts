import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_CHUNK_BYTES, type ScanFile, type Upload, type UploadFields } from '#contracts';
import { newId } from '#foundation';
import { purgeUploads } from '../../../platform/server/files/index.ts';
import { type Disk, FileSystemStore, systemDisk } from '../../../platform/server/store/index.ts';
import { call, headersOf } from '../../faults/support/calls.ts';
import {
  type DataPlane,
  sha256,
  startDataPlane,
  type Tenant,
} from '../../faults/support/data-plane.ts';
import {
  cancelUpload,
  commit,
  crcOf,
  digestOf,
  getUpload,
  patch,
  type Sender,
  send,
  sendRest,
  startUpload,
} from '../../faults/support/resumable.ts';

let plane: DataPlane;
let tenant: Tenant;
let scanId = '';
let sender: Sender;
beforeAll(async () => {
  plane = await startDataPlane();
  tenant = await plane.addTenant();
});
afterAll(() => plane[Symbol.asyncDispose]());
beforeEach(async () => {
  scanId = await tenant.addScan();
  sender = { url: plane.url, token: tenant.tokenOf('OPERATOR') };
});

const bytes = randomBytes(3_000_000);
const chunkBytes = 1_000_000;

function maskFields(content: Uint8Array = bytes): UploadFields {
  return { scanId, fileName: 'mask.nrrd', fileCategoryId: 'SEGMENT_MASK', ...digestOf(content) };
}

async function newUpload(fields: UploadFields = maskFields()): Promise<Upload> {
  const response = await startUpload(sender, fields);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
}

async function download(id: string): Promise<Response> {
  return fetch(`${plane.url}/scanfiles/${id}/download`, { headers: headersOf(sender.token) });
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(join(plane.folder, folder), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('an upload', () => {
  it('transfers a file in chunks and stays invisible before its commit', async () => {
    const upload = await newUpload();
    expect(upload).toMatchObject({ offset: 0, state: 'OPEN', url: `/uploads/${upload.id}` });
    for (const offset of [0, 1_000_000, 2_000_000]) {
      const chunk = bytes.subarray(offset, offset + chunkBytes);
      expect((await patch(sender, upload.id, offset, chunk)).body.offset).toBe(offset + chunkBytes);
      expect((await download(upload.scanFileId)).status).toBe(404);
    }
    const committed = await commit(sender, upload.id);
    expect(committed.status).toBe(200);
    expect(committed.body).toMatchObject({ id: upload.scanFileId, checksum: sha256(bytes) });
    expect(committed.body.storagePath).toMatch(/^segment-mask\//);
    expect(sha256(await (await download(upload.scanFileId)).bytes())).toBe(sha256(bytes));
    expect((await commit(sender, upload.id)).body.checksum).toBe(sha256(bytes));
    expect((await getUpload(sender, upload.id)).body).toMatchObject({
      state: 'COMMITTED',
      offset: 3_000_000,
    });
    await expect.poll(() => filesBelow('files/.uploads')).not.toContain(upload.id);
  });

  it('can fill a registered file, compressed if the registration requests so', async () => {
    const text = Buffer.from('speckle '.repeat(100_000));
    const registered = await send<ScanFile>(sender, 'POST', '/scanfiles', {
      scanId,
      fileCategory: 'RAW',
      fileName: 'sweep.nrrd',
      fileExtension: 'nrrd',
      encoding: 'GZIP',
    });
    const upload = await newUpload({ scanFileId: registered.body.id, ...digestOf(text) });
    const { committed } = await sendRest(sender, upload.id, text, 300_000);
    expect(committed.body).toMatchObject({ encoding: 'GZIP', byteLength: text.length });
    expect(sha256(await (await download(registered.body.id)).bytes())).toBe(sha256(text));
    const stat = await plane.store.stat(committed.body.storagePath!);
    expect(stat!.storedLength).toBeLessThan(text.length / 10);
  });

  it('without bytes creates an empty file', async () => {
    const upload = await newUpload(maskFields(Buffer.alloc(0)));
    const committed = await commit(sender, upload.id);
    expect(committed.body).toMatchObject({ byteLength: 0, checksum: sha256(Buffer.alloc(0)) });
    expect((await download(upload.scanFileId)).status).toBe(200);
  });

  it('is found again by its idempotency key, and no second upload starts under that key', async () => {
    const headers = { 'idempotency-key': newId() };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => startUpload(sender, maskFields(), headers)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const other = await startUpload(sender, { ...maskFields(), size: 1 }, headers);
    expect(other).toMatchObject({ status: 422, body: { errorType: 'IdempotencyMismatch' } });
  });

  it('may start without size and checksum, which the commit then states', async () => {
    const response = await send<Upload>(sender, 'POST', '/scanfiles/actions/generateUploadUrl', {
      scanId,
      fileName: 'volume.nrrd',
      fileCategoryId: 'VOLUME3D',
    });
    expect(response.body).toMatchObject({ size: null, sha256: null, offset: 0 });
    const { id } = response.body;
    await patch(sender, id, 0, bytes.subarray(0, 10));
    expect((await commit(sender, id)).status).toBe(400);
    expect((await commit(sender, id, { ...digestOf(bytes) })).body).toMatchObject({
      errorType: 'WrongOffset',
      data: { offset: 10 },
    });
    const digest = digestOf(bytes.subarray(0, 10));
    expect((await commit(sender, id, digest)).body).toMatchObject({ byteLength: 10 });
  });
});

describe('a chunk', () => {
  it('at the wrong offset is rejected with the expected offset', async () => {
    const { id } = await newUpload();
    await patch(sender, id, 0, bytes.subarray(0, 100));
    for (const offset of [0, 99, 101, 5_000_000]) {
      const rejected = await patch(sender, id, offset, bytes.subarray(100, 200));
      expect(rejected).toMatchObject({ status: 409, body: { data: { offset: 100 } } });
      expect(rejected.body.errorType).toBe('WrongOffset');
    }
    expect((await getUpload(sender, id)).body.offset).toBe(100);
  });

  it('that arrived damaged is dropped, and only that chunk is sent again', async () => {
    const { id } = await newUpload();
    const chunk = bytes.subarray(0, chunkBytes);
    const damaged = Buffer.from(chunk);
    damaged[500_000]! ^= 1;
    const checks: Record<string, string>[] = [
      { 'x-checksum-crc32': crcOf(chunk) },
      { 'x-checksum-sha256': sha256(chunk) },
    ];
    for (const headers of checks) {
      const rejected = await patch(sender, id, 0, damaged, headers);
      expect(rejected).toMatchObject({ status: 422, body: { errorType: 'ChecksumMismatch' } });
      expect((await getUpload(sender, id)).body.offset).toBe(0);
    }
    expect((await patch(sender, id, 0, chunk, checks[1])).body.offset).toBe(chunkBytes);
    expect((await sendRest(sender, id, bytes, chunkBytes)).committed.status).toBe(200);
  });

  it('that lacks checksum, offset or bytes, or is too large, compressed or past the end is rejected', async () => {
    const { id } = await newUpload(maskFields(bytes.subarray(0, 1000)));
    const chunk = bytes.subarray(0, 100);
    const invalidHeaders: Record<string, string>[] = [
      { 'x-checksum-crc32': '' },
      { 'x-checksum-crc32': 'zzzzzzzz' },
      { 'upload-offset': '-1' },
      { 'upload-offset': '0x10' },
      { 'content-encoding': 'gzip' },
      { 'content-type': 'application/json' },
      { 'content-type': 'text/plain' },
    ];
    for (const headers of invalidHeaders) {
      expect((await patch(sender, id, 0, chunk, headers)).status, JSON.stringify(headers)).toBe(
        400,
      );
    }
    const large = await patch(sender, id, 0, Buffer.alloc(MAX_CHUNK_BYTES + 1));
    expect(large).toMatchObject({ status: 413, body: { errorType: 'TooLarge' } });
    const pastEnd = await patch(sender, id, 0, bytes.subarray(0, 1001));
    expect(pastEnd).toMatchObject({ status: 413, body: { data: { size: 1000 } } });
    expect((await getUpload(sender, id)).body.offset).toBe(0);
  });

  it('sent six times concurrently is stored once', async () => {
    const { id } = await newUpload();
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => patch(sender, id, 0, bytes.subarray(0, chunkBytes))),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await sendRest(sender, id, bytes, chunkBytes)).committed.body.checksum).toBe(
      sha256(bytes),
    );
  });

  it('leaves nothing behind if its sender disconnects', async () => {
    const { id } = await newUpload();
    await patch(sender, id, 0, bytes.subarray(0, 100));
    await new Promise<void>((resolve, reject) => {
      const headers = Object.entries(headersOf(sender.token)).map(
        ([name, value]) => `${name}: ${value}`,
      );
      const socket = connect(plane.httpPort, '127.0.0.1', () => {
        socket.write(
          `PATCH /api/uploads/${id} HTTP/1.1\r\nHost: x\r\n${headers.join('\r\n')}\r\n` +
            'content-type: application/octet-stream\r\nupload-offset: 100\r\n' +
            'x-checksum-crc32: 00000000\r\ncontent-length: 1000000\r\n\r\n' +
            'x'.repeat(200_000),
        );
        setTimeout(() => socket.destroy(), 100);
      });
      socket.on('close', () => resolve());
      socket.on('error', reject);
    });
    expect((await getUpload(sender, id)).body.offset).toBe(100);
    const rest = await sendRest(sender, id, bytes, chunkBytes);
    expect(rest).toMatchObject({ sent: bytes.length - 100, committed: { status: 200 } });
  });
});

describe('a commit', () => {
  it('with bytes other than registered publishes nothing and restarts the upload', async () => {
    const { id, scanFileId } = await newUpload();
    const changed = Buffer.from(bytes);
    changed[7]! ^= 1;
    const { committed } = await sendRest(sender, id, changed, chunkBytes);
    expect(committed).toMatchObject({ status: 422, body: { errorType: 'ChecksumMismatch' } });
    expect((await download(scanFileId)).status).toBe(404);
    expect((await getUpload(sender, id)).body.offset).toBe(0);
    expect((await sendRest(sender, id, bytes, chunkBytes)).committed.status).toBe(200);
  });

  it('in another process than the one that received the bytes reads and verifies the bytes', async () => {
    const { id } = await newUpload();
    await patch(sender, id, 0, bytes.subarray(0, chunkBytes));
    const otherProcess = {
      ...sender,
      url: await plane.serveWith(new FileSystemStore(join(plane.folder, 'files'))),
    };
    const { committed, sent } = await sendRest(otherProcess, id, bytes, chunkBytes);
    expect([committed.body.checksum, sent]).toEqual([sha256(bytes), 2 * chunkBytes]);
  });

  it('does not replace the bytes of a file', async () => {
    const first = await newUpload();
    await sendRest(sender, first.id, bytes, chunkBytes);
    const again = await startUpload(sender, {
      scanFileId: first.scanFileId,
      ...digestOf(randomBytes(9)),
    });
    expect(again).toMatchObject({ status: 409, body: { errorType: 'Conflict' } });
  });

  it('with the same bytes a second time succeeds and changes nothing', async () => {
    const first = (await sendRest(sender, (await newUpload()).id, bytes, chunkBytes)).committed
      .body;
    const again = await startUpload(sender, { scanFileId: first.id, ...digestOf(bytes) });
    const { committed } = await sendRest(sender, again.body.id, bytes, chunkBytes);
    expect(committed).toMatchObject({ status: 200, body: first });
    const closed = await getUpload(sender, again.body.id);
    expect(closed.body).toMatchObject({ state: 'COMMITTED', offset: bytes.length });
    await expect.poll(() => filesBelow('files/.uploads')).not.toContain(again.body.id);
    const storedName = basename(first.storagePath ?? '-');
    const names = await filesBelow('files/segment-mask');
    expect(names.filter((name) => name.startsWith(storedName))).toEqual([storedName]);
  });

  it('on a full disk returns 507, leaves nothing half-written, and allows the upload to resume later', async () => {
    let full = false;
    const failWhenFull = () => {
      if (full) throw Object.assign(new Error('planted'), { code: 'ENOSPC' });
    };
    const disk: Disk = {
      ...systemDisk,
      async writeAt(path, offset, chunks) {
        // Half of the chunk still fits, as on a disk that fills up.
        if (full) await systemDisk.writeAt(path, offset, [chunks[0]!.subarray(0, 5)]);
        failWhenFull();
        await systemDisk.writeAt(path, offset, chunks);
      },
      async syncFile(path) {
        failWhenFull();
        await systemDisk.syncFile(path);
      },
    };
    const url = await plane.serveWith(new FileSystemStore(join(plane.folder, 'files'), disk));
    const fullDiskSender = { ...sender, url };
    const { id, scanFileId } = await newUpload();
    await patch(fullDiskSender, id, 0, bytes.subarray(0, chunkBytes));
    full = true;
    const rejected = await patch(
      fullDiskSender,
      id,
      chunkBytes,
      bytes.subarray(chunkBytes, 2 * chunkBytes),
    );
    expect(rejected).toMatchObject({ status: 507, body: { errorType: 'StorageFull' } });
    expect((await getUpload(fullDiskSender, id)).body.offset).toBe(chunkBytes);
    full = false;
    const rest = bytes.subarray(chunkBytes);
    await patch(fullDiskSender, id, chunkBytes, rest);
    full = true;
    const namesBefore = await filesBelow('files/segment-mask');
    expect((await commit(fullDiskSender, id)).status).toBe(507);
    expect((await download(scanFileId)).status).toBe(404);
    expect(await filesBelow('files/segment-mask')).toEqual(namesBefore);
    full = false;
    expect((await commit(fullDiskSender, id)).body.checksum).toBe(sha256(bytes));
  });
});

describe('uploads', () => {
  it('are invisible to other users', async () => {
    const { id } = await newUpload();
    const otherTokens = [
      tenant.tokenOf('PHYSICIAN'),
      (await plane.addTenant()).tokenOf('OPERATOR'),
    ];
    for (const token of otherTokens) {
      const otherSender = { ...sender, token };
      expect((await getUpload(otherSender, id)).status).toBe(404);
      expect((await patch(otherSender, id, 0, bytes.subarray(0, 9))).status).toBe(404);
      expect((await commit(otherSender, id)).status).toBe(404);
      expect((await cancelUpload(otherSender, id)).status).toBe(404);
    }
    expect((await getUpload({ ...sender, token: tenant.tokenOf('VIEWER') }, id)).status).toBe(403);
  });

  it('that were cancelled accept no more bytes', async () => {
    const { id } = await newUpload();
    await patch(sender, id, 0, bytes.subarray(0, 9));
    expect((await cancelUpload(sender, id)).body.state).toBe('GIVEN_UP');
    await expect.poll(() => filesBelow('files/.uploads')).not.toContain(id);
    const late = await patch(sender, id, 9, bytes.subarray(9, 18));
    expect(late).toMatchObject({ status: 409, body: { errorType: 'UploadClosed' } });
    expect((await commit(sender, id)).status).toBe(409);
    expect((await cancelUpload(sender, id)).status).toBe(200);
  });

  it('that expired are purged, while active uploads stay', async () => {
    const expired = await newUpload();
    const active = await newUpload();
    for (const { id } of [expired, active]) await patch(sender, id, 0, bytes.subarray(0, 9));
    await plane.db
      .updateTable('upload')
      .set({ expiresAt: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', expired.id)
      .execute();
    expect(await patch(sender, expired.id, 9, bytes.subarray(9, 18))).toMatchObject({
      status: 409,
    });
    // The negative minimum age in ms makes every expired upload old enough.
    await purgeUploads(plane.db, plane.store, -1_000);
    const remaining = await filesBelow('files/.uploads');
    expect([remaining.includes(expired.id), remaining.includes(active.id)]).toEqual([false, true]);
    expect((await sendRest(sender, active.id, bytes, chunkBytes)).committed.status).toBe(200);
  });

  it('are limited to 50 open uploads per account', async () => {
    const otherSender = { ...sender, token: tenant.tokenOf('PHYSICIAN') };
    const maxOpen = 50;
    const responses = await Promise.all(
      Array.from({ length: maxOpen }, () => startUpload(otherSender, maskFields())),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const rejected = await startUpload(otherSender, maskFields());
    expect(rejected).toMatchObject({ status: 429, body: { errorType: 'TooManyRequests' } });
    expect(rejected.body.message).toMatch(/50 open uploads/);
    await cancelUpload(otherSender, responses[0]!.body.id);
    expect((await startUpload(otherSender, maskFields())).status).toBe(200);
  });

  it('leave one audit row for their start and one for their end', async () => {
    const upload = await newUpload();
    await sendRest(sender, upload.id, bytes, chunkBytes);
    const auditRows = await plane.db
      .selectFrom('audit')
      .select(['act', 'subject'])
      .where('organizationId', '=', tenant.organizationId)
      .orderBy('seq', 'desc')
      .limit(2)
      .execute();
    expect(auditRows.map(({ act }) => act)).toEqual(['commitUpload', 'createUpload']);
    expect(auditRows[0]?.subject).toMatchObject({ id: upload.id, scanFileId: upload.scanFileId });
    const list = await call(plane.url, sender.token, 'GET', `/scans/${scanId}/scanfiles`);
    expect(list.body).toMatchObject({ total: 1 });
  });
});
