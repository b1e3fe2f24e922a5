import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, headersOf } from './support/calls.ts';
import { type Clinic, type DataPlane, sha256, startDataPlane } from './support/data-plane.ts';
import {
  begin,
  commit,
  crcOf,
  look,
  patch,
  type Sender,
  sendRest,
  wholeOf,
} from './support/resumable.ts';

/** The long run sends what a raw sweep of RF weighs. */
const SIZE = process.env.CLOCKFACE_FAULTS === 'long' ? 200_000_000 : 12_000_000;
/** Small enough that a cut costs little, as a sender on a bad line chooses. */
const CHUNK_BYTES = Math.floor(SIZE / 600);
const MOST_SENT = 1.02;

let plane: DataPlane;
let clinic: Clinic;
let us: Sender;
let scanId = '';
beforeAll(async () => {
  plane = await startDataPlane();
  clinic = await plane.clinic();
  us = { url: plane.url, token: clinic.tokenOf('OPERATOR') };
  scanId = await clinic.addScan();
});
afterAll(() => plane[Symbol.asyncDispose]());

/** Bytes that a sender has put on the line, whether they arrived or not. */
interface Line {
  sent: number;
}

/**
 * Sends chunks until the line is cut after `upTo` bytes of the file, in the middle of a chunk.
 * Waits until the server has closed its end.
 */
async function sendUntilCut(id: string, bytes: Buffer, upTo: number, line: Line): Promise<void> {
  let { offset } = (await look(us, id)).body;
  while (offset + CHUNK_BYTES <= upTo) {
    const chunk = bytes.subarray(offset, offset + CHUNK_BYTES);
    const answer = await patch(us, id, offset, chunk);
    expect(answer.status).toBe(200);
    line.sent += chunk.byteLength;
    offset = answer.body.offset;
  }
  const chunk = bytes.subarray(offset, offset + CHUNK_BYTES);
  const part = chunk.subarray(0, Math.max(0, upTo - offset));
  line.sent += part.byteLength;
  await new Promise<void>((resolve, reject) => {
    const headers = {
      ...headersOf(us.token),
      ...{ host: 'x', 'content-type': 'application/octet-stream' },
      ...{ 'upload-offset': offset, 'x-checksum-crc32': crcOf(chunk) },
      'content-length': chunk.byteLength,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const socket = connect(plane.httpPort, '127.0.0.1', () => {
      socket.write(`PATCH /api/uploads/${id} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.write(part, () => socket.destroy());
    });
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
}

async function begun(bytes: Buffer) {
  const fields = { scanId, fileName: 'sweep.nrrd', fileCategoryId: 'RAW' } as const;
  const answer = await begin(us, { ...fields, ...wholeOf(bytes) });
  expect(answer.status).toBe(200);
  return answer.body;
}

const statusOf = async (id: string) =>
  (await fetch(`${us.url}/scanfiles/${id}/download`, { headers: headersOf(us.token) })).status;

describe('an upload whose line is cut', () => {
  it('at every tenth of the way sends only the rest each time, and is seen only when whole', async () => {
    const bytes = randomBytes(SIZE);
    const line: Line = { sent: 0 };
    const { id, scanFileId } = await begun(bytes);
    for (let tenth = 1; tenth <= 9; tenth++) {
      const cutAt = Math.floor((SIZE * tenth) / 10) + Math.floor(Math.random() * CHUNK_BYTES);
      await sendUntilCut(id, bytes, cutAt, line);
      const { offset } = (await look(us, id)).body;
      expect(offset).toBeLessThanOrEqual(cutAt);
      expect(offset).toBeGreaterThan(cutAt - 2 * CHUNK_BYTES);
      expect(await statusOf(scanFileId)).toBe(404);
      const early = await commit(us, id);
      expect(early).toMatchObject({ status: 409, body: { data: { offset } } });
    }
    const rest = await sendRest(us, id, bytes, CHUNK_BYTES);
    line.sent += rest.sent;
    expect(rest.committed.body).toMatchObject({ checksum: sha256(bytes), byteLength: SIZE });
    expect(line.sent / SIZE).toBeLessThanOrEqual(MOST_SENT);
    const read = await fetch(`${us.url}/scanfiles/${scanFileId}/download`, {
      headers: headersOf(us.token),
    });
    expect(sha256(await read.bytes())).toBe(sha256(bytes));
    const rows = await call<{ total: number }>(
      us.url,
      us.token,
      'GET',
      `/scans/${scanId}/scanfiles`,
    );
    expect(rows.body.total).toBe(1);
  });

  it('and that brings one wrong byte on the way sends that chunk again, and no other', async () => {
    const bytes = randomBytes(CHUNK_BYTES * 20);
    const { id } = await begun(bytes);
    let sent = 0;
    for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES) {
      const chunk = bytes.subarray(offset, offset + CHUNK_BYTES);
      const right = { 'x-checksum-crc32': crcOf(chunk) };
      if (offset === 7 * CHUNK_BYTES) {
        const damaged = Buffer.from(chunk);
        damaged[Math.floor(Math.random() * damaged.length)]! ^= 1 << 3;
        expect((await patch(us, id, offset, damaged, right)).status).toBe(422);
        sent += damaged.length;
      }
      expect((await patch(us, id, offset, chunk, right)).status).toBe(200);
      sent += chunk.length;
    }
    expect(sent).toBe(bytes.length + CHUNK_BYTES);
    expect((await commit(us, id)).body.checksum).toBe(sha256(bytes));
  });
});

describe('the check of a broken upload', () => {
  it('sees a byte that was lost in the store', async () => {
    const bytes = randomBytes(1000);
    const { id } = await begun(bytes);
    await patch(us, id, 0, bytes.subarray(0, 500));
    // The lost byte: the store says less than was acknowledged, and the rest no longer fits.
    await plane.store.uploads.discard(id);
    await plane.store.uploads.append(id, 0, [bytes.subarray(0, 499)]);
    expect((await look(us, id)).body.offset).toBe(499);
    expect((await patch(us, id, 500, bytes.subarray(500))).status).toBe(409);
  });
});
