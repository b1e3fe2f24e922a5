import { describe, expect, it } from 'vitest';
import { routes } from '#contracts';
import { errorResponse, memoryServer, okResponse } from '#core/testing';
import { newId } from '#foundation';
import { errorResponseProblem, isAborted, isOffline } from './call-problem.ts';
import { createApiClient } from './create-api-client.ts';

function createClient(token: string | null = 'bearer') {
  const server = memoryServer();
  const rejectedTokens: string[] = [];
  const api = createApiClient({
    baseUrl: 'http://localhost/api',
    apiKey: 'the-key-of-the-site',
    token: () => token,
    onUnauthorized: (rejectedToken) => rejectedTokens.push(rejectedToken),
    fetch: server.fetch,
  });
  return { server, api, rejectedTokens };
}

describe('the API client', () => {
  it('sends API key, bearer, version and idempotency key, and fills the path', async () => {
    const { server, api } = createClient();
    const id = newId();
    await api.call(routes.deleteFinding, { params: { id }, version: 7, idempotencyKey: 'once' });
    const call = server.calls[0];
    expect(call?.params).toEqual({ id });
    expect(call?.headers.get('x-api-key')).toBe('the-key-of-the-site');
    expect(call?.headers.get('authorization')).toBe('Bearer bearer');
    expect(call?.headers.get('if-match')).toBe('"7"');
    expect(call?.headers.get('idempotency-key')).toBe('once');
  });

  it('omits query values that are not set', async () => {
    const { server, api } = createClient();
    await api.call(routes.searchPatients, { query: { _keywords: 'a b', cursor: undefined } });
    expect(server.calls[0]?.query.toString()).toBe('_keywords=a+b');
  });

  it('rejects a response that violates its schema', async () => {
    const { server, api } = createClient();
    server.handle('health', () => okResponse({ status: 'fine' }));
    const result = await api.call(routes.health, {});
    expect(result).toMatchObject({ ok: false, problem: { code: 'ANSWER_MISMATCH', status: 200 } });
  });

  it('names every invalid field of a form', async () => {
    const { server, api } = createClient();
    const errors = [{ field: 'lastName', code: 'too_small', message: 'Enter the last name' }];
    server.once('login', { status: 400, body: { errorType: 'ValidationFailed', errors } });
    const result = await api.call(routes.login, { body: { email: 'a@b.c', password: 'x' } });
    expect(result).toMatchObject({
      ok: false,
      problem: { code: 'VALIDATION_FAILED', title: 'Enter the last name', fields: errors },
    });
  });

  it('reads the error type ValidationError, and the number of omitted errors', async () => {
    const { server, api } = createClient();
    const errors = [{ field: 'token', code: 'x', message: 'Enter a text' }];
    const body = { errorType: 'ValidationError', errors, omittedErrors: 7 };
    server.once('login', { status: 400, body });
    const result = await api.call(routes.login, { body: { email: 'a@b.c', password: 'x' } });
    expect(result).toMatchObject({
      ok: false,
      problem: {
        code: 'VALIDATION_FAILED',
        title: 'Enter a text. At least 7 more errors.',
        fields: errors,
        omittedErrors: 7,
      },
    });
  });

  it.each([
    ['The disk is on fire', 'Error calling GET API: The disk is on fire'],
    ['', 'Error calling GET API'],
    ['<html>Bad gateway</html>', 'Error calling GET API'],
  ])('shows the body of an unknown error response: %j', (body, title) => {
    const problem = errorResponseProblem('GET', 502, body);
    expect(problem.title).toBe(title);
    expect(problem.detail).toBe(`The server returned status 502. ${body}`.trim());
  });

  it('returns the other version on a conflict', async () => {
    const { server, api } = createClient();
    server.once('deleteFinding', errorResponse(412, 'VersionConflict', 'Changed', { version: 3 }));
    const result = await api.call(routes.deleteFinding, { params: { id: newId() }, version: 1 });
    expect(result).toMatchObject({
      ok: false,
      problem: {
        code: 'VERSION_CONFLICT',
        status: 412,
        // What happened is in the title; a status says nothing to a reader.
        detail: '',
        data: { version: 3 },
      },
    });
  });

  it('shows reason and next step that the server passes on, without the status', async () => {
    const { server, api } = createClient();
    const passedOn = {
      code: 'IMPORT_TEST',
      title: 'The voxel size is impossible',
      detail: 'The voxels are 1000 × 1 × 1 mm.',
      next: 'Export the file again in millimetres.',
    };
    const message = `${passedOn.title}. ${passedOn.next}`;
    server.once('health', {
      status: 400,
      body: {
        errorType: 'UnsupportedFile',
        code: passedOn.code,
        message,
        data: { problem: passedOn },
      },
    });
    const result = await api.call(routes.health, {});
    const { title, detail, next } = passedOn;
    expect(result).toMatchObject({
      ok: false,
      problem: { code: 'UNSUPPORTED_FILE', title, detail, next, status: 400 },
    });
  });

  it.each([
    [400, { errorType: 'BadRequest', message: 'No' }, ''],
    [403, { message: 'No' }, ''],
    [507, { errorType: 'StorageFull', message: 'No' }, ''],
    [500, { message: 'No' }, 'The server returned status 500.'],
    [500, { errorType: 'Unexpected', message: 'No' }, 'The server returned status 500.'],
  ])('names the status %s only if the server did not expect the error', (status, body, detail) => {
    expect(errorResponseProblem('GET', status, JSON.stringify(body)).detail).toBe(detail);
  });

  it('fills the placeholders of a message template', async () => {
    const { server, api } = createClient();
    const body = { errorType: 'BadRequest', template: 'At most {max} items', data: { max: 3 } };
    server.once('health', { status: 400, body });
    const result = await api.call(routes.health, {});
    expect(result).toMatchObject({ ok: false, problem: { title: 'At most 3 items' } });
  });

  it('ends the session when the bearer is rejected, but not for a wrong password', async () => {
    const signedIn = createClient('old-token');
    signedIn.server.once('me', { status: 401, body: { message: 'Signed out' } });
    await signedIn.api.call(routes.me, {});
    expect(signedIn.rejectedTokens).toEqual(['old-token']);
    const signedOut = createClient(null);
    signedOut.server.once('login', { status: 401, body: { message: 'Wrong' } });
    await signedOut.api.call(routes.login, { body: { email: 'a@b.c', password: 'x' } });
    expect(signedOut.rejectedTokens).toEqual([]);
  });

  it('distinguishes offline from cancelled', async () => {
    const { server, api } = createClient();
    server.once('health', 'unreachable');
    const offline = await api.call(routes.health, {});
    server.once('health', { status: 503, body: { message: 'Starting' } });
    const starting = await api.call(routes.health, {});
    expect([offline, starting].map((result) => !result.ok && isOffline(result.problem))).toEqual([
      true,
      true,
    ]);
    const cancelled = createApiClient({
      baseUrl: 'http://localhost/api',
      apiKey: 'k',
      token: () => null,
      onUnauthorized: () => undefined,
      fetch: async (_, init) => {
        init?.signal?.throwIfAborted();
        return new Response('{}');
      },
    });
    const result = await cancelled.call(routes.health, { signal: AbortSignal.abort() });
    expect(!result.ok && isAborted(result.problem)).toBe(true);
  });

  it('downloads bytes and reports progress', async () => {
    const { server, api } = createClient();
    server.handle('downloadScanFile', () => ({ status: 200, bytes: new Uint8Array([1, 2, 3]) }));
    const progress: number[] = [];
    const result = await api.download(`/scanfiles/${newId()}/download`, {
      onProgress: (bytes) => progress.push(bytes),
    });
    expect(result.ok && [...result.value]).toEqual([1, 2, 3]);
    expect(progress.at(-1)).toBe(3);
  });

  it('names the method when an error response has no body', async () => {
    const { server, api } = createClient();
    server.once('health', { status: 500, body: '' });
    const result = await api.call(routes.health, {});
    expect(result).toMatchObject({ ok: false, problem: { title: 'Error calling GET API' } });
  });
});
