import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

const PATH = '/api/organizations/domain/localhost';

/** Sends a request head as written; returns the status of the response. */
function statusOf(target: string, headers: readonly string[]): Promise<number> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(Number(text.split(' ')[1])));
    const lines = [
      `GET ${target} HTTP/1.1`,
      `x-api-key: ${server.apiKey}`,
      'connection: close',
      ...headers,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });
}

describe('a request', () => {
  it.each(['localhost', 'localhost:4300', '127.0.0.1:4300', '[::1]:4300', '[::1]', 'LocalHost'])(
    'to the host %s is accepted',
    async (host) => {
      expect(await statusOf(PATH, [`host: ${host}`])).toBe(200);
    },
  );

  it.each([
    ['two hosts', PATH, ['host: localhost', 'host: clinic.example']],
    ['the same host twice', PATH, ['host: localhost', 'host: localhost']],
    ['user information in the host', PATH, ['host: localhost:80@clinic.example']],
    ['a list of hosts', PATH, ['host: localhost, clinic.example']],
    ['a path in the host', PATH, ['host: localhost/clinic.example']],
    ['an unclosed address', PATH, ['host: [::1']],
    [
      'the address of another server as its target',
      `http://clinic.example${PATH}`,
      ['host: localhost'],
    ],
    ['an absolute address as its target', `http://localhost${PATH}`, ['host: localhost']],
  ])('with %s is rejected', async (_, target, headers) => {
    expect(await statusOf(target, headers)).toBe(400);
  });
});
