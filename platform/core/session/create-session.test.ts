import { describe, expect, it } from 'vitest';
import { createPlatformServices } from '../services/platform/create-platform-services.ts';
import {
  fakeBackend,
  fakePlatform,
  manualClock,
  memoryBroker,
  memoryStorage,
  settle,
  testConfig,
} from '../testing/index.ts';

describe('a session', () => {
  it('comes back after a reload while its token is good', async () => {
    const { session } = await fakePlatform('PHYSICIAN');
    expect(session.store.getState().status).toBe('signed-in');
    expect(session.can(['ANTN_CREATE'])).toBe(true);
    expect(session.can(['ADMIN_ACCOUNT'])).toBe(false);
    expect(session.can([])).toBe(true);
  });

  it('clears all local storage at sign-out even when the server does not answer', async () => {
    const { session, storage, backend } = await fakePlatform();
    storage.setItem('clockface.something', 'kept by someone');
    backend.server.reachable = false;
    await session.signOut();
    expect(storage.length).toBe(0);
    expect(session.store.getState()).toMatchObject({ status: 'signed-out', user: null });
  });

  it('tells the server goodbye with the bearer that ends', async () => {
    const { session, backend } = await fakePlatform();
    await session.signOut();
    const signOutActions = backend.server.calls.find((call) => call.route === 'logOff');
    expect(signOutActions?.headers.get('authorization')).toBe('Bearer token-of-a-test');
  });

  it('ends and says why when the server refuses its token', async () => {
    const { session, study, backend, storage } = await fakePlatform();
    backend.server.once('getStudy', { status: 401, body: { message: 'Revoked' } });
    await study.open(backend.studyId, null);
    expect(session.store.getState()).toMatchObject({
      status: 'signed-out',
      problem: { code: 'SESSION_ENDED' },
    });
    expect(storage.getItem('clockface.token')).toBeNull();
    expect(study.store.getState().study).toBeNull();
  });

  it('waits for a server that is away instead of signing the reader out', async () => {
    const backend = fakeBackend('VIEWER');
    backend.server.reachable = false;
    const { session, clock } = await fakePlatform('VIEWER', { backend });
    expect(session.store.getState()).toMatchObject({
      status: 'unknown',
      problem: { code: 'OFFLINE' },
    });
    backend.server.reachable = true;
    await clock.advance(3_000);
    expect(session.store.getState().status).toBe('signed-in');
  });

  it('follows another tab that signs out', async () => {
    const backend = fakeBackend();
    const storage = memoryStorage();
    const tab = new EventTarget();
    const services = createPlatformServices(testConfig, {
      navigation: { go: () => undefined },
      origin: 'http://localhost',
      storage,
      events: tab,
      clock: manualClock(),
      fetch: backend.server.fetch,
      connect: memoryBroker().connect,
    });
    await services.session.signIn('reader@example.org', 'secret');
    expect(services.session.store.getState().status).toBe('signed-in');
    storage.clear();
    tab.dispatchEvent(Object.assign(new Event('storage'), { key: null }));
    expect(services.session.store.getState().status).toBe('signed-out');
    services.dispose();
  });

  it('clears all local storage at sign-out also when the server refuses the call', async () => {
    const { session, storage, backend } = await fakePlatform();
    storage.setItem('clockface.form.someone./home', 'half a name');
    backend.server.once('logOff', { status: 500, body: { message: 'broken' } });
    await session.signOut();
    expect(storage.length).toBe(0);
    expect(session.store.getState()).toMatchObject({ status: 'signed-out', problem: null });
  });

  it('asks for nothing while a password that somebody else has set is unchanged', async () => {
    const backend = fakeBackend('PHYSICIAN');
    Object.assign(backend.user, { askedForResetPassword: true });
    const { session } = await fakePlatform('PHYSICIAN', { backend });
    expect(session.can(['STUDY_VIEW'])).toBe(false);
    expect(backend.server.calls.map(({ route }) => route)).toEqual(['me']);
    session.update({ ...backend.user, askedForResetPassword: false });
    await settle();
    expect(session.can(['STUDY_VIEW'])).toBe(true);
    expect(backend.server.calls.map(({ route }) => route)).toContain('listPreferences');
  });

  it('goes on with the token that comes with a new password', async () => {
    const { session, storage, backend } = await fakePlatform();
    const userInfo = { ...backend.user, askedForResetPassword: false, jobTitle: 'Head' };
    session.adopt({ accessToken: 'the next', organization: backend.user.organization, userInfo });
    expect(storage.getItem('clockface.token')).toBe('the next');
    expect(session.store.getState()).toMatchObject({ status: 'signed-in', user: userInfo });
  });

  it('closes the live link at sign-out', async () => {
    const { session, broker } = await fakePlatform();
    await settle();
    expect(broker.connectionCount).toBe(1);
    await session.signOut();
    expect(broker.connectionCount).toBe(0);
  });
});
