import { describe, expect, it } from 'vitest';
import { routes } from '#contracts';
import { type FakePlatform, fakePlatform, type FakeBackend, fakeBackend } from '#core/testing';
import { EarlyAnswers } from './early-answers.ts';

const API = 'http://localhost/api';
const headers = {
  'x-api-key': 'key-of-the-test-site',
  authorization: 'Bearer token-of-a-test',
  accept: 'application/json',
};

interface Begun {
  readonly clinic: FakeBackend;
  readonly answers: EarlyAnswers;
  readonly platform: FakePlatform;
  readonly clock: { ms: number };
  /** How often the server was asked. */
  count(route: string): number;
  ask(path: string, change?: Partial<typeof headers>): Promise<Response>;
}

/** A signed-in program whose study is asked for before it opens it. */
async function begun(): Promise<Begun> {
  const clinic = fakeBackend('PHYSICIAN');
  const clock = { ms: 0 };
  const answers = new EarlyAnswers({
    fetch: clinic.server.fetch,
    now: () => clock.ms,
    baseUrl: 'http://localhost/',
  });
  const server = Object.create(clinic.server, { fetch: { value: answers.fetch } });
  const platform = await fakePlatform('PHYSICIAN', { backend: { ...clinic, server } });
  return {
    clinic,
    answers,
    platform,
    clock,
    count: (route) => clinic.server.calls.filter((call) => call.route === route).length,
    ask: (path, change = {}) => answers.ask(`${API}${path}`, { ...headers, ...change }),
  };
}

describe('a study that is asked for before the program is there', () => {
  it('is read once, and shown from what came early', async () => {
    const { clinic, platform, count, ask } = await begun();
    const copies = [ask(`/studies/${clinic.studyId}`), ask(`/studies/${clinic.studyId}/scans`)];
    expect(await (await copies[1])?.json()).toMatchObject({ total: 2 });
    expect((await platform.study.open(clinic.studyId, null)).ok).toBe(true);
    expect(platform.study.store.getState()).toMatchObject({ status: 'ready' });
    expect([count('getStudy'), count('listScansOfStudy')]).toEqual([1, 1]);
    await platform.study.refresh();
    expect([count('getStudy'), count('listScansOfStudy')]).toEqual([2, 2]);
  });

  it('tells a refusal as if it had been asked for only then, and not a second time', async () => {
    const { clinic, platform, ask } = await begun();
    clinic.server.once('getStudy', { status: 500, body: { message: 'The disk is full' } });
    const early = ask(`/studies/${clinic.studyId}`);
    expect((await early).status).toBe(500);
    const opened = await platform.study.open(clinic.studyId, null);
    expect(opened).toMatchObject({ ok: false, problem: { status: 500 } });
    expect((await platform.study.open(clinic.studyId, null)).ok).toBe(true);
  });

  it('ends the session where the bearer is refused', async () => {
    const { clinic, platform, ask } = await begun();
    clinic.server.once('getStudy', { status: 401, body: { message: 'Revoked' } });
    await ask(`/studies/${clinic.studyId}`);
    await platform.study.open(clinic.studyId, null);
    expect(platform.session.store.getState()).toMatchObject({
      status: 'signed-out',
      problem: { code: 'SESSION_ENDED' },
    });
  });

  it('says that the server was not reached, and reads anew when asked again', async () => {
    const { clinic, platform, ask } = await begun();
    clinic.server.once('getStudy', 'unreachable');
    await expect(ask(`/studies/${clinic.studyId}`)).rejects.toThrow('fetch failed');
    const opened = await platform.study.open(clinic.studyId, null);
    expect(opened).toMatchObject({ ok: false, problem: { code: 'OFFLINE' } });
    expect((await platform.study.open(clinic.studyId, null)).ok).toBe(true);
  });

  it('is nothing to the person who signs in meanwhile', async () => {
    const { clinic, platform, count, ask } = await begun();
    await ask(`/studies/${clinic.studyId}`, { authorization: 'Bearer of another' });
    await platform.study.open(clinic.studyId, null);
    expect(count('getStudy')).toBe(2);
    // Not kept for its own reader either: who that is has changed.
    await platform.study.refresh();
    expect(count('getStudy')).toBe(3);
  });

  it('is read anew where it came too long ago', async () => {
    const { clinic, platform, clock, count, ask } = await begun();
    await ask(`/studies/${clinic.studyId}`);
    clock.ms = 10_001;
    await platform.study.open(clinic.studyId, null);
    expect(count('getStudy')).toBe(2);
  });

  it('leaves another study alone that is opened meanwhile', async () => {
    const { clinic, platform, answers, count, ask } = await begun();
    await ask('/studies/another');
    answers.drop();
    expect((await platform.study.open(clinic.studyId, null)).ok).toBe(true);
    expect(count('getStudy')).toBe(2);
  });

  it('is no answer to a write', async () => {
    const { clinic, platform, count, ask } = await begun();
    const path = '/userprefs';
    await ask(path);
    const body = { userId: clinic.user.id, prefCode: 'a', value: 'b' };
    await platform.api.call(routes.savePreference, { body });
    expect(count('savePreference')).toBe(1);
  });
});

it('a read that is cancelled cancels what was sent early', async () => {
  const stopped: unknown[] = [];
  const slow: typeof fetch = (_url, init) =>
    new Promise((_, reject) => {
      init?.signal?.addEventListener('abort', () => {
        stopped.push(init.signal?.reason);
        reject(new Error('cancelled'));
      });
    });
  const answers = new EarlyAnswers({ fetch: slow, baseUrl: 'http://localhost/' });
  answers.ask('api/slow', headers).catch(() => undefined);
  const reader = new AbortController();
  const read = answers.fetch('http://localhost/api/slow', { headers, signal: reader.signal });
  reader.abort('the page was left');
  await expect(read).rejects.toThrow('cancelled');
  expect(stopped).toEqual(['the page was left']);
});

it('what nobody has read is cancelled when it is dropped, what was read goes on', async () => {
  const open = new Map<string, boolean>();
  const hanging: typeof fetch = (url, init) => {
    open.set(String(url), true);
    init?.signal?.addEventListener('abort', () => open.set(String(url), false));
    return new Promise(() => undefined);
  };
  const answers = new EarlyAnswers({ fetch: hanging, baseUrl: 'http://localhost/' });
  void answers.ask('api/a', headers);
  void answers.ask('api/b', headers);
  void answers.fetch('http://localhost/api/a', { headers });
  answers.drop();
  expect([...open.values()]).toEqual([true, false]);
});
