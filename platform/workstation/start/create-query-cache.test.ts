import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { routes } from '#contracts';
import { okResponse, settle } from '#core/testing';
import { unwrap } from '#foundation';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { createQueryCache } from './create-query-cache.ts';

it('clears all data when the session ends, so that the next user sees none', async () => {
  const application = await fakeApplication('PHYSICIAN');
  const { session, backend } = application.platform;
  const queries = createQueryCache(application);
  queries.setQueryData(['patients', ''], ['Patient, Test']);
  await session.restore();
  expect(queries.getQueryData(['patients', ''])).toEqual(['Patient, Test']);
  backend.server.once('me', { status: 401, body: { message: 'Not signed in' } });
  await session.restore();
  expect(session.store.getState().status).toBe('signed-out');
  expect(queries.getQueryData(['patients', ''])).toBeUndefined();
  application.dispose();
});

/** Queries the signed-in user like a page: through the cache, throwing errors. */
function observeUser(application: FakeApplication) {
  const queries = createQueryCache(application);
  const observer = new QueryObserver(queries, {
    queryKey: ['me'],
    retry: false,
    queryFn: async () => {
      return unwrap(await application.services.api.call(routes.me, {})).email;
    },
  });
  const stop = observer.subscribe(() => undefined);
  return { status: () => observer.getCurrentResult().status, stop };
}

it('repeats failed queries after a reconnect', async () => {
  const application = await fakeApplication();
  const { backend, clock } = application.platform;
  backend.server.reachable = false;
  const { status, stop } = observeUser(application);
  await expect.poll(status).toBe('error');
  await expect.poll(() => application.services.connection.state.getState()).toBe('offline');
  backend.server.reachable = true;
  await clock.advance(1_000);
  await expect.poll(status).toBe('success');
  stop();
  application.dispose();
});

it('logs server faults but not rejected calls', async () => {
  const application = await fakeApplication();
  const { backend, clock } = application.platform;
  backend.server.handle('writeExternalLogs', () => okResponse({}));
  const loggedCalls = () =>
    backend.server.calls.filter(({ route }) => route === 'writeExternalLogs');
  backend.server.once('me', { status: 403, body: { message: 'Not allowed' } });
  const forbidden = observeUser(application);
  await expect.poll(forbidden.status).toBe('error');
  forbidden.stop();
  await clock.advance(2_000);
  expect(loggedCalls()).toHaveLength(0);
  backend.server.once('me', { status: 500, body: {} });
  const fault = observeUser(application);
  await expect.poll(fault.status).toBe('error');
  fault.stop();
  await clock.advance(2_000);
  await settle();
  expect(loggedCalls()).toHaveLength(1);
  application.dispose();
});
