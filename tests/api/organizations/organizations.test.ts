import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorResponse, Organization, OrganizationRecord } from '#contracts';
import { newId } from '#foundation';
import { createActivationCode } from '../../../platform/server/operations/index.ts';
import { callAtHost } from '../support/call-at-host.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

type Body = OrganizationRecord & ErrorResponse & { items: OrganizationRecord[]; total: number };

let tenants: TwoTenants;
let admin = '';
let ownOrgId = '';
beforeAll(async () => {
  tenants = await startTwoTenants();
  admin = tenants.ownOrg.tokenOf('ADMIN');
  ownOrgId = tenants.ownOrg.organizationId;
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

const call = (method: string, path: string, body?: object, version?: number) =>
  tenants.server.call<Body>(method, path, {
    token: admin,
    body,
    ...(version === undefined ? {} : { headers: { 'if-match': `"v${version}"` } }),
  });

/** Creates an organization without hosts. */
async function addOrganization(name: string): Promise<string> {
  const id = newId();
  await tenants.db.insertInto('organization').values({ id, name, hosts: [] }).execute();
  return id;
}

const activate = (code: unknown, host: string) =>
  callAtHost<ErrorResponse & Organization>(tenants.server, {
    host,
    method: 'POST',
    path: '/organizations/activate',
    body: { code },
  });

describe('an administrator of an organization', () => {
  it('sees only their own organization', async () => {
    const list = await call('GET', '/organizations');
    expect([list.body.total, list.body.items[0]?.id]).toEqual([1, ownOrgId]);
    expect((await call('GET', `/organizations/${ownOrgId}`)).body.name).toBe('Clinic');
    const otherOrgId = tenants.otherOrg.organizationId;
    expect((await call('GET', `/organizations/${otherOrgId}`)).status).toBe(404);
    const stolen = { name: 'Stolen', hosts: [] };
    expect((await call('PUT', `/organizations/${otherOrgId}`, stolen, 1)).status).toBe(404);
    expect((await call('DELETE', `/organizations/${otherOrgId}`, undefined, 1)).status).toBe(404);
  });

  it('renames the organization and removes hosts, but can’t add hosts', async () => {
    const { body } = await call('GET', `/organizations/${ownOrgId}`);
    const path = `/organizations/${ownOrgId}`;
    expect((await call('PUT', path, { name: 'A', hosts: [] })).status).toBe(428);
    const added = await call('PUT', path, { name: 'A', hosts: [...body.hosts, 'x.example'] }, 1);
    expect(added.status).toBe(400);
    expect((await call('PUT', path, { name: ' ', hosts: [] }, 1)).status).toBe(400);
    const changed = await call('PUT', path, { name: 'Renamed', hosts: [] }, 1);
    expect(changed.body).toMatchObject({ name: 'Renamed', hosts: [], version: 2 });
    expect((await call('PUT', path, { name: 'Late', hosts: [] }, 1)).status).toBe(412);
  });

  it('can’t create or delete organizations through the API and learns the commands for it', async () => {
    const created = await call('POST', '/organizations', { name: 'New', hosts: [] });
    expect([created.status, created.body.message]).toEqual([
      403,
      'The API does not create organizations. Run npm run admin -- create-organization on the server.',
    ]);
    const deleted = await call('DELETE', `/organizations/${ownOrgId}`, undefined, 2);
    expect([deleted.status, deleted.body.message]).toEqual([
      403,
      'Organizations are not deleted, because their records are kept. To close one, run npm run admin -- close-organization on the server.',
    ]);
    expect((await call('GET', `/organizations/${ownOrgId}`)).status).toBe(200);
  });

  it('is the only role with access', async () => {
    const token = tenants.ownOrg.tokenOf('PHYSICIAN');
    expect((await tenants.server.call('GET', '/organizations', { token })).status).toBe(403);
  });
});

describe('host activation', () => {
  const lookUp = (host: string) =>
    tenants.server.call<Organization>('GET', `/organizations/domain/${host}`);

  it('accepts a code once, in any letter case, for the host of the call', async () => {
    const id = await addOrganization('Fresh clinic');
    const code = await createActivationCode(tenants.db, id);
    expect(code).toMatch(/^[A-Z]{4}-[A-Z]{4}-[A-Z]{4}$/);
    expect((await lookUp('fresh.example')).status).toBe(404);
    const done = await activate(code.toLowerCase(), 'fresh.example:4300');
    expect([done.status, done.body]).toEqual([200, { id, name: 'Fresh clinic' }]);
    expect((await lookUp('fresh.example')).body.id).toBe(id);
    // A repetition after a lost response returns the same result; for another host the code is
    // invalid.
    expect((await activate(code, 'fresh.example')).body.id).toBe(id);
    const elsewhere = await activate(code, 'other.example');
    expect([elsewhere.status, elsewhere.body.errorType]).toEqual([400, 'BadRequest']);
    expect((await lookUp('other.example')).status).toBe(404);
    const stored = await tenants.db.selectFrom('activationCode').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(code);
    const audit = tenants.db.selectFrom('audit').selectAll().where('organizationId', '=', id);
    expect((await audit.execute()).map(({ act }) => act)).toEqual(['activateOrganization']);
    // A used code does not confirm a host that was removed after the activation.
    await tenants.db.updateTable('organization').set({ hosts: [] }).where('id', '=', id).execute();
    expect((await activate(code, 'fresh.example')).status).toBe(400);
    const hosts = ['fresh.example'];
    await tenants.db.updateTable('organization').set({ hosts }).where('id', '=', id).execute();
  });

  it('rejects a host of another organization and keeps the code valid', async () => {
    const id = await addOrganization('Rival');
    const code = await createActivationCode(tenants.db, id);
    const duplicate = await activate(code, 'fresh.example');
    expect([duplicate.status, duplicate.body.errorType]).toEqual([409, 'HostTaken']);
    expect((await activate(code, 'rival.example')).status).toBe(200);
  });

  it('rejects invalid and expired codes', async () => {
    const id = await addOrganization('Late');
    const expired = await createActivationCode(tenants.db, id, -1);
    expect((await activate(expired, 'late.example')).status).toBe(400);
    for (const code of ['', 'ABCD', 'ABCD-EFGH-IJK1', 'ABCDEFGHIJKL', 7, null]) {
      expect((await activate(code, 'late.example')).status, String(code)).toBe(400);
    }
  });

  it('limits the rate of guesses', async () => {
    const statuses = [];
    for (let count = 0; count < 22; count++) {
      const letters = newId().replaceAll(/[^a-f]/g, '');
      const wrongCode = `AAAA-BBBB-${letters.padEnd(4, 'Z').slice(0, 4)}`;
      statuses.push((await activate(wrongCode, 'x.example')).status);
    }
    expect(statuses.at(-1)).toBe(429);
    const id = await addOrganization('Slowed');
    const code = await createActivationCode(tenants.db, id);
    expect((await activate(code, 'slowed.example')).status).toBe(429);
  });
});
