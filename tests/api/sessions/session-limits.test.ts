import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#foundation';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

const CALLS = 150;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { limits: { callsPerTenSeconds: CALLS } } });
});
afterAll(() => server.stop());

const nested = (depth: number, inside = '1'): string =>
  `${'['.repeat(depth)}${inside}${']'.repeat(depth)}`;

describe('an excessive request', () => {
  it.each(['1000000000', '-1', '0', '1e9', 'NaN', ''])(
    'with a page size of %s is rejected',
    async (limit) => {
      const token = await server.signIn('ADMIN');
      expect((await server.call('GET', `/accounts?limit=${limit}`, { token })).status).toBe(400);
    },
  );

  it('with deeply nested JSON is rejected before parsing, for any caller', async () => {
    for (const body of [nested(1_000), `{"email":${nested(1_000)},"password":"x"}`]) {
      const response = await server.call('POST', '/accounts/actions/login', { body });
      expect(response).toMatchObject({ status: 400, body: { errorType: 'MalformedJson' } });
    }
    const token = await server.signIn('OPERATOR');
    const response = await server.call('POST', '/patients', { token, body: nested(101) });
    expect(response).toMatchObject({ status: 400, body: { errorType: 'MalformedJson' } });
    const parsed = await server.call('POST', '/patients', { token, body: nested(99) });
    expect(parsed).toMatchObject({ status: 400, body: { errorType: 'ValidationFailed' } });
  });

  it.each([100, 100_000, 1_000_000])('with JSON %i levels deep is rejected', async (depth) => {
    const token = await server.signIn('OPERATOR');
    for (const body of [
      nested(depth),
      `{"lastName":${nested(depth)}}`,
      `{"header":{"sizes":"1","source":${nested(depth, '{"a":1}')}},"scanId":"${newId()}",
        "fileCategory":"RAW","fileName":"a","fileExtension":"a"}`,
    ]) {
      const response = await server.call('POST', '/scanfiles', { token, body });
      expect(response.status).toBe(body.length > 64 * 1024 ? 413 : 400);
      expect(JSON.stringify(response.body).length).toBeLessThan(2_000);
    }
    const body = `{"email":${nested(depth)},"password":"x"}`;
    const { status } = await server.call('POST', '/accounts/actions/login', { body });
    // A body of a caller without a session may have 16 kB.
    expect(status).toBe(body.length > 16 * 1024 ? 413 : 400);
  });

  it('with a body above 64 kilobytes is rejected before the body is sent', async () => {
    const token = await server.signIn('OPERATOR');
    const lines = [
      `x-api-key: ${server.apiKey}`,
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${65 * 1024}`,
    ];
    expect(await rawStatus(lines.join('\r\n'), 'POST /api/patients')).toBe(413);
  });

  it('with headers above sixteen kilobytes is rejected', async () => {
    expect(await rawStatus(`x-much: ${'x'.repeat(20_000)}`)).toBe(431);
    const headers = Array.from({ length: 3_000 }, (_, index) => `x-${index}: y`).join('\r\n');
    expect([400, 431]).toContain(await rawStatus(headers));
  });

  it('with an overlong address is rejected', async () => {
    const token = await server.signIn('ADMIN');
    const response = await server.call('GET', `/accounts?_keywords=${'a'.repeat(5_000)}`, {
      token,
    });
    expect(response.status).toBe(400);
    const longPath = await server.call('GET', `/accounts/${'a'.repeat(5_000)}`, { token });
    // 400 if rejected before routing; 404 if the web application is not built.
    expect([400, 404]).toContain(longPath.status);
    expect(longPath.body).toMatchObject({ message: expect.any(String), data: null });
  });

  it('with a search text that slows down pattern matching is answered within five seconds', async () => {
    const token = await server.signIn('ADMIN');
    const startMs = performance.now();
    for (const keywords of [
      'a'.repeat(500),
      'a '.repeat(250),
      '_'.repeat(500),
      `${'a'.repeat(499)}!`,
    ]) {
      const path = `/accounts?_keywords=${encodeURIComponent(keywords)}`;
      expect((await server.call('GET', path, { token })).status).toBe(200);
    }
    expect(performance.now() - startMs).toBeLessThan(5_000);
  });
});

/** Sends a request with extra header lines as raw bytes and returns the response status. */
function rawStatus(headerLines: string, call = 'GET /api/health'): Promise<number> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${call} HTTP/1.1\r\nHost: ${hostname}\r\n${headerLines}\r\n\r\n`);
    });
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1];
      if (status === undefined) return;
      socket.destroy();
      resolve(Number(status));
    });
    socket.once('error', reject);
  });
}

describe('a session that sends requests continuously', () => {
  it('is throttled briefly, and other sessions are not', async () => {
    const flooding = await server.signIn('VIEWER');
    const other = await server.signIn('PHYSICIAN');
    const statuses: number[] = [];
    let lastHeaders: Headers | null = null;
    for (let count = 0; count < CALLS + 10; count += 1) {
      const response = await server.call('GET', '/accounts/me', { token: flooding });
      statuses.push(response.status);
      lastHeaders = response.headers;
    }
    // Leaves a margin of ten calls on both sides of the limit.
    expect(statuses.slice(0, CALLS - 10).every((status) => status === 200)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    expect(Number(lastHeaders!.get('retry-after'))).toBeGreaterThan(0);
    expect((await server.call('GET', '/accounts/me', { token: other })).status).toBe(200);
    const again = await server.signIn('VIEWER');
    expect((await server.call('GET', '/accounts/me', { token: again })).status).toBe(200);
  });
});
