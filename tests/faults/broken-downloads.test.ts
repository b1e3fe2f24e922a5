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

const CLOSED = rounds(100, 1_000);
const SLOW = rounds(10, 50);
const SIZE = 8_000_000;
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

const openFiles = () =>
  readdirSync(`/proc/${server.pid}/fd`).filter((fd) => {
    try {
      return readFileSync(`/proc/${server.pid}/fdinfo/${fd}`, 'utf8').length > 0;
    } catch {
      return false;
    }
  }).length;
const memory = () =>
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
    // Warm-up: resources that are allocated once for many concurrent readers do not count.
    await Promise.all(Array.from({ length: 20 }, () => readUpTo(SIZE >> 1)));
    expect(await downloadHash()).toBe(sha256(bytes));
    const before = { files: openFiles(), memory: memory() };
    for (let at = 0; at < CLOSED; at += 10) {
      await Promise.all(
        Array.from({ length: 10 }, () => readUpTo(1 + Math.floor(Math.random() * SIZE))),
      );
    }
    expect(await downloadHash()).toBe(sha256(bytes));
    // The tolerance covers connections of the database pool, which come and go; a leak of one file
    // handle per download exceeds the limit.
    await expect
      .poll(openFiles, { timeout: 30_000 })
      .toBeLessThanOrEqual(before.files + CLOSED / 5);
    expect(memory()).toBeLessThan(before.memory + 64);
    expect(server.log()).not.toMatch(/unhandled|A call failed/i);
  });

  it('neither delay other downloads nor hold much memory while being read slowly', async () => {
    const files = openFiles();
    const slow = Array.from({ length: SLOW }, () => readUpTo(500_000, 100));
    await sleep(200);
    const memoryBefore = memory();
    const times: number[] = [];
    for (let turn = 0; turn < 10; turn++) {
      const startMs = performance.now();
      expect(await downloadHash()).toBe(sha256(bytes));
      times.push(performance.now() - startMs);
    }
    // A slow reader costs only the bytes in flight, never the whole file.
    expect(memory()).toBeLessThan(memoryBefore + 64);
    expect(Math.min(...times)).toBeLessThan(5_000);
    await Promise.all(slow);
    await expect.poll(openFiles, { timeout: 10_000 }).toBeLessThanOrEqual(files + 5);
  });
});
