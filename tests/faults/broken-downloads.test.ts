import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addScan } from '../api/support/records.ts';
import { startTestServer, type TestServer } from '../api/support/start-test-server.ts';
import { sha256 } from './support/data-plane.ts';
import { digestOf, sendRest, startUpload } from './support/resumable.ts';
import { rounds } from './support/rounds.ts';

// F11: clients that disconnect during a download, and clients that read very slowly.

const ABORTED_DOWNLOADS = rounds(100, 1_000);
const SLOW_DOWNLOADS = rounds(10, 50);
const SIZE = 8_000_000;
const MAX_GROWTH_MIB = 64;
const bytes = randomBytes(SIZE);

let server: TestServer;
let token = '';
let fileId = '';
beforeAll(async () => {
  server = await startTestServer();
  token = await server.signIn('OPERATOR');
  const { scan } = await addScan(server, token);
  const sender = { url: `${server.url}/api`, token, apiKey: server.apiKey };
  const fields = { scanId: scan.id, fileName: 'v.nrrd', fileCategoryId: 'VOLUME3D' } as const;
  const upload = await startUpload(sender, { ...fields, ...digestOf(bytes) });
  const { committed } = await sendRest(sender, upload.body.id, bytes, 4_000_000);
  expect(committed.status).toBe(200);
  fileId = committed.body.id;
});
afterAll(() => server?.stop());

/** Counts the file handles of the server. */
const countOpenFiles = () =>
  readdirSync(`/proc/${server.pid}/fd`).filter((fd) => {
    try {
      return readFileSync(`/proc/${server.pid}/fdinfo/${fd}`, 'utf8').length > 0;
    } catch {
      return false;
    }
  }).length;
/** Returns the memory of the server in MiB. */
const memoryMib = () =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;

/**
 * Reads until `upTo` bytes have arrived, with a pause of `pauseMs` after each chunk, and
 * disconnects.
 */
function readUpTo(upTo: number, pauseMs = 0): Promise<void> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let bytesRead = 0;
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `GET /api/scanfiles/${fileId}/download HTTP/1.1\r\nhost: x\r\nx-api-key: ${server.apiKey}\r\n` +
          `authorization: Bearer ${token}\r\n\r\n`,
      );
    });
    socket.on('data', (chunk: Buffer) => {
      bytesRead += chunk.length;
      if (bytesRead >= upTo) socket.destroy();
      if (pauseMs === 0) return;
      socket.pause();
      setTimeout(() => socket.resume(), pauseMs);
    });
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
}

const downloadHash = async (): Promise<string> => {
  const response = await fetch(`${server.url}/api/scanfiles/${fileId}/download`, {
    headers: { 'x-api-key': server.apiKey, authorization: `Bearer ${token}` },
  });
  return sha256(await response.bytes());
};

describe('slow and aborted downloads', () => {
  it('leak neither file handles nor memory, and leave other downloads intact', async () => {
    // Warm-up: allocates what many concurrent readers need once.
    await Promise.all(Array.from({ length: 20 }, () => readUpTo(SIZE / 2)));
    expect(await downloadHash()).toBe(sha256(bytes));
    const before = { files: countOpenFiles(), memoryMib: memoryMib() };
    for (let i = 0; i < ABORTED_DOWNLOADS; i += 10) {
      await Promise.all(
        Array.from({ length: 10 }, () => readUpTo(1 + Math.floor(Math.random() * SIZE))),
      );
    }
    expect(await downloadHash()).toBe(sha256(bytes));
    // The tolerance covers the connections of the database pool. A leak of one file handle per
    // download would exceed it.
    await expect
      .poll(countOpenFiles, { timeout: 30_000 })
      .toBeLessThanOrEqual(before.files + ABORTED_DOWNLOADS / 5);
    expect(memoryMib()).toBeLessThan(before.memoryMib + MAX_GROWTH_MIB);
    expect(server.log()).not.toMatch(/unhandled|A call failed/i);
  });

  it('neither delay other downloads nor hold much memory while being read slowly', async () => {
    const filesBefore = countOpenFiles();
    const slow = Array.from({ length: SLOW_DOWNLOADS }, () => readUpTo(500_000, 100));
    await sleep(200);
    const memoryBeforeMib = memoryMib();
    const durationsMs: number[] = [];
    for (let i = 0; i < 10; i++) {
      const startMs = performance.now();
      expect(await downloadHash()).toBe(sha256(bytes));
      durationsMs.push(performance.now() - startMs);
    }
    // A slow reader costs only the bytes in flight, never the whole file.
    expect(memoryMib()).toBeLessThan(memoryBeforeMib + MAX_GROWTH_MIB);
    expect(Math.min(...durationsMs)).toBeLessThan(5_000);
    await Promise.all(slow);
    await expect.poll(countOpenFiles, { timeout: 10_000 }).toBeLessThanOrEqual(filesBefore + 5);
  });
});
