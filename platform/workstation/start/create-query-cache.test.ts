import { expect, it } from 'vitest';
import { fakeApplication } from '../test-support/fake-application.tsx';
import { createQueryCache } from './create-query-cache.ts';

it('leaves nothing that was read for the person who signs in after a session has ended', async () => {
  const application = await fakeApplication('PHYSICIAN');
  const { session, clinic } = application.platform;
  const queries = createQueryCache(application);
  queries.setQueryData(['patients', ''], ['Patient, Test']);
  await session.restore();
  expect(queries.getQueryData(['patients', ''])).toEqual(['Patient, Test']);
  clinic.server.once('me', { status: 401, body: { message: 'Not signed in' } });
  await session.restore();
  expect(session.store.getState().status).toBe('signed-out');
  expect(queries.getQueryData(['patients', ''])).toBeUndefined();
  application.dispose();
});
