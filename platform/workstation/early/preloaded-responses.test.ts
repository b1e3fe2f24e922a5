import { describe, expect, it } from 'vitest';
import { routes } from '#contracts';
import { type FakeBackend, type FakePlatform, fakeBackend, fakePlatform } from '#core/testing';
import { PreloadedResponses } from './preloaded-responses.ts';

const API = 'http://localhost/api';
const headers = {
  'x-api-key': 'key-of-the-test-site',
  authorization: 'Bearer token-of-a-test',
  accept: 'application/json',
};

interface Harness {
  readonly backend: FakeBackend;
  readonly responses: PreloadedResponses;
  readonly platform: FakePlatform;
  readonly clock: { ms: number };
  /** Number of requests to a route. */
  count(route: string): number;
  preload(path: string, change?: Partial<typeof headers>): Promise<Response>;
}

/** Creates a signed-in platform whose API uses preloaded responses. */
async function createHarness(): Promise<Harness> {
  const backend = fakeBackend('PHYSICIAN');
  const clock = { ms: 0 };
  const responses = new PreloadedResponses({
    fetch: backend.server.fetch,
    now: () => clock.ms,
    baseUrl: 'http://localhost/',
  });
  const server = Object.create(backend.server, { fetch: { value: responses.fetch } });
  const platform = await fakePlatform('PHYSICIAN', { backend: { ...backend, server } });
  return {
    backend,
    responses,
    platform,
    clock,
    count: (route) => backend.server.calls.filter((call) => call.route === route).length,
    preload: (path, change = {}) => responses.preload(`${API}${path}`, { ...headers, ...change }),
  };
}

describe('a preloaded study', () => {
  it('stays available after a peek', async () => {
    const { backend, responses, count, preload } = await createHarness();
    const path = `/studies/${backend.studyId}`;
    await preload(path);
    const peeked = await responses.peek(`${API}${path}`);
    expect(await peeked?.json()).toMatchObject({ id: backend.studyId });
    expect(await responses.peek('x')).toBeNull();
    const read = await responses.fetch(`${API}${path}`, { headers });
    expect(await read.json()).toMatchObject({ id: backend.studyId });
    expect(count('getStudy')).toBe(1);
  });

  it('is read once and shown from the preloaded response', async () => {
    const { backend, platform, count, preload } = await createHarness();
    const preloads = [
      preload(`/studies/${backend.studyId}`),
      preload(`/studies/${backend.studyId}/scans`),
    ];
    expect(await (await preloads[1])?.json()).toMatchObject({ total: 2 });
    expect((await platform.study.open(backend.studyId, null)).ok).toBe(true);
    expect(platform.study.store.getState()).toMatchObject({ status: 'ready' });
    expect([count('getStudy'), count('listScansOfStudy')]).toEqual([1, 1]);
    await platform.study.refresh();
    expect([count('getStudy'), count('listScansOfStudy')]).toEqual([2, 2]);
  });

  it('reports a preloaded error once, like the error of an ordinary request', async () => {
    const { backend, platform, preload } = await createHarness();
    backend.server.once('getStudy', { status: 500, body: { message: 'The disk is full' } });
    const preloading = preload(`/studies/${backend.studyId}`);
    expect((await preloading).status).toBe(500);
    const opened = await platform.study.open(backend.studyId, null);
    expect(opened).toMatchObject({ ok: false, problem: { status: 500 } });
    expect((await platform.study.open(backend.studyId, null)).ok).toBe(true);
  });

  it('ends the session when the token is rejected', async () => {
    const { backend, platform, preload } = await createHarness();
    backend.server.once('getStudy', { status: 401, body: { message: 'Revoked' } });
    await preload(`/studies/${backend.studyId}`);
    await platform.study.open(backend.studyId, null);
    expect(platform.session.store.getState()).toMatchObject({
      status: 'signed-out',
      problem: { code: 'SESSION_ENDED' },
    });
  });

  it('reports an unreachable server and reads again on retry', async () => {
    const { backend, platform, preload } = await createHarness();
    backend.server.once('getStudy', 'unreachable');
    await expect(preload(`/studies/${backend.studyId}`)).rejects.toThrow('fetch failed');
    const opened = await platform.study.open(backend.studyId, null);
    expect(opened).toMatchObject({ ok: false, problem: { code: 'OFFLINE' } });
    expect((await platform.study.open(backend.studyId, null)).ok).toBe(true);
  });

  it('is not handed to another user who signs in meanwhile', async () => {
    const { backend, platform, count, preload } = await createHarness();
    await preload(`/studies/${backend.studyId}`, { authorization: 'Bearer of another' });
    await platform.study.open(backend.studyId, null);
    expect(count('getStudy')).toBe(2);
    // Not kept for the original user either, because the user has changed.
    await platform.study.refresh();
    expect(count('getStudy')).toBe(3);
  });

  it('is read again when the response is too old', async () => {
    const { backend, platform, clock, count, preload } = await createHarness();
    await preload(`/studies/${backend.studyId}`);
    // Responses are used for 10 s.
    clock.ms = 10_001;
    await platform.study.open(backend.studyId, null);
    expect(count('getStudy')).toBe(2);
  });

  it('does not affect another study that is opened meanwhile', async () => {
    const { backend, platform, responses, count, preload } = await createHarness();
    await preload('/studies/another');
    responses.drop();
    expect((await platform.study.open(backend.studyId, null)).ok).toBe(true);
    expect(count('getStudy')).toBe(2);
  });

  it('is not used as the response of a write', async () => {
    const { backend, platform, count, preload } = await createHarness();
    const path = '/userprefs';
    await preload(path);
    const body = { userId: backend.user.id, prefCode: 'a', value: 'b' };
    await platform.api.call(routes.savePreference, { body });
    expect(count('savePreference')).toBe(1);
  });
});

it('PreloadedResponses cancels a preload when its read is cancelled', async () => {
  const abortReasons: unknown[] = [];
  const slow: typeof fetch = (_url, init) =>
    new Promise((_, reject) => {
      init?.signal?.addEventListener('abort', () => {
        abortReasons.push(init.signal?.reason);
        reject(new Error('cancelled'));
      });
    });
  const responses = new PreloadedResponses({ fetch: slow, baseUrl: 'http://localhost/' });
  responses.preload('api/slow', headers).catch(() => undefined);
  const reader = new AbortController();
  const read = responses.fetch('http://localhost/api/slow', { headers, signal: reader.signal });
  reader.abort('the page was left');
  await expect(read).rejects.toThrow('cancelled');
  expect(abortReasons).toEqual(['the page was left']);
});

it('PreloadedResponses cancels unclaimed preloads on drop and keeps claimed preloads', async () => {
  const isOpenByUrl = new Map<string, boolean>();
  const hanging: typeof fetch = (url, init) => {
    isOpenByUrl.set(String(url), true);
    init?.signal?.addEventListener('abort', () => isOpenByUrl.set(String(url), false));
    return new Promise(() => undefined);
  };
  const responses = new PreloadedResponses({ fetch: hanging, baseUrl: 'http://localhost/' });
  void responses.preload('api/a', headers);
  void responses.preload('api/b', headers);
  void responses.fetch('http://localhost/api/a', { headers });
  responses.drop();
  expect([...isOpenByUrl.values()]).toEqual([true, false]);
});
