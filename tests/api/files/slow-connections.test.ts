import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
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

describe('a slow connection', () => {
  it.each(['application/json', 'Application/JSON; charset=utf-8', 'text/plain'])(
    'is closed when a body of the type %s does not arrive completely',
    async (type) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      const arrived = once(server.server, 'request');
      const head = `POST /form HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\n`;
      socket.write(`${head}content-length: 1000\r\n\r\n{`);
      await arrived;
      await new Promise((resolve) => setImmediate(resolve));
      const closed = once(socket, 'close').then(() => 'closed');
      vi.advanceTimersByTime(LONG_MS);
      vi.useRealTimers();
      const stillOpen = new Promise((resolve) => setTimeout(resolve, 500, 'open'));
      expect(await Promise.race([closed, stillOpen])).toBe('closed');
      socket.destroy();
    },
  );

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
