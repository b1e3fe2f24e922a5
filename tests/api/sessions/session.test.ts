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

describe('the API without a sign-in', () => {
  it('returns 404 in JSON for an unknown call', async () => {
    const response = await server.call('GET', '/no/such/call');
    expect(response.status).toBe(404);
    expect(response.body).toEqual({
      code: 'ROUTE_NOT_FOUND',
      values: {},
      message: 'The API has no such call.',
      data: null,
    });
  });

  it('reports malformed JSON without further details', async () => {
    const response = await server.call('POST', LOGIN, { body: '{"email": ' });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ errorType: 'MalformedJson' });
    expect(JSON.stringify(response.body)).not.toMatch(/at |node_modules|Unexpected/);
  });

  it.each(['', 'wrong-key-of-the-same-length', 'x'])('rejects the key "%s"', async (key) => {
    const body = { email: EMAILS.VIEWER, password: PASSWORD };
    const response = await callApi(server.url, key, 'POST', LOGIN, { body });
    expect(response.status).toBe(401);
  });

  it('reports a missing field with its path', async () => {
    const response = await server.call('POST', LOGIN, { body: { email: 'a@b.example' } });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      errorType: 'ValidationFailed',
      errors: [{ field: 'password' }],
    });
  });

  it('rejects a body that is not JSON and an address that can’t be decoded', async () => {
    const headers = { 'content-type': 'text/xml' };
    expect((await server.call('POST', LOGIN, { body: '<a/>', headers })).status).toBe(400);
    expect((await server.call('GET', '/patients/%zz')).status).toBe(400);
  });

  it('serves health and public configuration without a key and without secrets', async () => {
    const health = await callApi(server.url, '', 'GET', '/health');
    expect(health.body).toEqual({
      status: 'ready',
      parts: { database: 'up', broker: 'up', worker: 'up' },
    });
    const config = await callApi(server.url, '', 'GET', '/config');
    expect(publicConfigSchema.safeParse(config.body).success).toBe(true);
    expect(Object.keys(config.body as object)).not.toContain('server');
  });

  it('returns an OpenAPI description of every route', async () => {
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

  it('finds an organization only by one of its host names', async () => {
    const response = await server.call('GET', '/organizations/domain/elsewhere.example');
    expect(response.status).toBe(404);
    expect((await server.call('GET', '/organizations/domain/127.0.0.1')).status).toBe(200);
  });

  it('forbids sniffing, framing, foreign scripts and caching in every response', async () => {
    const { headers } = await server.call('GET', '/accounts/me');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain(`default-src 'none'`);
    expect(headers.get('content-security-policy')).toContain(`frame-ancestors 'none'`);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp');
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('the sign-in', () => {
  it('returns a token, the organization and the permissions of the account', async () => {
    const response = await server.call<LoginResponse>('POST', LOGIN, {
      body: { email: EMAILS.PHYSICIAN.toUpperCase(), password: PASSWORD },
    });
    expect(response.status).toBe(200);
    expect(response.body.accessToken).toMatch(/^[\w-]{43}$/);
    expect(response.body.userInfo.permissions).toContain('ANTN_CREATE');
    const me = await server.call('GET', '/accounts/me', { token: response.body.accessToken });
    expect(userInfoSchema.parse(me.body)).toEqual(response.body.userInfo);
  });

  it('returns a token that is invalid at once after sign-out', async () => {
    const token = await server.signIn('VIEWER');
    expect((await server.call('POST', '/accounts/actions/logOff', { token })).status).toBe(200);
    expect((await server.call('GET', '/accounts/me', { token })).status).toBe(401);
  });

  it('rejects forged tokens', async () => {
    for (const token of ['x', 'a'.repeat(43), `${await server.signIn('VIEWER')}x`]) {
      expect((await server.call('GET', '/accounts/me', { token })).status).toBe(401);
    }
  });

  it('gives the same response for a wrong password and an unknown address', async () => {
    const wrongPassword = await tryLogin(EMAILS.VIEWER, 'not the password');
    const unknown = await tryLogin('nobody@demo.clockface.example', 'not the password');
    expect(wrongPassword.status).toBe(401);
    expect(unknown.status).toBe(401);
    expect(unknown.body).toEqual(wrongPassword.body);
  });

  it('locks the address after ten failures, with or without an account, even for the right password', async () => {
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
