import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { routes, siteConfigSchema } from '#contracts';
import { bindRoute } from './bind-route.ts';
import { createCallLimiter } from './request-limit.ts';
import type { RouteDeps } from './server-deps.ts';

const API_KEY = 'key-of-the-test-site';
/** Smallest limit that a site can configure. */
const LIMIT = 100;

const server = Fastify();
afterEach(() => server.close());

const fail = (): never => {
  throw new Error('Unexpected call');
};

describe('the request limit of a session', () => {
  it('counts the calls of all routes of a server together', async () => {
    const limits = { callsPerTenSeconds: LIMIT };
    const config = siteConfigSchema.parse({ schema: 1, name: 'Test', apiKey: API_KEY, limits });
    const deps = {
      site: { config },
      authenticate: async () => ({ kind: 'human', tokenId: 'token', features: ['STUDY_VIEW'] }),
      callLimiter: createCallLimiter(config),
    } as unknown as RouteDeps;
    // The composition root passes copies of its dependencies to some modules.
    bindRoute(server, { ...deps }, routes.getStudy, fail);
    bindRoute(server, { ...deps }, routes.getScan, fail);
    const call = async (url: string): Promise<number> => {
      const headers = { 'x-api-key': API_KEY, authorization: `Bearer ${'t'.repeat(20)}` };
      return (await server.inject({ url, headers })).statusCode;
    };
    // The invalid id is rejected before the database is used.
    const paths = Array.from({ length: LIMIT }, (_, index) =>
      index % 2 === 0 ? 'studies' : 'scans',
    );
    for (const path of paths) expect(await call(`/api/${path}/x`)).toBe(400);
    expect(await call('/api/studies/x')).toBe(429);
    expect(await call('/api/scans/x')).toBe(429);
  });
});
