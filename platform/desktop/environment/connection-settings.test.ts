import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { LogLevel } from '#foundation';
import { connectionSettings } from './connection-settings.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** Starts a server that answers every request, and returns its base URL under a path prefix. */
async function startServer(status: number, body: string, urls: string[] = []): Promise<string> {
  server = createServer((request, response) => {
    urls.push(request.url ?? '');
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/reading/`;
}

/** Returns a logger that collects the levels of its entries. */
function collectLevels() {
  const levels: LogLevel[] = [];
  return { levels, log: (level: LogLevel) => void levels.push(level) };
}

const DEFAULTS = { reconnectMs: 1_000, keepaliveSeconds: 60, connectTimeoutMs: 30_000 };

describe('connectionSettings', () => {
  it('returns the settings that the server publishes, also under a path prefix', async () => {
    const urls: string[] = [];
    const body = JSON.stringify({ name: 'Site', connection: { reconnectMs: 4_000 } });
    const base = await startServer(200, body, urls);
    expect(await connectionSettings(base, collectLevels())).toEqual({
      ...DEFAULTS,
      reconnectMs: 4_000,
    });
    expect(urls).toEqual(['/reading/api/config']);
  });

  it('returns the defaults and logs why if the server does not publish valid settings', async () => {
    for (const [status, body] of [
      [500, '{}'],
      [200, 'no JSON'],
      [200, JSON.stringify({ connection: { reconnectMs: 1 } })],
    ] as const) {
      const log = collectLevels();
      const base = await startServer(status, body);
      expect(await connectionSettings(base, log)).toEqual(DEFAULTS);
      expect(log.levels).toEqual(['warn']);
      server?.close();
    }
  });
});
