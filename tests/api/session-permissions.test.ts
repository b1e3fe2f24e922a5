import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { featuresOf, type Role, type Route, type RouteName, role, routes } from '#contracts';
import { newId } from '#foundation';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

let server: TestServer;
const tokens = new Map<Role, string>();
beforeAll(async () => {
  server = await startTestServer();
  for (const one of role.codes) tokens.set(one, await server.signIn(one));
});
afterAll(() => server.stop());

const NO_SUCH_CALL = 'The API has no such call';
const names = Object.keys(routes) as RouteName[];

/** An address that fits the route but names nothing that exists. */
function someAddress(route: Route): string {
  return route.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    if (name === 'scanState') return 'I';
    if (name === 'jobType') return 'R3D';
    return name === 'host' ? 'elsewhere.example' : newId();
  });
}

function mayCall(route: Route, one: Role): boolean {
  const { access } = route;
  if (access === 'public' || access === 'signed-in') return true;
  return access.some((feature) => featuresOf([one]).includes(feature));
}

describe('every call of the catalogue, without and with each role', () => {
  it.each(names)('%s', async (name) => {
    const route: Route = routes[name];
    const hasBody = route.method !== 'GET' && route.bodyKind !== 'form';
    const body = hasBody ? {} : undefined;
    const call = (token?: string) =>
      server.call(route.method, someAddress(route), {
        ...(body === undefined ? {} : { body }),
        ...(token === undefined ? {} : { token }),
      });
    const stranger = await call();
    expect(stranger.body).not.toMatchObject({ message: NO_SUCH_CALL });
    if (route.access === 'public') expect(stranger.status).not.toBe(403);
    else expect(stranger.status).toBe(401);
    for (const one of role.codes) {
      // Signing off would end the token that the other routes need.
      const token = name === 'logOff' ? await server.signIn(one) : tokens.get(one)!;
      const answer = await call(token);
      expect
        .soft(answer.status === 403, `${one} on ${name}: ${answer.status}`)
        .toBe(!mayCall(route, one));
      expect.soft(answer.status, `${one} on ${name}`).toBeLessThan(500);
      if (route.access !== 'public') expect.soft(answer.status).not.toBe(401);
    }
  });

  it('saw the whole catalogue', () => {
    expect(names.length).toBeGreaterThanOrEqual(35);
  });
});
