import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { siteConfigSchema } from '#contracts';
import { silentLogger } from '#foundation';
import { createServer } from '../../../platform/server/http/create-server.ts';

/** Longer than the time limit of the largest JSON body. */
const LONG_MS = 20_000;

let folder: string;
let server: FastifyInstance;
let port: number;
let download: PassThrough;
let readCount = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-web-'));
  const config = siteConfigSchema.parse({
    schema: 1,
    name: 'Test',
    apiKey: 'api-key-of-the-tests',
  });
  const site = { config, file: '', extensions: [], thirdParty: [], problems: [] };
  server = await createServer({ site, logger: silentLogger, webFolder: folder });
  server.get('/download', (_request, reply) => reply.send(download));
  server.post('/form', async () => 'taken');
  server.addContentTypeParser('application/octet-stream', (_request, _payload, done) => done(null));
  const ofFiles = { config: { takesFiles: true } };
  server.put('/file', ofFiles, async ({ raw }) => {
    for await (const _chunk of raw) readCount += 1;
    return 'stored';
  });
  server.put('/denied', ofFiles, async (_request, reply) => reply.code(403).send('denied'));
  await server.listen({ port: 0, host: '127.0.0.1' });
  port = (server.server.address() as AddressInfo).port;
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends the head and the first byte of a body of 1,000 bytes; timers are fake from then on. */
async function startBody(call: string, type: string): Promise<Socket> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  // Reads the response, because a connection with unread data does not close.
  socket.resume();
  const arrived = once(server.server, 'request');
  const head = `${call} HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\n`;
  socket.write(`${head}content-length: 1000\r\n\r\n{`);
  const [, response] = await arrived;
  await Promise.race([
    once(response, 'finish'),
    new Promise((resolve) => setImmediate(() => setImmediate(resolve))),
  ]);
  return socket;
}

/** Returns whether the connection is open after the longest time for a JSON body. */
async function stateAfterLongTime(socket: Socket): Promise<'open' | 'closed'> {
  const closed = once(socket, 'close').then(() => 'closed' as const);
  vi.advanceTimersByTime(LONG_MS);
  vi.useRealTimers();
  const open = new Promise<'open'>((resolve) => setTimeout(() => resolve('open'), 500));
  const state = await Promise.race([closed, open]);
  socket.destroy();
  return state;
}

describe('a slow connection', () => {
  it.each([
    'application/json',
    'Application/JSON; charset=utf-8',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
  ])('is closed when a body of the type %s does not arrive completely', async (type) => {
    const socket = await startBody(`POST /form`, type);
    expect(await stateAfterLongTime(socket)).toBe('closed');
  });

  it.each(['multipart/form-data; boundary=x', 'application/octet-stream'])(
    'is closed when a body of the type %s goes on after the call was rejected',
    async (type) => {
      const socket = await startBody('PUT /denied', type);
      expect(await stateAfterLongTime(socket)).toBe('closed');
    },
  );

  it('stays open while the bytes of a file arrive, for as long as they arrive', async () => {
    const socket = await startBody('PUT /file', 'application/octet-stream');
    const countBefore = readCount;
    for (let step = 0; step < 3; step += 1) {
      vi.advanceTimersByTime(LONG_MS);
      socket.write('{');
      await expect.poll(() => readCount).toBeGreaterThan(countBefore + step);
    }
    expect(await stateAfterLongTime(socket)).toBe('open');
  });

  it('stays open during downloads, even if the call declares a body type but sends no body', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    download = new PassThrough();
    download.write('first ');
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`http://127.0.0.1:${port}/download`, { headers });
    vi.advanceTimersByTime(LONG_MS);
    download.end('last');
    expect(await response.text()).toBe('first last');
  });
});
