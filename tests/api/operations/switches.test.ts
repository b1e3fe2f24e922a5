import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorResponse, OrganizationSwitches, PublicConfig, SiteFile } from '#contracts';
import { callAtHost } from '../support/call-at-host.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

type Body = OrganizationSwitches & ErrorResponse;

let tenants: TwoTenants;
let admin = '';
let ownOrgId = '';
const OWN_HOST = 'own.example';
beforeAll(async () => {
  tenants = await startTwoTenants();
  admin = tenants.ownOrg.tokenOf('ADMIN');
  ownOrgId = tenants.ownOrg.organizationId;
  await tenants.db
    .updateTable('organization')
    .set({ hosts: [OWN_HOST] })
    .where('id', '=', ownOrgId)
    .execute();
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

const changeSwitch = (body: object, id = ownOrgId, token = admin) =>
  tenants.server.call<Body>('PUT', `/organizations/${id}/switches`, { token, body });
const listSwitches = async () =>
  (await tenants.server.call<Body>('GET', `/organizations/${ownOrgId}/switches`, { token: admin }))
    .body.items;
const findSwitch = async (name: string) =>
  (await listSwitches()).find((item) => item.name === name);

/** Returns the public configuration under this host name. */
async function configAt(host: string): Promise<PublicConfig> {
  const call = { host, method: 'GET', path: '/config' };
  return (await callAtHost<PublicConfig>(tenants.server, call)).body;
}

describe('a switch that an administrator cannot change', () => {
  it('is rejected with a reason if administration needs the extension or the site disables the extension', async () => {
    const needed = await changeSwitch({ kind: 'extension', name: 'admin', enabled: false });
    expect([needed.status, needed.body.message]).toEqual([
      409,
      'Administration can’t be switched off, because it is needed to switch it on again.',
    ]);
    // The test site disables its scanner.
    const site = await changeSwitch({ kind: 'extension', name: 'scanner', enabled: true });
    expect([site.status, site.body.message]).toEqual([
      409,
      'The site configuration keeps this off. An organization can’t switch it on.',
    ]);
    expect(await findSwitch('admin')).toMatchObject({ enabled: true, locked: 'needed' });
    expect(await findSwitch('scanner')).toMatchObject({
      enabled: false,
      locked: 'site',
      origin: 'site',
    });
    expect((await configAt(OWN_HOST)).extensions.scanner?.enabled).toBe(false);
  });

  it('is rejected if its name is unknown or invalid', async () => {
    const unknown = await changeSwitch({ kind: 'extension', name: 'no-such', enabled: false });
    expect(unknown.status).toBe(404);
    for (const body of [
      { kind: 'extension', name: 'Scanner!', enabled: false },
      { kind: 'page', name: 'scanner', enabled: false },
      { kind: 'mode', name: 'reading', enabled: 'no' },
      { kind: 'mode', name: 'reading', enabled: false, by: 'x' },
    ]) {
      expect((await changeSwitch(body)).status, JSON.stringify(body)).toBe(400);
    }
  });

  it('is reserved for administrators of the same organization', async () => {
    const body = { kind: 'mode', name: 'reading', enabled: false };
    expect((await changeSwitch(body, tenants.otherOrg.organizationId)).status).toBe(404);
    expect((await changeSwitch(body, ownOrgId, tenants.ownOrg.tokenOf('PHYSICIAN'))).status).toBe(
      403,
    );
    expect(await findSwitch('reading')).toBeUndefined();
  });
});

describe('an administrator’s switch', () => {
  it('affects only pages under the hosts of the organization, until reset', async () => {
    const off = await changeSwitch({ kind: 'extension', name: 'reporting', enabled: false });
    expect(off.status).toBe(200);
    expect(await findSwitch('reporting')).toMatchObject({
      enabled: false,
      origin: 'administrator',
    });
    expect((await configAt(OWN_HOST)).extensions.reporting).toEqual({
      enabled: false,
      settings: {},
      decidedBy: 'administrator',
    });
    expect((await configAt('other.example')).extensions.reporting).toBeUndefined();
    expect((await configAt('127.0.0.1')).extensions.reporting).toBeUndefined();

    await changeSwitch({ kind: 'extension', name: 'reporting', enabled: null });
    expect(await findSwitch('reporting')).toMatchObject({ enabled: true, origin: 'default' });
    expect((await configAt(OWN_HOST)).extensions.reporting).toBeUndefined();
  });

  it('applies to modes, is idempotent, and leaves no row when enabled again', async () => {
    const off = { kind: 'mode', name: 'reading', enabled: false };
    await Promise.all([changeSwitch(off), changeSwitch(off), changeSwitch(off)]);
    expect((await configAt(OWN_HOST)).modes).toEqual({
      reading: { enabled: false, decidedBy: 'administrator' },
    });
    await changeSwitch({ ...off, enabled: true });
    expect((await configAt(OWN_HOST)).modes).toEqual({});
    const rows = await tenants.db.selectFrom('organizationSwitch').selectAll().execute();
    expect(rows).toEqual([]);
  });

  it('is audited with the switched name', async () => {
    const audit = await tenants.db
      .selectFrom('audit')
      .select(['act', 'outcome', 'subject'])
      .where('organizationId', '=', ownOrgId)
      .where('act', '=', 'changeSwitch')
      .where('outcome', '=', 'done')
      .orderBy('seq')
      .execute();
    expect(audit[0]?.subject).toEqual({
      id: ownOrgId,
      kind: 'extension',
      name: 'reporting',
      enabled: 'off',
    });
  });
});

describe('the site file', () => {
  it('is shown with the origin of each value, without keys, users and paths', async () => {
    const { body } = await tenants.server.call<SiteFile>('GET', '/system-info/site', {
      token: admin,
    });
    expect(body.file).toBe('site.json');
    expect(body.origins).toMatchObject({
      name: 'site',
      extensions: 'site',
      'extensions.scanner': 'site',
      'server.port': 'environment',
    });
    const text = JSON.stringify(body);
    expect(text).not.toContain(tenants.server.apiKey);
    expect(text).not.toContain(tenants.server.dataFolder);
    expect(text).not.toContain('postgres://');
  });
});
