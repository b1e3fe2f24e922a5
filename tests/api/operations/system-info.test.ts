import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXTENSION_API_VERSION, type PublicConfig, type SystemInfo } from '#contracts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

let tenants: TwoTenants;
beforeAll(async () => {
  tenants = await startTwoTenants();
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

describe('the system information for administrators', () => {
  it('contains versions, figures and components', async () => {
    const token = tenants.ownOrg.tokenOf('ADMIN');
    const { status, body } = await tenants.server.call<SystemInfo>('GET', '/system-info', {
      token,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.status).toBe('ready');
    expect(body.parts).toMatchObject({ database: 'up', broker: 'up' });
    expect(body.database.version).toMatch(/^PostgreSQL \d+/);
    expect(body.database.sizeBytes).toBeGreaterThan(1_000_000);
    expect(body.database.migrations).toContain('0008-operations');
    expect(body.store).toMatchObject({ files: 0, bytes: 0 });
    expect(body.store.freeBytes).toBeGreaterThan(0);
    expect(body.extensions.map(({ id }) => id)).toContain('scanner');
    expect(new Intl.DateTimeFormat('en', { timeZone: body.timeZone })).toBeDefined();
  });

  it('has the version of the product, as the sign-in page and the API description do', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const token = tenants.ownOrg.tokenOf('ADMIN');
    const { body } = await tenants.server.call<SystemInfo>('GET', '/system-info', { token });
    expect(body).toMatchObject({ version, extensionApiVersion: EXTENSION_API_VERSION });
    const config = await tenants.server.call<PublicConfig>('GET', '/config');
    expect(config.body.version).toBe(version);
    const described = await fetch(`${tenants.server.url}/api/openapi.json`);
    expect(await described.json()).toMatchObject({ info: { version } });
  });

  it('contains no secrets and no paths of the machine', async () => {
    const token = tenants.ownOrg.tokenOf('ADMIN');
    const { body } = await tenants.server.call('GET', '/system-info', { token });
    const text = JSON.stringify(body);
    for (const secret of [
      tenants.server.apiKey,
      tenants.server.dataFolder,
      process.cwd(),
      '/tmp/',
    ]) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toMatch(/postgres(ql)?:\/\//);
  });

  it('is denied to all other roles', async () => {
    for (const role of ['OPERATOR', 'PHYSICIAN', 'VIEWER', 'BLIND_ANNOTATOR'] as const) {
      const token = tenants.ownOrg.tokenOf(role);
      expect((await tenants.server.call('GET', '/system-info', { token })).status).toBe(403);
    }
    expect((await tenants.server.call('GET', '/system-info')).status).toBe(401);
  });
});
