import { describe, expect, it } from 'vitest';
import { readConfig, readOrganization } from './read-config.ts';

const respondWith = (status: number, body: string): typeof fetch =>
  (async () => new Response(body, { status })) as typeof fetch;
const unreachable: typeof fetch = (async () => {
  throw new TypeError('Failed to fetch');
}) as typeof fetch;

describe('the start configuration', () => {
  it('contains the values of the sign-in page', async () => {
    const read = await readConfig(respondWith(200, '{"version":"0.1.0","apiKey":"demo-key"}'));
    expect(read.ok && read.value.apiKey).toBe('demo-key');
  });

  it.each([
    ['no server', unreachable, 'OFFLINE'],
    ['a server that is starting', respondWith(503, ''), 'CONFIG_REFUSED'],
    ['the page of a proxy', respondWith(200, '<html>'), 'CONFIG_INVALID'],
    ['a configuration without a key', respondWith(200, '{"version":"1"}'), 'CONFIG_INVALID'],
    ['null', respondWith(200, 'null'), 'CONFIG_INVALID'],
  ])('reports the failure: %s', async (_what, fetcher, code) => {
    const read = await readConfig(fetcher);
    expect(read.ok ? 'ok' : read.problem.code).toBe(code);
  });

  it('distinguishes a host without an organization from an unreachable server', async () => {
    const named = respondWith(200, '{"id":"1","name":"Northfield Breast Centre"}');
    expect(await readOrganization('localhost', 'key', named)).toEqual({
      kind: 'named',
      name: 'Northfield Breast Centre',
    });
    expect(await readOrganization('localhost', 'key', respondWith(404, '{}'))).toEqual({
      kind: 'none',
    });
    expect(await readOrganization('localhost', 'key', unreachable)).toEqual({ kind: 'unknown' });
  });
});
