import { describe, expect, it } from 'vitest';
import { FEATURES, type Feature, type Route, routes } from '#contracts';
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
  it('is restored after a reload while its token is valid', async () => {
    const { session } = await fakePlatform('PHYSICIAN');
    expect(session.store.getState().status).toBe('signed-in');
    expect(session.can(['ANTN_CREATE'])).toBe(true);
    expect(session.can(['ADMIN_ACCOUNT'])).toBe(false);
    expect(session.can([])).toBe(true);
  });

  it('may call each route with the features that the catalogue lists', async () => {
    const { session, backend } = await fakePlatform('PHYSICIAN');
    const namedRoutes = Object.entries<Route>(routes);
    const callable = (permissions: readonly Feature[]): readonly string[] => {
      session.update({ ...backend.user, permissions: [...permissions] });
      return namedRoutes.filter(([, route]) => session.mayCall(route)).map(([name]) => name);
    };
    for (const feature of FEATURES) {
      const expected = namedRoutes.filter(
        ([, { access }]) => typeof access === 'string' || access.includes(feature),
      );
      expect(callable([feature]), feature).toEqual(expected.map(([name]) => name));
    }
    expect(callable([])).toContain('updateMe');
    await session.signOut();
    expect(namedRoutes.filter(([, route]) => session.mayCall(route)).map(([name]) => name)).toEqual(
      namedRoutes.filter(([, { access }]) => access === 'public').map(([name]) => name),
    );
  });

  it('keeps the language of the browser at sign-out', async () => {
    const { session, storage } = await fakePlatform();
    storage.setItem('clockface.locale', 'de');
    await session.signOut();
    expect([storage.length, storage.getItem('clockface.locale')]).toEqual([1, 'de']);
  });

  it('clears local storage at sign-out even if the server does not respond', async () => {
    const { session, storage, backend } = await fakePlatform();
    storage.setItem('clockface.something', 'a stored value');
    backend.server.reachable = false;
    await session.signOut();
    expect(storage.length).toBe(0);
    expect(session.store.getState()).toMatchObject({ status: 'signed-out', user: null });
  });

  it('sends the log-off with the ending bearer', async () => {
    const { session, backend } = await fakePlatform();
    await session.signOut();
    const logOffCall = backend.server.calls.find((call) => call.route === 'logOff');
    expect(logOffCall?.headers.get('authorization')).toBe('Bearer token-of-a-test');
  });

  it('ends with the reason when the server rejects its token', async () => {
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

  it('waits for an unreachable server instead of signing out', async () => {
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

  it('follows a sign-out in another tab', async () => {
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

  it('clears local storage at sign-out even if the server rejects the call', async () => {
    const { session, storage, backend } = await fakePlatform();
    storage.setItem('clockface.form.someone./home', 'half a name');
    backend.server.once('logOff', { status: 500, body: { message: 'broken' } });
    await session.signOut();
    expect(storage.length).toBe(0);
    expect(session.store.getState()).toMatchObject({ status: 'signed-out', problem: null });
  });

  it('requests nothing else until a password set by another user is changed', async () => {
    const backend = fakeBackend('PHYSICIAN');
    Object.assign(backend.user, { askedForResetPassword: true });
    const { session } = await fakePlatform('PHYSICIAN', { backend });
    expect(session.can(['STUDY_VIEW'])).toBe(false);
    expect(session.mayCall(routes.listStudies)).toBe(false);
    expect(session.mayCall(routes.listLists)).toBe(false);
    expect(session.mayCall(routes.changePasswordByUser)).toBe(true);
    expect(backend.server.calls.map(({ route }) => route)).toEqual(['me']);
    session.update({ ...backend.user, askedForResetPassword: false });
    await settle();
    expect(session.can(['STUDY_VIEW'])).toBe(true);
    expect(session.mayCall(routes.listStudies)).toBe(true);
    expect(backend.server.calls.map(({ route }) => route)).toContain('listPreferences');
  });

  it('continues with the token of a new password', async () => {
    const { session, storage, backend } = await fakePlatform();
    const userInfo = { ...backend.user, askedForResetPassword: false, jobTitle: 'Head' };
    session.adopt({
      accessToken: 'the new token',
      organization: backend.user.organization,
      userInfo,
    });
    expect(storage.getItem('clockface.token')).toBe('the new token');
    expect(session.store.getState()).toMatchObject({ status: 'signed-in', user: userInfo });
  });

  it('closes the live connection at sign-out', async () => {
    const { session, broker } = await fakePlatform();
    await settle();
    expect(broker.connectionCount).toBe(1);
    await session.signOut();
    expect(broker.connectionCount).toBe(0);
  });
});
