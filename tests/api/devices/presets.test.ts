import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorResponse, StoredDeviceSettings } from '#contracts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

type Body = StoredDeviceSettings &
  ErrorResponse & {
    errors: { field: string; message: string }[];
    items: StoredDeviceSettings[];
    total: number;
  };

let tenants: TwoTenants;
let admin = '';
let operator = '';
beforeAll(async () => {
  tenants = await startTwoTenants();
  admin = tenants.ownOrg.tokenOf('ADMIN');
  operator = tenants.ownOrg.tokenOf('OPERATOR');
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

const call = (method: string, path: string, token: string, body?: unknown, version?: number) =>
  tenants.server.call<Body>(method, path, {
    token,
    body,
    ...(version === undefined ? {} : { headers: { 'if-match': `"v${version}"` } }),
  });
const create = (token: string, body: object) => call('POST', '/devicesettings', token, body);
const BY_CUP = '/devicesettings/actions/getSettingsByVersionAndCupDepth';

describe('the presets of device settings', () => {
  it('are created, changed and deleted by an administrator, and used by operators', async () => {
    const created = await create(admin, { cupDepth: 45, depth: 42, focus: 22 });
    expect(created.status, JSON.stringify(created.body)).toBe(200);
    const path = `/devicesettings/${created.body.id}`;
    const taken = async () =>
      (await call('POST', BY_CUP, operator, { devSetSchemaVersion: 1, cupDepth: 45 })).body;
    expect(await taken()).toEqual(created.body);
    const changed = await call('PUT', path, admin, { cupDepth: 45, depth: 48 }, 1);
    expect([changed.status, changed.body.version]).toEqual([200, 2]);
    expect(await taken()).toMatchObject({ depth: 48, focus: 25 });
    expect((await call('PUT', path, admin, { cupDepth: 45 }, 1)).status).toBe(412);
    expect((await call('GET', path, admin)).body).toEqual(changed.body);
    expect((await call('DELETE', path, admin, undefined, 2)).status).toBe(200);
    expect((await taken()).message).toBeDefined();
    const restored = await create(admin, { cupDepth: 45, depth: 48 });
    expect(await taken()).toEqual(restored.body);
  });

  it('are listed without the settings of users and scans', async () => {
    const preset = (await create(operator, { cupDepth: 61.5 })).body;
    const { id: userId } = tenants.ownOrg.accountOf('OPERATOR');
    await create(operator, { userId, cupDepth: 61.5 });
    await create(operator, { scanId: await tenants.ownOrg.addScan(), cupDepth: 61.5 });
    for (const [token, query] of [
      [operator, '?kind=preset'],
      [admin, '?kind=preset'],
      [admin, ''],
    ] as const) {
      const { body } = await call('GET', `/devicesettings${query}`, token);
      expect(body.items).toContainEqual(preset);
      expect(body.total).toBe(body.items.length);
      for (const item of body.items) {
        expect([item.userId, item.scanId]).toEqual([null, null]);
        expect(item.cupDepth).not.toBeNull();
      }
    }
    const all = await call('GET', '/devicesettings?limit=200', operator);
    expect(all.body.items.some((item) => item.userId === userId)).toBe(true);
  });

  it('are all that an administrator can see and change', async () => {
    const { id: userId } = tenants.ownOrg.accountOf('OPERATOR');
    const scanId = await tenants.ownOrg.addScan();
    const own = (await create(operator, { userId })).body.id;
    const ofScan = (await create(operator, { scanId })).body.id;
    for (const id of [own, ofScan]) {
      const path = `/devicesettings/${id}`;
      expect((await call('GET', path, admin)).status).toBe(404);
      expect((await call('PUT', path, admin, { cupDepth: 45 }, 1)).status).toBe(404);
      expect((await call('DELETE', path, admin, undefined, 1)).status).toBe(404);
    }
    const adminId = tenants.ownOrg.accountOf('ADMIN').id;
    for (const body of [{ userId: adminId }, { scanId }]) {
      const response = await create(admin, body);
      expect([response.status, response.body.code]).toEqual([403, 'SETTINGS_PRESET_ONLY']);
    }
  });

  it('need a cup depth', async () => {
    for (const token of [admin, operator]) {
      const missing = await create(token, { depth: 50 });
      expect([missing.status, missing.body.errors?.[0]?.field]).toEqual([400, 'cupDepth']);
    }
    const preset = (await create(admin, { cupDepth: 71 })).body;
    const path = `/devicesettings/${preset.id}`;
    for (const token of [admin, operator]) {
      const response = await call('PUT', path, token, { depth: 50 }, 1);
      expect([response.status, response.body.errors?.[0]?.field]).toEqual([400, 'cupDepth']);
    }
    expect((await call('GET', path, admin)).body).toEqual(preset);
  });

  it('are limited to values that the scanner can apply', async () => {
    for (const [field, low, high] of [
      ['frequency', 900_000, 20_500_000],
      ['focus', 4, 61],
      ['depth', 19, 81],
      ['dynamicRange', 19, 121],
    ] as const) {
      for (const value of [low, high]) {
        const response = await create(admin, { cupDepth: 81, [field]: value });
        expect([response.status, response.body.errors?.[0]?.field]).toEqual([400, field]);
      }
    }
  });

  it('can’t be changed by users without permission', async () => {
    const preset = (await create(admin, { cupDepth: 91 })).body;
    const path = `/devicesettings/${preset.id}`;
    for (const role of ['PHYSICIAN', 'VIEWER', 'BLIND_ANNOTATOR'] as const) {
      const token = tenants.ownOrg.tokenOf(role);
      expect((await create(token, { cupDepth: 92 })).status, role).toBe(403);
      expect((await call('PUT', path, token, { cupDepth: 91 }, 1)).status, role).toBe(403);
      expect((await call('DELETE', path, token, undefined, 1)).status, role).toBe(403);
    }
    const otherAdmin = tenants.otherOrg.tokenOf('ADMIN');
    expect((await call('PUT', path, otherAdmin, { cupDepth: 91 }, 1)).status).toBe(404);
    const foreign = await call('GET', '/devicesettings?kind=preset', otherAdmin);
    expect(foreign.body.total).toBe(0);
  });
});

describe('the saved settings of a user', () => {
  it('are listed without the settings of scans that the user recorded', async () => {
    const { id: userId } = tenants.ownOrg.accountOf('PHYSICIAN');
    const physician = tenants.ownOrg.tokenOf('PHYSICIAN');
    const scanId = await tenants.ownOrg.addScan();
    expect((await create(physician, { scanId, depth: 52 })).body.scanId).toBe(scanId);
    const list = await call('GET', `/accounts/${userId}/deviceSettings`, physician);
    expect([list.status, list.body.total]).toEqual([200, 0]);
  });
});
