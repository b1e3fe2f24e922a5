import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorResponse, StoredDeviceSettings } from '#contracts';
import { newId } from '#foundation';
import { aPatient } from '../support/records.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

type Body = StoredDeviceSettings &
  ErrorResponse & { errors: { field: string }[]; items: StoredDeviceSettings[]; total: number };

let tenants: TwoTenants;
let operator = '';
beforeAll(async () => {
  tenants = await startTwoTenants();
  operator = tenants.ownOrg.tokenOf('OPERATOR');
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

const call = (
  method: string,
  path: string,
  options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
) => tenants.server.call<Body>(method, path, { token: operator, ...options });
const save = (body: object, token = operator) => call('POST', '/devicesettings', { body, token });
async function must(...request: Parameters<typeof call>): Promise<Body> {
  const { status, body } = await call(...request);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const ifMatch = (version: number) => ({ 'if-match': `"v${version}"` });

describe('device settings', () => {
  it('have product defaults where none are configured', async () => {
    const { id: userId } = tenants.ownOrg.accountOf('OPERATOR');
    const response = await save({ userId });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    expect(response.body).toMatchObject({
      devSetSchemaVersion: 1,
      compound: false,
      doubler: true,
      dynamicRange: 60,
      frequency: 5_000_000,
      focus: 25,
      filterName: 'FAMODE3',
      depth: 45,
      acquisitionMode: 'RF',
      mode: 'AUTO',
      cupDepth: null,
      userId,
      patientId: null,
    });
  });

  it('out of range or with an unknown filter are rejected by field', async () => {
    for (const [field, value] of [
      ['frequency', 0],
      ['depth', 'deep'],
      ['filterName', 'FAMODE5'],
      ['devSetSchemaVersion', 1.5],
      ['cupDepth', -1],
    ] as const) {
      const response = await save({ [field]: value });
      expect([response.status, response.body.errors?.[0]?.field]).toEqual([400, field]);
    }
  });

  it('for a cup depth form one preset per version', async () => {
    const preset = { cupDepth: 41.5, depth: 40 };
    const body = { devSetSchemaVersion: 1, cupDepth: 41.5 };
    const path = '/devicesettings/actions/getSettingsByVersionAndCupDepth';
    expect((await call('POST', path, { body })).status).toBe(404);
    const saved = await save(preset);
    const duplicate = await save(preset);
    expect([duplicate.status, duplicate.body.errorType]).toEqual([409, 'DuplicateDeviceSettings']);
    expect((await save({ ...preset, devSetSchemaVersion: 2 })).status).toBe(200);
    const viewer = tenants.ownOrg.tokenOf('VIEWER');
    expect((await call('POST', path, { body, token: viewer })).body).toEqual(saved.body);
    const otherToken = tenants.otherOrg.tokenOf('VIEWER');
    expect((await call('POST', path, { body, token: otherToken })).status).toBe(404);
  });

  it('of a user can’t be saved by other users', async () => {
    const { id } = tenants.ownOrg.accountOf('OPERATOR');
    const created = await save({ userId: id, focus: 30 });
    expect(created.body.userId).toBe(id);
    const list = await call('GET', `/accounts/${id}/deviceSettings`);
    expect(list.body.items[0]).toEqual(created.body);
    const physician = tenants.ownOrg.accountOf('PHYSICIAN').id;
    expect((await save({ userId: physician })).status).toBe(404);
    const otherList = await call('GET', `/accounts/${physician}/deviceSettings`);
    expect([otherList.status, otherList.body.total]).toEqual([200, 0]);
    await tenants.db
      .updateTable('deviceSetting')
      .set({ accountId: physician })
      .where('id', '=', created.body.id)
      .execute();
    const headers = ifMatch(1);
    for (const [method, body] of [['PUT', { focus: 31 }], ['DELETE']] as const) {
      const response = await call(method, `/devicesettings/${created.body.id}`, { headers, body });
      expect(response.status, method).toBe(403);
    }
    const foreign = tenants.otherOrg.accountOf('OPERATOR').id;
    expect((await call('GET', `/accounts/${foreign}/deviceSettings`)).status).toBe(404);
  });

  it('of a scan are returned as the last used settings of the patient and can’t be changed', async () => {
    const { patientId } = tenants.ownOrg;
    const path = `/devicesettings/lastUsed/${patientId}`;
    expect((await call('GET', path)).status).toBe(404);
    const physician = tenants.ownOrg.tokenOf('PHYSICIAN');
    const preset = await save({ depth: 50 }, physician);
    expect(preset.status).toBe(403);
    const scanId = await tenants.ownOrg.addScan();
    const first = await save({ scanId, depth: 50, mode: 'MANUAL' }, physician);
    expect(first.body).toMatchObject({ scanId, patientId, depth: 50, mode: 'MANUAL' });
    const second = await save({ scanId: await tenants.ownOrg.addScan(), depth: 51 });
    expect((await call('GET', path)).body).toEqual(second.body);
    const otherToken = tenants.otherOrg.tokenOf('OPERATOR');
    expect((await call('GET', path, { token: otherToken })).status).toBe(404);
    expect((await save({ scanId }, otherToken)).status).toBe(404);
    const headers = ifMatch(1);
    const settingsPath = `/devicesettings/${first.body.id}`;
    for (const method of ['PUT', 'DELETE']) {
      const response = await call(method, settingsPath, {
        headers,
        body: method === 'PUT' ? {} : undefined,
      });
      expect([response.status, response.body.errorType]).toEqual([409, 'SettingsOfScan']);
    }
  });

  it('follow their scan to the patient of its corrected study, and leave with a deleted scan', async () => {
    const newPatient = async () => (await must('POST', '/patients', { body: aPatient() })).id;
    const newStudy = async (patientId: string) =>
      (await must('POST', '/studies', { body: { patientId, accessionNumber: null } })).id;
    const lastUsed = (patientId: string) => call('GET', `/devicesettings/lastUsed/${patientId}`);
    const [wrong, right] = [await newPatient(), await newPatient()];
    const scanOf = async (patientId: string) => {
      const body = { studyId: await newStudy(patientId), laterality: 'R' };
      return (await must('POST', '/scans', { body })).id;
    };
    const earlier = await save({ scanId: await scanOf(wrong), depth: 50 });
    const scanId = await scanOf(wrong);
    const moved = await save({ scanId, depth: 51 });
    expect((await lastUsed(wrong)).body).toEqual(moved.body);
    const correction = { reason: 'Wrong patient', studyId: await newStudy(right) };
    const path = `/scans/${scanId}`;
    await must('POST', `${path}/actions/correct`, { headers: ifMatch(1), body: correction });
    expect((await lastUsed(wrong)).body).toEqual(earlier.body);
    const current = { ...moved.body, patientId: right };
    expect((await lastUsed(right)).body).toEqual(current);
    expect((await call('GET', `/devicesettings/${moved.body.id}`)).body).toEqual(current);
    await must('DELETE', path, { headers: ifMatch(2), body: { reason: 'Wrong scan' } });
    expect((await lastUsed(right)).status).toBe(404);
  });

  it('can be saved by a device only for its own scans', async () => {
    const device = tenants.ownOrg.deviceToken;
    const scanId = await tenants.ownOrg.addScan();
    const saved = await save({ scanId, depth: 52 }, device);
    expect([saved.status, saved.body.scanId, saved.body.userId]).toEqual([200, scanId, null]);
    expect((await save({ depth: 52 }, device)).status).toBe(403);
    expect((await save({ scanId, depth: 52 }, tenants.otherOrg.deviceToken)).status).toBe(404);
    await tenants.db.updateTable('scan').set({ deviceId: null }).where('id', '=', scanId).execute();
    expect((await save({ scanId, depth: 53 }, device)).status).toBe(404);
  });

  it('are changed and deleted only with the current version', async () => {
    const saved = await save({ cupDepth: 90 });
    const path = `/devicesettings/${saved.body.id}`;
    const body = { cupDepth: 90, compound: true };
    expect((await call('PUT', path, { body })).status).toBe(428);
    const changed = await call('PUT', path, { headers: ifMatch(1), body });
    expect(changed.body).toMatchObject({ version: 2, compound: true, depth: 45 });
    expect((await call('PUT', path, { headers: ifMatch(1), body })).status).toBe(412);
    const physician = { token: tenants.ownOrg.tokenOf('PHYSICIAN'), headers: ifMatch(2) };
    expect((await call('DELETE', path, physician)).status).toBe(403);
    expect((await call('DELETE', path, { headers: ifMatch(2) })).status).toBe(200);
    expect((await call('GET', path)).status).toBe(404);
    expect((await save({ cupDepth: 90 })).status).toBe(200);
  });

  it('sent again under the same id are stored once', async () => {
    const id = newId();
    const first = await save({ id, cupDepth: 95, depth: 44 });
    expect(first.status).toBe(200);
    const countSettings = async () => (await call('GET', '/devicesettings')).body.total;
    const count = await countSettings();
    expect((await save({ id, cupDepth: 95, depth: 44 })).body).toEqual(first.body);
    expect(await countSettings()).toBe(count);
  });
});
