import { expect, it } from 'vitest';
import { fakePlatform } from '../../testing/index.ts';
import { callRoute } from './call-route.ts';
import { apiToken } from './tokens.ts';

it('calls a route by its name, with the types of the catalogue', async () => {
  const { api, backend } = await fakePlatform('PHYSICIAN');
  const context = { use: (token: unknown) => (token === apiToken ? api : null) as never };
  const found = await callRoute(context, 'getStudy', { params: { id: backend.studyId } });
  expect(found.ok && found.value.id).toBe(backend.studyId);
  const missing = await callRoute(context, 'getVolume', { params: { id: backend.studyId } });
  expect(!missing.ok && missing.problem.code).toBe('NOT_FOUND');
});
