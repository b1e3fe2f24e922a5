import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoginResponse, publicConfigSchema, routes, userInfoSchema } from '#contracts';
import { callApi } from '../support/call-api.ts';
import {
  EMAILS,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '../support/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const LOGIN = '/accounts/actions/login';
const tryLogin = (email: string, password: string) =>
  server.call('POST', LOGIN, { body: { email, password } });

describe('what a stranger gets to hear', () => {
  it('an unknown call is a 404 in JSON', async () => {
    const response = await server.call('GET', '/no/such/call');
    expect(response.status).toBe(404);
    expect(response.body).toEqual({ message: 'The API has no such call', data: null });
  });

  it('malformed JSON is named and tells nothing else', async () => {
    const response = await server.call('POST', LOGIN, { body: '{"email": ' });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ errorType: 'MalformedJson' });
    expect(JSON.stringify(response.body)).not.toMatch(/at |node_modules|Unexpected/);
  });

  it.each(['', 'wrong-key-of-the-same-length', 'x'])('the key "%s" is refused', async (key) => {
    const body = { email: EMAILS.VIEWER, password: PASSWORD };
    const response = await callApi(server.url, key, 'POST', LOGIN, { body });
    expect(response.status).toBe(401);
  });

  it('a missing field is named with its path', async () => {
    const response = await server.call('POST', LOGIN, { body: { email: 'a@b.example' } });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      errorType: 'ValidationFailed',
      errors: [{ field: 'password' }],
    });
  });

  it('a body that is not JSON at all, or an address that can not be decoded, is refused', async () => {
    const headers = { 'content-type': 'text/xml' };
    expect((await server.call('POST', LOGIN, { body: '<a/>', headers })).status).toBe(400);
    expect((await server.call('GET', '/patients/%zz')).status).toBe(400);
  });

  it('health and the public configuration need no key, and hold no secret', async () => {
    const health = await callApi(server.url, '', 'GET', '/health');
    expect(health.body).toEqual({
      status: 'ready',
      parts: { database: 'up', broker: 'up', worker: 'up' },
    });
    const config = await callApi(server.url, '', 'GET', '/config');
    expect(publicConfigSchema.safeParse(config.body).success).toBe(true);
    expect(Object.keys(config.body as object)).not.toContain('server');
  });

  it('the API describes itself, call by call', async () => {
    const { body } = await server.call<{
      paths: Record<string, Record<string, object>>;
      components: { schemas: Record<string, object> };
    }>('GET', '/openapi.json');
    const described = Object.values(body.paths).flatMap((path) => Object.values(path));
    expect(described).toHaveLength(Object.keys(routes).length);
    expect(body.paths['/patients/{id}']?.put).toMatchObject({
      operationId: 'updatePatient',
      requestBody: {
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/PatientFieldsInput' } },
        },
      },
    });
    expect(body.components.schemas.PatientFieldsInput).toMatchObject({
      required: expect.arrayContaining(['lastName']),
    });
  });

  it('every answer forbids sniffing, framing, foreign scripts and caching of data', async () => {
    const { headers } = await server.call('GET', '/accounts/me');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain(`default-src 'none'`);
    expect(headers.get('content-security-policy')).toContain(`frame-ancestors 'none'`);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp');
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('signing in and out', () => {
  it('gives a token, the organization and what the account may do', async () => {
    const response = await server.call<LoginResponse>('POST', LOGIN, {
      body: { email: EMAILS.PHYSICIAN.toUpperCase(), password: PASSWORD },
    });
    expect(response.status).toBe(200);
    expect(response.body.accessToken).toMatch(/^[\w-]{43}$/);
    expect(response.body.userInfo.permissions).toContain('ANTN_CREATE');
    const me = await server.call('GET', '/accounts/me', { token: response.body.accessToken });
    expect(userInfoSchema.parse(me.body)).toEqual(response.body.userInfo);
  });

  it('a token is dead at once after signing out', async () => {
    const token = await server.signIn('VIEWER');
    expect((await server.call('POST', '/accounts/actions/logOff', { token })).status).toBe(200);
    expect((await server.call('GET', '/accounts/me', { token })).status).toBe(401);
  });

  it('made-up tokens are refused', async () => {
    for (const token of ['x', 'a'.repeat(43), `${await server.signIn('VIEWER')}x`]) {
      expect((await server.call('GET', '/accounts/me', { token })).status).toBe(401);
    }
  });

  it('a wrong password and an unknown address get the same answer', async () => {
    const wrongPassword = await tryLogin(EMAILS.VIEWER, 'not the password');
    const unknown = await tryLogin('nobody@demo.clockface.example', 'not the password');
    expect(wrongPassword.status).toBe(401);
    expect(unknown.status).toBe(401);
    expect(unknown.body).toEqual(wrongPassword.body);
  });

  it('signing in works only under the host name of an organization', async () => {
    const response = await server.call('GET', '/organizations/domain/elsewhere.example');
    expect(response.status).toBe(404);
    expect((await server.call('GET', '/organizations/domain/127.0.0.1')).status).toBe(200);
  });

  it('ten failures lock the address, whether or not it has an account, also for the right password', async () => {
    for (const email of [EMAILS.ADMIN, 'stranger@demo.clockface.example']) {
      const attempts = Array.from({ length: 10 }, () => tryLogin(email, 'guess'));
      const statuses = (await Promise.all(attempts)).map((response) => response.status);
      expect(new Set(statuses)).toEqual(new Set([401]));
      const locked = await tryLogin(email, PASSWORD);
      expect(locked.status).toBe(429);
      expect(locked.body).toMatchObject({ errorType: 'AccountLocked' });
      const { retryAfterSeconds } = (locked.body as { data: { retryAfterSeconds: number } }).data;
      expect(retryAfterSeconds).toBeGreaterThan(14 * 60);
      expect(retryAfterSeconds).toBeLessThanOrEqual(15 * 60);
      expect(locked.headers.get('retry-after')).toBe(String(retryAfterSeconds));
    }
    expect((await tryLogin(EMAILS.VIEWER, PASSWORD)).status).toBe(200);
  });
});
