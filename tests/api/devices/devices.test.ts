import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivatedDevice, Device, ErrorResponse } from '#contracts';
import { newId } from '#foundation';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

type Body = Device & ErrorResponse & { data: Device; errors: { field: string }[]; items: Device[] };

let tenants: TwoTenants;
let admin = '';
beforeAll(async () => {
  tenants = await startTwoTenants();
  admin = tenants.ownOrg.tokenOf('ADMIN');
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

const call = <T = Body>(
  method: string,
  path: string,
  options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
) => tenants.server.call<T>(method, path, { token: admin, ...options });
const ifMatch = (version: number) => ({ 'if-match': `"v${version}"` });
const aDevice = (serialNumber = `SN-${newId()}`) => ({ serialNumber, model: 'Scanner 1' });
async function createDevice(serialNumber?: string): Promise<Device> {
  const response = await call('POST', '/devices', { body: aDevice(serialNumber) });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
}

describe('a device', () => {
  it('without a serial number or model is rejected by field', async () => {
    for (const [field, body] of [
      ['serialNumber', { serialNumber: ' ', model: 'x' }],
      ['serialNumber', { serialNumber: '<b>', model: 'x' }],
      ['model', { serialNumber: 'SN', model: ' ' }],
    ] as const) {
      const response = await call('POST', '/devices', { body });
      expect([response.status, response.body.errors?.[0]?.field]).toEqual([400, field]);
    }
  });

  it('is created once per serial number, and once per id for repeated requests', async () => {
    const body = { ...aDevice(), id: newId() };
    const first = await call('POST', '/devices', { body });
    expect(first.body).toMatchObject({ id: body.id, version: 1, activatedAt: null });
    const again = await call('POST', '/devices', { body });
    expect([again.status, again.body.id]).toEqual([200, body.id]);
    const sameSerial = await call('POST', '/devices', { body: aDevice(body.serialNumber) });
    expect([sameSerial.status, sameSerial.body.errorType]).toEqual([409, 'DuplicateSerialNumber']);
    const sameId = await call('POST', '/devices', { body: { ...aDevice(), id: body.id } });
    expect([sameId.status, sameId.body.errorType]).toEqual([409, 'Conflict']);
    // A scanner of another organization may have the same serial number.
    const otherRequest = {
      token: tenants.otherOrg.tokenOf('ADMIN'),
      body: aDevice(body.serialNumber),
    };
    expect((await call('POST', '/devices', otherRequest)).status).toBe(200);
  });

  it('is listed newest first, whatever its serial number', async () => {
    const organization = `/organization/${tenants.ownOrg.organizationId}/devices`;
    const created = [];
    for (const prefix of ['B', 'C', 'A']) created.push(await createDevice(`${prefix}-${newId()}`));
    const newest = created.map(({ id }) => id).toReversed();
    for (const path of ['/devices?limit=3', organization]) {
      const { items } = (await call('GET', path)).body;
      expect(
        items.slice(0, 3).map(({ id }) => id),
        path,
      ).toEqual(newest);
    }
  });

  it('is found by id, by serial number and in both lists', async () => {
    const device = await createDevice();
    const viewer = { token: tenants.ownOrg.tokenOf('VIEWER') };
    expect((await call('GET', `/devices/${device.id}`, viewer)).body).toEqual(device);
    const bySerial = await call('GET', `/devices/serial/${device.serialNumber}`, viewer);
    expect(bySerial.body).toEqual(device);
    expect((await call('GET', '/devices?limit=1', viewer)).body.items).toEqual([device]);
    const organization = `/organization/${tenants.ownOrg.organizationId}/devices`;
    expect((await call('GET', organization, viewer)).body.items).toContainEqual(device);
    expect((await call('GET', '/devices/serial/NONE', viewer)).status).toBe(404);
    const otherCaller = { token: tenants.otherOrg.tokenOf('ADMIN') };
    expect((await call('GET', `/devices/${device.id}`, otherCaller)).status).toBe(404);
    const path = `/devices/serial/${device.serialNumber}`;
    expect((await call('GET', path, otherCaller)).status).toBe(404);
  });

  it('can be changed only by administrators with the current version', async () => {
    const device = await createDevice();
    const path = `/devices/${device.id}`;
    const body = aDevice();
    expect((await call('PUT', path, { body })).status).toBe(428);
    const physician = { token: tenants.ownOrg.tokenOf('PHYSICIAN'), headers: ifMatch(1), body };
    expect((await call('PUT', path, physician)).status).toBe(403);
    expect((await call('PUT', path, { headers: ifMatch(1), body })).body).toMatchObject({
      version: 2,
      serialNumber: body.serialNumber,
    });
    const late = await call('PUT', path, { headers: ifMatch(1), body: aDevice() });
    expect([late.status, late.body.data.version]).toEqual([412, 2]);
  });

  it('that is deleted disappears from all lists and frees its serial number', async () => {
    const device = await createDevice();
    const path = `/devices/${device.id}`;
    expect((await call('DELETE', path)).status).toBe(428);
    expect((await call('DELETE', path, { headers: ifMatch(1) })).status).toBe(200);
    expect((await call('DELETE', path, { headers: ifMatch(1) })).status).toBe(404);
    expect((await call('GET', path)).status).toBe(404);
    const operator = { token: tenants.ownOrg.tokenOf('OPERATOR') };
    for (const action of ['lease', 'release']) {
      expect((await call('POST', `${path}/actions/${action}`, operator)).status, action).toBe(404);
    }
    const list = await call('GET', '/devices?limit=200');
    expect(list.body.items.map(({ id }) => id)).not.toContain(device.id);
    expect((await createDevice(device.serialNumber)).id).not.toBe(device.id);
    const storedRow = tenants.db.selectFrom('device').selectAll().where('id', '=', device.id);
    expect((await storedRow.executeTakeFirstOrThrow()).deletedBy).toBe(
      tenants.ownOrg.accountOf('ADMIN').id,
    );
  });
});

describe('activating a device', () => {
  /** The server updates the time of the last contact at most once in this time. */
  const CONTACT_RESOLUTION_MS = 60_000;
  const activate = (id: string, headers = {}) =>
    call<ActivatedDevice>('POST', `/devices/${id}/actions/activate`, { headers });
  const scanPath = async () => `/scans/${await tenants.ownOrg.addScan()}`;

  it('returns a working credential that is not stored and ends with the next activation', async () => {
    const device = await createDevice();
    const headers = { 'idempotency-key': newId() };
    const first = await activate(device.id, headers);
    expect(first.body.device.activatedAt).not.toBeNull();
    const { token } = first.body;
    expect((await call('GET', '/devices', { token })).status).toBe(403);
    const second = await activate(device.id, headers);
    expect(second.body.token).not.toBe(token);
    expect(second.body.device.activatedAt).toBe(first.body.device.activatedAt);
    const path = await scanPath();
    expect((await call('GET', path, { token })).status).toBe(401);
    const accepted = await call('GET', path, { token: second.body.token });
    expect(accepted.status).not.toBe(401);
    const rows = await Promise.all([
      tenants.db.selectFrom('idempotency').selectAll().execute(),
      tenants.db.selectFrom('audit').selectAll().execute(),
      tenants.db.selectFrom('sessionToken').selectAll().execute(),
    ]);
    expect(JSON.stringify(rows)).not.toContain(second.body.token);
    expect(tenants.server.log()).not.toContain(second.body.token);
  });

  it('reports the last contact only after the first call, and resets it with new credentials', async () => {
    const device = await createDevice();
    const { token } = (await activate(device.id)).body;
    const lastSeenAt = async () => (await call('GET', `/devices/${device.id}`)).body.lastSeenAt;
    expect(await lastSeenAt()).toBeNull();
    const callMs = Date.now();
    await call('GET', await scanPath(), { token });
    expect(Date.parse((await lastSeenAt()) ?? '')).toBeGreaterThan(callMs - CONTACT_RESOLUTION_MS);
    await activate(device.id);
    expect(await lastSeenAt()).toBeNull();
  });

  it('is allowed only to administrators for devices of their organization', async () => {
    const path = `/devices/${tenants.ownOrg.deviceId}/actions/activate`;
    const operator = { token: tenants.ownOrg.tokenOf('OPERATOR') };
    expect((await call('POST', path, operator)).status).toBe(403);
    expect((await activate(tenants.otherOrg.deviceId)).status).toBe(404);
    expect((await activate(newId())).status).toBe(404);
  });

  it('gives a credential that a later deletion revokes', async () => {
    const device = await createDevice();
    const { body } = await activate(device.id);
    const path = await scanPath();
    expect((await call('GET', path, { token: body.token })).status).not.toBe(401);
    await call('DELETE', `/devices/${device.id}`, { headers: ifMatch(2) });
    expect((await call('GET', path, { token: body.token })).status).toBe(401);
  });
});
