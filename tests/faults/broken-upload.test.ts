import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProxyOptions, startThrottledProxy } from './support/brokers/throttled-proxy.ts';
import { call, headersOf } from './support/calls.ts';
import { type DataPlane, sha256, startDataPlane, type Tenant } from './support/data-plane.ts';
import {
  commit,
  crcOf,
  digestOf,
  getUpload,
  patch,
  type Sender,
  sendRest,
  startUpload,
} from './support/resumable.ts';
import { retryUntilResponse, type Sent, sendWithResume } from './support/resuming-sender.ts';
import { isLong } from './support/rounds.ts';

/** The long run uses the size of a raw RF sweep. */
const SIZE = isLong ? 200_000_000 : 12_000_000;
/** Small chunks, so that an interrupted chunk costs little, as on an unreliable connection. */
const CHUNK_BYTES = Math.floor(SIZE / 600);
/** Limit of the bytes sent, as a multiple of the file's size. */
const MAX_SENT_RATIO = 1.02;

let plane: DataPlane;
let tenant: Tenant;
let sender: Sender;
let scanId = '';
beforeAll(async () => {
  plane = await startDataPlane();
  tenant = await plane.addTenant();
  sender = { url: plane.url, token: tenant.tokenOf('OPERATOR') };
  scanId = await tenant.addScan();
});
afterAll(() => plane[Symbol.asyncDispose]());

/** Counts bytes that a sender has written to the connection, whether they arrived or not. */
interface SentBytes {
  sent: number;
}

/**
 * Sends chunks and closes the connection after `upTo` bytes of the file, in the middle of a chunk.
 * Waits until the socket is closed.
 */
async function sendUntilBroken(
  id: string,
  bytes: Buffer,
  upTo: number,
  total: SentBytes,
): Promise<void> {
  let { offset } = (await getUpload(sender, id)).body;
  while (offset + CHUNK_BYTES <= upTo) {
    const chunk = bytes.subarray(offset, offset + CHUNK_BYTES);
    const response = await patch(sender, id, offset, chunk);
    expect(response.status).toBe(200);
    total.sent += chunk.byteLength;
    offset = response.body.offset;
  }
  const chunk = bytes.subarray(offset, offset + CHUNK_BYTES);
  const partial = chunk.subarray(0, Math.max(0, upTo - offset));
  total.sent += partial.byteLength;
  await new Promise<void>((resolve, reject) => {
    const headers = {
      ...headersOf(sender.token),
      host: 'x',
      'content-type': 'application/octet-stream',
      'upload-offset': offset,
      'x-checksum-crc32': crcOf(chunk),
      'content-length': chunk.byteLength,
    };
    const headerLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const socket = connect(plane.httpPort, '127.0.0.1', () => {
      socket.write(`PATCH /api/uploads/${id} HTTP/1.1\r\n${headerLines.join('\r\n')}\r\n\r\n`);
      socket.write(partial, () => socket.destroy());
    });
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
}

async function newUpload(bytes: Buffer) {
  const fields = { scanId, fileName: 'sweep.nrrd', fileCategoryId: 'RAW' } as const;
  const response = await startUpload(sender, { ...fields, ...digestOf(bytes) });
  expect(response.status).toBe(200);
  return response.body;
}

const statusOf = async (id: string) =>
  (await fetch(`${sender.url}/scanfiles/${id}/download`, { headers: headersOf(sender.token) }))
    .status;

describe('an upload whose connection breaks', () => {
  it('resends only the missing rest after each of nine breaks, and is visible only when complete', async () => {
    const bytes = randomBytes(SIZE);
    const total: SentBytes = { sent: 0 };
    const { id, scanFileId } = await newUpload(bytes);
    for (let tenth = 1; tenth <= 9; tenth++) {
      const breakAt = Math.floor((SIZE * tenth) / 10) + Math.floor(Math.random() * CHUNK_BYTES);
      await sendUntilBroken(id, bytes, breakAt, total);
      const { offset } = (await getUpload(sender, id)).body;
      expect(offset).toBeLessThanOrEqual(breakAt);
      expect(offset).toBeGreaterThan(breakAt - 2 * CHUNK_BYTES);
      expect(await statusOf(scanFileId)).toBe(404);
      const premature = await commit(sender, id);
      expect(premature).toMatchObject({ status: 409, body: { data: { offset } } });
    }
    const rest = await sendRest(sender, id, bytes, CHUNK_BYTES);
    total.sent += rest.sent;
    expect(rest.committed.body).toMatchObject({ checksum: sha256(bytes), byteLength: SIZE });
    expect(total.sent / SIZE).toBeLessThanOrEqual(MAX_SENT_RATIO);
    const read = await fetch(`${sender.url}/scanfiles/${scanFileId}/download`, {
      headers: headersOf(sender.token),
    });
    expect(sha256(await read.bytes())).toBe(sha256(bytes));
    expect(await countFiles(scanId)).toBe(1);
  });

  it('resends only the chunk in which a byte was corrupted in transit', async () => {
    const bytes = randomBytes(CHUNK_BYTES * 20);
    const { id } = await newUpload(bytes);
    let sent = 0;
    for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES) {
      const chunk = bytes.subarray(offset, offset + CHUNK_BYTES);
      const checksum = { 'x-checksum-crc32': crcOf(chunk) };
      if (offset === 7 * CHUNK_BYTES) {
        const damaged = Buffer.from(chunk);
        damaged[Math.floor(Math.random() * damaged.length)]! ^= 1 << 3;
        expect((await patch(sender, id, offset, damaged, checksum)).status).toBe(422);
        sent += damaged.length;
      }
      expect((await patch(sender, id, offset, chunk, checksum)).status).toBe(200);
      sent += chunk.length;
    }
    expect(sent).toBe(bytes.length + CHUNK_BYTES);
    expect((await commit(sender, id)).body.checksum).toBe(sha256(bytes));
  });
});

/** An upload over a connection that is reset several times, and its chunk size. */
interface SlowUpload extends Omit<ProxyOptions, 'resetsWithinBytes' | 'seed'> {
  readonly size: number;
  readonly chunkBytes: number;
}

/**
 * A reset loses the bytes in flight. The loss stays within the limit with several dozen chunks per
 * reset. Each chunk waits for its response, which takes minutes at the 1 Mbit/s and 400 ms of the
 * long run. The short run has eight times the rate and an eighth of the round trip, and therefore
 * the same number of bytes in flight.
 */
const SLOW: SlowUpload = isLong
  ? { bitsPerSecond: 1e6, roundTripMs: 400, resets: 5, size: 12e6, chunkBytes: 40_000 }
  : { bitsPerSecond: 8e6, roundTripMs: 50, resets: 3, size: 2.4e6, chunkBytes: 12_000 };
const SEED = 20261120;

/** Returns what is wrong with a finished upload; empty when nothing is. */
const uploadProblems = ({ bytes, lost }: Sent, size: number): string[] =>
  bytes <= MAX_SENT_RATIO * size ? [...lost] : [...lost, `${bytes} bytes were sent for ${size}`];

/** Sends an upload over a slow connection and commits it; calls `onBreak` after each reset. */
async function sendSlowly(slow: SlowUpload, onBreak: (id: string) => Promise<void>) {
  const { size, chunkBytes } = slow;
  const slowScanId = await tenant.addScan();
  await using proxy = await startThrottledProxy(plane.httpPort, {
    ...slow,
    seed: SEED,
    // Request headers add to the bytes sent, so that every reset happens before the last byte.
    resetsWithinBytes: size,
  });
  const remote: Sender = { ...sender, url: sender.url.replace(/:\d+/, `:${proxy.port}`) };
  const bytes = randomBytes(size);
  const fields = { scanId: slowScanId, fileName: 'sweep.nrrd', fileCategoryId: 'RAW' } as const;
  const started = await retryUntilResponse(() =>
    startUpload(remote, { ...fields, ...digestOf(bytes) }),
  );
  const { id, scanFileId } = started.body;
  const sent = await sendWithResume(remote, id, bytes, chunkBytes, async () => {
    expect(await statusOf(scanFileId)).toBe(404);
    expect(await countFiles(slowScanId)).toBe(0);
    await onBreak(id);
  });
  const committed = await retryUntilResponse(() => commit(remote, id));
  return {
    bytes,
    scanId: slowScanId,
    scanFileId,
    sent,
    committed,
    resets: proxy.resetCount(),
    carriedBytes: proxy.carried(),
  };
}

async function countFiles(ofScanId: string): Promise<number> {
  const path = `/scans/${ofScanId}/scanfiles`;
  const { body } = await call<{ total: number }>(sender.url, sender.token, 'GET', path);
  return body.total;
}

describe('an upload over a slow connection with resets', () => {
  it('resends only the missing rest each time, and is visible only when complete', async () => {
    const result = await sendSlowly(SLOW, async () => undefined);
    const { bytes, sent, committed } = result;
    expect(result.resets).toBe(SLOW.resets);
    expect(uploadProblems(sent, SLOW.size)).toEqual([]);
    // All bytes went through the proxy.
    expect(result.carriedBytes).toBeGreaterThan(SLOW.size);
    expect(committed.body).toMatchObject({ checksum: sha256(bytes), byteLength: SLOW.size });
    const read = await fetch(`${sender.url}/scanfiles/${result.scanFileId}/download`, {
      headers: headersOf(sender.token),
    });
    expect(sha256(await read.bytes())).toBe(sha256(bytes));
    expect(await countFiles(result.scanId)).toBe(1);
  });
});

describe('the check of interrupted uploads', () => {
  /** Without delay, because the loss happens in the store. */
  const QUICK: SlowUpload = {
    bitsPerSecond: 1e9,
    roundTripMs: 0,
    resets: 1,
    size: 400_000,
    chunkBytes: 4_000,
  };

  it('reports nothing when nothing was lost', async () => {
    const { sent, resets } = await sendSlowly(QUICK, async () => undefined);
    expect(resets).toBe(1);
    expect(uploadProblems(sent, QUICK.size)).toEqual([]);
  });

  it('reports bytes that the store lost after acknowledging them, and that were sent twice', async () => {
    const { sent } = await sendSlowly(QUICK, (id) => plane.store.uploads.discard(id));
    expect(uploadProblems(sent, QUICK.size)).toEqual([
      expect.stringMatching(/^\d+ bytes were acknowledged, 0 are stored$/),
      expect.stringMatching(/^\d+ bytes were sent for 400000$/),
    ]);
  });

  it('rejects the next chunk when the store has lost a byte', async () => {
    const bytes = randomBytes(1000);
    const { id } = await newUpload(bytes);
    await patch(sender, id, 0, bytes.subarray(0, 500));
    await plane.store.uploads.discard(id);
    await plane.store.uploads.append(id, 0, [bytes.subarray(0, 499)]);
    expect((await getUpload(sender, id)).body.offset).toBe(499);
    expect((await patch(sender, id, 500, bytes.subarray(500))).status).toBe(409);
  });
});
