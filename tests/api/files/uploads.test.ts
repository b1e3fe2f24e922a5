import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_CHUNK_BYTES, type ScanFile, type Upload, type UploadFields } from '#contracts';
import { newId } from '#foundation';
import { sweepUploads } from '../../../platform/server/files/index.ts';
import { type Disk, FileSystemStore, systemDisk } from '../../../platform/server/store/index.ts';
import { call, headersOf } from '../../faults/support/calls.ts';
import {
  type Clinic,
  type DataPlane,
  sha256,
  startDataPlane,
} from '../../faults/support/data-plane.ts';
import {
  begin,
  commit,
  crcOf,
  giveUp,
  look,
  patch,
  type Sender,
  send,
  sendRest,
  wholeOf,
} from '../../faults/support/resumable.ts';

let plane: DataPlane;
let clinic: Clinic;
let scanId = '';
let us: Sender;
beforeAll(async () => {
  plane = await startDataPlane();
  clinic = await plane.clinic();
});
afterAll(() => plane[Symbol.asyncDispose]());
beforeEach(async () => {
  scanId = await clinic.addScan();
  us = { url: plane.url, token: clinic.tokenOf('OPERATOR') };
});

const bytes = randomBytes(3_000_000);
const chunkBytes = 1_000_000;

function mask(of: Uint8Array = bytes): UploadFields {
  return { scanId, fileName: 'mask.nrrd', fileCategoryId: 'SEGMENT_MASK', ...wholeOf(of) };
}

async function begun(fields: UploadFields = mask()): Promise<Upload> {
  const answer = await begin(us, fields);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function read(id: string): Promise<Response> {
  return fetch(`${plane.url}/scanfiles/${id}/download`, { headers: headersOf(us.token) });
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(join(plane.folder, folder), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('an upload', () => {
  it('brings a file in chunks, and nobody sees it before its commit', async () => {
    const upload = await begun();
    expect(upload).toMatchObject({ offset: 0, state: 'OPEN', url: `/uploads/${upload.id}` });
    for (const offset of [0, 1_000_000, 2_000_000]) {
      const chunk = bytes.subarray(offset, offset + chunkBytes);
      expect((await patch(us, upload.id, offset, chunk)).body.offset).toBe(offset + chunkBytes);
      expect((await read(upload.scanFileId)).status).toBe(404);
    }
    const committed = await commit(us, upload.id);
    expect(committed.status).toBe(200);
    expect(committed.body).toMatchObject({ id: upload.scanFileId, checksum: sha256(bytes) });
    expect(committed.body.storagePath).toMatch(/^segment-mask\//);
    expect(sha256(await (await read(upload.scanFileId)).bytes())).toBe(sha256(bytes));
    expect((await commit(us, upload.id)).body.checksum).toBe(sha256(bytes));
    expect((await look(us, upload.id)).body).toMatchObject({
      state: 'COMMITTED',
      offset: 3_000_000,
    });
    await expect.poll(() => filesBelow('files/.uploads')).not.toContain(upload.id);
  });

  it('is of an announced file as well, compressed where that asked for it', async () => {
    const text = Buffer.from('speckle '.repeat(100_000));
    const announced = await send<ScanFile>(us, 'POST', '/scanfiles', {
      scanId,
      fileCategory: 'RAW',
      fileName: 'sweep.nrrd',
      fileExtension: 'nrrd',
      encoding: 'GZIP',
    });
    const upload = await begun({ scanFileId: announced.body.id, ...wholeOf(text) });
    const { committed } = await sendRest(us, upload.id, text, 300_000);
    expect(committed.body).toMatchObject({ encoding: 'GZIP', byteLength: text.length });
    expect(sha256(await (await read(announced.body.id)).bytes())).toBe(sha256(text));
    const stat = await plane.store.stat(committed.body.storagePath!);
    expect(stat!.storedLength).toBeLessThan(text.length / 10);
  });

  it('of no bytes is a file of no bytes', async () => {
    const upload = await begun(mask(Buffer.alloc(0)));
    const committed = await commit(us, upload.id);
    expect(committed.body).toMatchObject({ byteLength: 0, checksum: sha256(Buffer.alloc(0)) });
    expect((await read(upload.scanFileId)).status).toBe(200);
  });

  it('is found again by its key, and no other one is begun under that', async () => {
    const headers = { 'idempotency-key': newId() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => begin(us, mask(), headers)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const other = await begin(us, { ...mask(), size: 1 }, headers);
    expect(other).toMatchObject({ status: 422, body: { errorType: 'IdempotencyMismatch' } });
  });

  it('may begin before size and checksum are known; they are said at the commit', async () => {
    const answer = await send<Upload>(us, 'POST', '/scanfiles/actions/generateUploadUrl', {
      scanId,
      fileName: 'volume.nrrd',
      fileCategoryId: 'VOLUME3D',
    });
    expect(answer.body).toMatchObject({ size: null, sha256: null, offset: 0 });
    const { id } = answer.body;
    await patch(us, id, 0, bytes.subarray(0, 10));
    expect((await commit(us, id)).status).toBe(400);
    expect((await commit(us, id, { ...wholeOf(bytes) })).body).toMatchObject({
      errorType: 'WrongOffset',
      data: { offset: 10 },
    });
    const whole = wholeOf(bytes.subarray(0, 10));
    expect((await commit(us, id, whole)).body).toMatchObject({ byteLength: 10 });
  });
});

describe('a chunk', () => {
  it('at another place than the next is refused, and told where that is', async () => {
    const { id } = await begun();
    await patch(us, id, 0, bytes.subarray(0, 100));
    for (const offset of [0, 99, 101, 5_000_000]) {
      const refused = await patch(us, id, offset, bytes.subarray(100, 200));
      expect(refused).toMatchObject({ status: 409, body: { data: { offset: 100 } } });
      expect(refused.body.errorType).toBe('WrongOffset');
    }
    expect((await look(us, id)).body.offset).toBe(100);
  });

  it('that arrived damaged is not kept; only it is sent again', async () => {
    const { id } = await begun();
    const chunk = bytes.subarray(0, chunkBytes);
    const damaged = Buffer.from(chunk);
    damaged[500_000]! ^= 1;
    const checks: Record<string, string>[] = [
      { 'x-checksum-crc32': crcOf(chunk) },
      { 'x-checksum-sha256': sha256(chunk) },
    ];
    for (const headers of checks) {
      const refused = await patch(us, id, 0, damaged, headers);
      expect(refused).toMatchObject({ status: 422, body: { errorType: 'ChecksumMismatch' } });
      expect((await look(us, id)).body.offset).toBe(0);
    }
    expect((await patch(us, id, 0, chunk, checks[1])).body.offset).toBe(chunkBytes);
    expect((await sendRest(us, id, bytes, chunkBytes)).committed.status).toBe(200);
  });

  it('without checksum, offset or bytes, too large, packed, or past the end is refused', async () => {
    const { id } = await begun(mask(bytes.subarray(0, 1000)));
    const chunk = bytes.subarray(0, 100);
    const wrong: Record<string, string>[] = [
      { 'x-checksum-crc32': '' },
      { 'x-checksum-crc32': 'zzzzzzzz' },
      { 'upload-offset': '-1' },
      { 'upload-offset': '0x10' },
      { 'content-encoding': 'gzip' },
      { 'content-type': 'application/json' },
      { 'content-type': 'text/plain' },
    ];
    for (const headers of wrong) {
      expect((await patch(us, id, 0, chunk, headers)).status, JSON.stringify(headers)).toBe(400);
    }
    const large = await patch(us, id, 0, Buffer.alloc(MAX_CHUNK_BYTES + 1));
    expect(large).toMatchObject({ status: 413, body: { errorType: 'TooLarge' } });
    const past = await patch(us, id, 0, bytes.subarray(0, 1001));
    expect(past).toMatchObject({ status: 413, body: { data: { size: 1000 } } });
    expect((await look(us, id)).body.offset).toBe(0);
  });

  it('that two send at once is there once', async () => {
    const { id } = await begun();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => patch(us, id, 0, bytes.subarray(0, chunkBytes))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await sendRest(us, id, bytes, chunkBytes)).committed.body.checksum).toBe(sha256(bytes));
  });

  it('whose sender goes away leaves nothing of it', async () => {
    const { id } = await begun();
    await patch(us, id, 0, bytes.subarray(0, 100));
    await new Promise<void>((resolve, reject) => {
      const headers = Object.entries(headersOf(us.token)).map(
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
    expect((await look(us, id)).body.offset).toBe(100);
    const rest = await sendRest(us, id, bytes, chunkBytes);
    expect(rest).toMatchObject({ sent: bytes.length - 100, committed: { status: 200 } });
  });
});

describe('a commit', () => {
  it('of other bytes than announced shows nothing, and the upload begins again', async () => {
    const { id, scanFileId } = await begun();
    const other = Buffer.from(bytes);
    other[7]! ^= 1;
    const { committed } = await sendRest(us, id, other, chunkBytes);
    expect(committed).toMatchObject({ status: 422, body: { errorType: 'ChecksumMismatch' } });
    expect((await read(scanFileId)).status).toBe(404);
    expect((await look(us, id)).body.offset).toBe(0);
    expect((await sendRest(us, id, bytes, chunkBytes)).committed.status).toBe(200);
  });

  it('by another process than the one that took the bytes reads them and finds them right', async () => {
    const { id } = await begun();
    await patch(us, id, 0, bytes.subarray(0, chunkBytes));
    const elsewhere = {
      ...us,
      url: await plane.serveWith(new FileSystemStore(join(plane.folder, 'files'))),
    };
    const { committed, sent } = await sendRest(elsewhere, id, bytes, chunkBytes);
    expect([committed.body.checksum, sent]).toEqual([sha256(bytes), 2 * chunkBytes]);
  });

  it('does not replace the bytes of a file', async () => {
    const first = await begun();
    await sendRest(us, first.id, bytes, chunkBytes);
    const again = await begin(us, { scanFileId: first.scanFileId, ...wholeOf(randomBytes(9)) });
    expect(again).toMatchObject({ status: 409, body: { errorType: 'Conflict' } });
  });

  it('of the same bytes a second time is welcome and changes nothing', async () => {
    const first = (await sendRest(us, (await begun()).id, bytes, chunkBytes)).committed.body;
    const again = await begin(us, { scanFileId: first.id, ...wholeOf(bytes) });
    const { committed } = await sendRest(us, again.body.id, bytes, chunkBytes);
    expect(committed).toMatchObject({ status: 200, body: first });
    const closed = await look(us, again.body.id);
    expect(closed.body).toMatchObject({ state: 'COMMITTED', offset: bytes.length });
    await expect.poll(() => filesBelow('files/.uploads')).not.toContain(again.body.id);
    const below = await filesBelow('files/segment-mask');
    expect(below.filter((name) => name.startsWith(first.storagePath?.slice(-36) ?? '-'))).toEqual([
      first.storagePath?.slice(-36),
    ]);
  });

  it('on a full disk is 507 and leaves nothing half-written; the upload goes on once there is room', async () => {
    let full = false;
    const failIf = () => {
      if (full) throw Object.assign(new Error('planted'), { code: 'ENOSPC' });
    };
    const disk: Disk = {
      ...systemDisk,
      async writeAt(path, offset, pieces) {
        // Half of it still fits, as on a disk that fills up.
        if (full) await systemDisk.writeAt(path, offset, [pieces[0]!.subarray(0, 5)]);
        failIf();
        await systemDisk.writeAt(path, offset, pieces);
      },
      async syncFile(path) {
        failIf();
        await systemDisk.syncFile(path);
      },
    };
    const url = await plane.serveWith(new FileSystemStore(join(plane.folder, 'files'), disk));
    const tight = { ...us, url };
    const { id, scanFileId } = await begun();
    await patch(tight, id, 0, bytes.subarray(0, chunkBytes));
    full = true;
    const refused = await patch(tight, id, chunkBytes, bytes.subarray(chunkBytes, 2 * chunkBytes));
    expect(refused).toMatchObject({ status: 507, body: { errorType: 'StorageFull' } });
    expect((await look(tight, id)).body.offset).toBe(chunkBytes);
    full = false;
    const rest = bytes.subarray(chunkBytes);
    await patch(tight, id, chunkBytes, rest);
    full = true;
    const before = await filesBelow('files/segment-mask');
    expect((await commit(tight, id)).status).toBe(507);
    expect((await read(scanFileId)).status).toBe(404);
    expect(await filesBelow('files/segment-mask')).toEqual(before);
    full = false;
    expect((await commit(tight, id)).body.checksum).toBe(sha256(bytes));
  });
});

describe('uploads', () => {
  it('of others are not there for anybody else', async () => {
    const { id } = await begun();
    const others = [clinic.tokenOf('PHYSICIAN'), (await plane.clinic()).tokenOf('OPERATOR')];
    for (const token of others) {
      const them = { ...us, token };
      expect((await look(them, id)).status).toBe(404);
      expect((await patch(them, id, 0, bytes.subarray(0, 9))).status).toBe(404);
      expect((await commit(them, id)).status).toBe(404);
      expect((await giveUp(them, id)).status).toBe(404);
    }
    expect((await look({ ...us, token: clinic.tokenOf('VIEWER') }, id)).status).toBe(403);
  });

  it('that are given up take no more bytes', async () => {
    const { id } = await begun();
    await patch(us, id, 0, bytes.subarray(0, 9));
    expect((await giveUp(us, id)).body.state).toBe('GIVEN_UP');
    await expect.poll(() => filesBelow('files/.uploads')).not.toContain(id);
    const late = await patch(us, id, 9, bytes.subarray(9, 18));
    expect(late).toMatchObject({ status: 409, body: { errorType: 'UploadClosed' } });
    expect((await commit(us, id)).status).toBe(409);
    expect((await giveUp(us, id)).status).toBe(200);
  });

  it('that expired are swept, and those under way are not', async () => {
    const [old, young] = [await begun(), await begun()];
    for (const { id } of [old, young]) await patch(us, id, 0, bytes.subarray(0, 9));
    await plane.db
      .updateTable('upload')
      .set({ expiresAt: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', old.id)
      .execute();
    expect(await patch(us, old.id, 9, bytes.subarray(9, 18))).toMatchObject({ status: 409 });
    await sweepUploads(plane.db, plane.store, -1_000);
    const left = await filesBelow('files/.uploads');
    expect([left.includes(old.id), left.includes(young.id)]).toEqual([false, true]);
    expect((await sendRest(us, young.id, bytes, chunkBytes)).committed.status).toBe(200);
  });

  it('are limited for each account', async () => {
    const them = { ...us, token: clinic.tokenOf('PHYSICIAN') };
    const answers = await Promise.all(Array.from({ length: 49 }, () => begin(them, mask())));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await begin(them, mask());
    const refused = await begin(them, mask());
    expect(refused).toMatchObject({ status: 429, body: { errorType: 'TooManyRequests' } });
    expect(refused.body.message).toMatch(/50 uploads/);
    await giveUp(them, answers[0]!.body.id);
    expect((await begin(them, mask())).status).toBe(200);
  });

  it('leave one line in the audit for their begin and one for their end', async () => {
    const upload = await begun();
    await sendRest(us, upload.id, bytes, chunkBytes);
    const acts = await plane.db
      .selectFrom('audit')
      .select(['act', 'subject'])
      .where('organizationId', '=', clinic.organizationId)
      .orderBy('seq', 'desc')
      .limit(2)
      .execute();
    expect(acts.map(({ act }) => act)).toEqual(['commitUpload', 'createUpload']);
    expect(acts[0]?.subject).toMatchObject({ id: upload.id, scanFileId: upload.scanFileId });
    const list = await call(plane.url, us.token, 'GET', `/scans/${scanId}/scanfiles`);
    expect(list.body).toMatchObject({ total: 1 });
  });
});
