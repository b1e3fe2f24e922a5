import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LineOptions, startSlowLine } from './support/brokers/slow-line.ts';
import { call, headersOf } from './support/calls.ts';
import { type Sent, sendCarefully, untilHeard } from './support/careful-sender.ts';
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
import { isLong } from './support/rounds.ts';

/** The long run sends what a raw sweep of RF weighs. */
const SIZE = isLong ? 200_000_000 : 12_000_000;
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
      host: 'x',
      'content-type': 'application/octet-stream',
      'upload-offset': offset,
      'x-checksum-crc32': crcOf(chunk),
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

/** An upload through a line that breaks now and then, and how much of it goes at a time. */
interface SlowUpload extends Omit<LineOptions, 'resetsWithinBytes' | 'seed'> {
  readonly size: number;
  readonly chunkBytes: number;
}

/**
 * A reset costs what is on the line, so few chunks are lost only if there are many of them: sixty
 * for each reset, each waiting for its answer. At 1 Mbit/s and 400 ms that takes minutes, which the
 * long run has. The short one takes a line with an eighth of the wait and eight times the rate: as
 * many bytes are on it.
 */
const SLOW: SlowUpload = isLong
  ? { bitsPerSecond: 1e6, roundTripMs: 400, resets: 5, size: 12e6, chunkBytes: 40_000 }
  : { bitsPerSecond: 8e6, roundTripMs: 50, resets: 3, size: 2.4e6, chunkBytes: 12_000 };
const SEED = 20261120;

/** What is wrong with an upload that was sent carefully, in words; empty means nothing. */
const wrongWith = ({ bytes, lost }: Sent, size: number): string[] =>
  bytes <= MOST_SENT * size ? [...lost] : [...lost, `${bytes} bytes were sent for ${size}`];

/** Sends through a line of that kind; `onBreak` hears of every break. Not committed. */
async function sendSlowly(slow: SlowUpload, onBreak: (id: string) => Promise<void>) {
  const { size, chunkBytes } = slow;
  const scan = await clinic.addScan();
  await using line = await startSlowLine(plane.httpPort, {
    ...slow,
    seed: SEED,
    // The heads of the calls come on top: every break is before the last byte.
    resetsWithinBytes: size,
  });
  const far: Sender = { ...us, url: us.url.replace(/:\d+/, `:${line.port}`) };
  const bytes = randomBytes(size);
  const fields = { scanId: scan, fileName: 'sweep.nrrd', fileCategoryId: 'RAW' } as const;
  const begun = await untilHeard(() => begin(far, { ...fields, ...wholeOf(bytes) }));
  const { id, scanFileId } = begun.body;
  const sent = await sendCarefully(far, id, bytes, chunkBytes, async () => {
    expect(await statusOf(scanFileId)).toBe(404);
    expect(await filesOf(scan)).toBe(0);
    await onBreak(id);
  });
  const committed = await untilHeard(() => commit(far, id));
  return {
    bytes,
    scan,
    scanFileId,
    sent,
    committed,
    broken: line.broken(),
    carried: line.carried(),
  };
}

async function filesOf(scan: string): Promise<number> {
  const { body } = await call<{ total: number }>(
    ...([us.url, us.token, 'GET', `/scans/${scan}/scanfiles`] as const),
  );
  return body.total;
}

describe('an upload through a slow line that is reset', () => {
  it('sends only the rest each time, and is seen only when whole', async () => {
    const done = await sendSlowly(SLOW, async () => undefined);
    const { bytes, sent, committed } = done;
    expect(done.broken).toBe(SLOW.resets);
    expect(wrongWith(sent, SLOW.size)).toEqual([]);
    // Nothing came another way.
    expect(done.carried).toBeGreaterThan(SLOW.size);
    expect(committed.body).toMatchObject({ checksum: sha256(bytes), byteLength: SLOW.size });
    const read = await fetch(`${us.url}/scanfiles/${done.scanFileId}/download`, {
      headers: headersOf(us.token),
    });
    expect(sha256(await read.bytes())).toBe(sha256(bytes));
    expect(await filesOf(done.scan)).toBe(1);
  });
});

describe('the check of a broken upload', () => {
  /** Nothing waits here: what is lost is lost in the store. */
  const QUICK: SlowUpload = {
    bitsPerSecond: 1e9,
    roundTripMs: 0,
    resets: 1,
    size: 400_000,
    chunkBytes: 4_000,
  };

  it('sees nothing where nothing was lost', async () => {
    const { sent, broken } = await sendSlowly(QUICK, async () => undefined);
    expect(broken).toBe(1);
    expect(wrongWith(sent, QUICK.size)).toEqual([]);
  });

  it('sees bytes that the store lost after they were acknowledged, and that they are sent twice', async () => {
    const { sent } = await sendSlowly(QUICK, (id) => plane.store.uploads.discard(id));
    expect(wrongWith(sent, QUICK.size)).toEqual([
      expect.stringMatching(/^\d+ were acknowledged, 0 are there$/),
      expect.stringMatching(/^\d+ bytes were sent for 400000$/),
    ]);
  });

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
