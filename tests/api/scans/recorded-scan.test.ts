import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type CorrectedScan,
  type DeviceState,
  type ErrorResponse,
  type Scan,
  type ScanFile,
  topics,
} from '#contracts';
import { newId } from '#foundation';
import { aDeviceStatus } from '#testing';
import {
  addCompletedScan,
  addPreliminaryReport,
  addStudy,
  startSigningTenants,
  trySigning,
} from '../support/completed-scans.ts';
import { ifVersion, type TenantCalls } from '../support/tenant-calls.ts';

const REASON = 'The wrong patient was on the couch';
let calls: TenantCalls;
let device: MqttClient | null = null;
/** Number of the device's last status; grows over all tests, as over the runs of a service. */
let seq = 0;
let scan: Scan;
beforeAll(async () => {
  calls = await startSigningTenants();
});
afterAll(() => calls?.[Symbol.asyncDispose]());
beforeEach(async () => {
  scan = await startedScan();
});
afterEach(async () => {
  if (device !== null) await publishStatus({ state: 'offline', scanId: null });
  await device?.endAsync();
  device = null;
});

/** Creates a scan of the right breast in its first attempt, without frames. */
async function startedScan(studyId = calls.tenants.ownOrg.studyId): Promise<Scan> {
  const { deviceId } = calls.tenants.ownOrg;
  const { id } = await calls.must<Scan>('OPERATOR', 'POST', '/scans', {
    body: { studyId, laterality: 'R', protocol: 'UQQ', deviceId },
  });
  return updateState('I', 1, id);
}

async function updateState(state: 'N' | 'I', epoch: number, id = scan.id): Promise<Scan> {
  const response = await callAsDevice<Scan>(
    'POST',
    `/scans/${id}/actions/updateScanState/${state}`,
    {
      epoch,
    },
  );
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
}

function callAsDevice<T>(method: string, path: string, body: object) {
  const { server, ownOrg } = calls.tenants;
  return server.call<T>(method, path, { token: ownOrg.deviceToken, body });
}

const registerFrame = (frameIdx = 0, epoch = 1) =>
  callAsDevice<ScanFile & ErrorResponse>('POST', '/scanfiles', {
    id: newId(),
    scanId: scan.id,
    fileCategory: 'SCAN_IMAGE',
    fileName: `cen-${epoch}-${frameIdx}.nrrd`,
    fileExtension: 'nrrd',
    header: { sizes: '256 256', sweep: 'CEN', frameIdx, epoch },
  });

/** Moves the registration of all frames of the scan back in time. */
async function ageFrames(seconds: number): Promise<void> {
  await calls.tenants.db
    .updateTable('scanFile')
    .set({ createdAt: new Date(Date.now() - seconds * 1000).toISOString() })
    .where('scanId', '=', scan.id)
    .execute();
}

async function publishStatus(status: {
  readonly state: DeviceState;
  readonly scanId: string | null;
}): Promise<void> {
  const { server, ownOrg } = calls.tenants;
  const { organizationId, deviceId, deviceToken } = ownOrg;
  device ??= await mqtt.connectAsync(`${server.url.replace('http', 'ws')}/mqtt`, {
    username: `device:${deviceId}`,
    password: deviceToken,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  seq += 1;
  const message = aDeviceStatus({
    at: new Date().toISOString(),
    epoch: status.scanId === null ? 0 : 1,
    seq,
    connected: status.state !== 'offline',
    ...status,
  });
  const topic = topics.status(organizationId, deviceId);
  await device.publishAsync(topic, JSON.stringify(message), { qos: 1, retain: true });
}

const readScan = () => calls.must<Scan>('OPERATOR', 'GET', `/scans/${scan.id}`);

async function deleteScan() {
  const { version } = await readScan();
  return calls.as<Scan & ErrorResponse>('OPERATOR', 'DELETE', `/scans/${scan.id}`, {
    body: { reason: REASON },
    ...ifVersion(version),
  });
}

async function correct(fields: object) {
  const { version } = await readScan();
  return calls.as<CorrectedScan & ErrorResponse>(
    'OPERATOR',
    'POST',
    `/scans/${scan.id}/actions/correct`,
    { body: { reason: REASON, ...fields }, ...ifVersion(version) },
  );
}

describe('a scan that is being recorded', () => {
  it.each(['preparing', 'scanning', 'paused'] as const)(
    'can be neither deleted nor corrected while its device is %s, and the error names the device',
    async (state) => {
      await publishStatus({ state, scanId: scan.id });
      const expected = {
        errorType: 'WrongScanState',
        code: 'SCAN_RUNNING',
        message: expect.stringMatching(/^The scan is being recorded by .+; stop the scan first\.$/),
        data: { scanState: 'I', deviceId: calls.tenants.ownOrg.deviceId },
      };
      expect((await deleteScan()).body).toMatchObject(expected);
      expect((await correct({ laterality: 'L' })).body).toMatchObject(expected);
      expect((await readScan()).recordingDevice).toMatch(/\S/);
    },
  );

  it('names the user who commands its device, after a takeover the other user', async () => {
    const { db, ownOrg } = calls.tenants;
    const { deviceId } = ownOrg;
    const lease = (role: 'OPERATOR' | 'PHYSICIAN') =>
      calls.must(role, 'POST', `/devices/${deviceId}/actions/lease`);
    const setLease = (change: { scanId?: string; until?: string }) =>
      db.updateTable('deviceLease').set(change).where('deviceId', '=', deviceId).execute();
    await lease('OPERATOR');
    expect((await readScan()).operatedBy).toBeNull();
    await publishStatus({ state: 'paused', scanId: scan.id });
    const operator = ownOrg.accountOf('OPERATOR').id;
    expect((await readScan()).operatedBy).toBe(operator);
    // In a long pause the lease expires, and a colleague may continue.
    await setLease({ scanId: scan.id, until: new Date(Date.now() - 1_000).toISOString() });
    expect((await readScan()).operatedBy).toBe(operator);
    await lease('PHYSICIAN');
    expect((await readScan()).operatedBy).toBe(ownOrg.accountOf('PHYSICIAN').id);
    await setLease({ scanId: newId() });
    expect((await readScan()).operatedBy).toBeNull();
    await db.deleteFrom('deviceLease').where('deviceId', '=', deviceId).execute();
  });

  it.each(['preparing', 'scanning', 'paused'] as const)(
    'keeps its device: a device that is %s can be neither deleted nor activated, which would end its connection',
    async (state) => {
      const { deviceId } = calls.tenants.ownOrg;
      await publishStatus({ state, scanId: scan.id });
      const { version } = await calls.must<{ version: number }>(
        'ADMIN',
        'GET',
        `/devices/${deviceId}`,
      );
      for (const [method, path] of [
        ['DELETE', `/devices/${deviceId}`],
        ['POST', `/devices/${deviceId}/actions/activate`],
      ] as const) {
        const response = await calls.as('ADMIN', method, path, ifVersion(version));
        expect([response.status, response.body]).toMatchObject([
          409,
          { errorType: 'WrongScanState', code: 'DEVICE_RECORDING', data: { scanId: scan.id } },
        ]);
      }
      // Its credential still works.
      expect((await registerFrame()).status).toBe(200);
    },
  );

  it('keeps the report of its study from being signed until its device has stopped', async () => {
    const study = await addStudy(calls);
    scan = await startedScan(study.id);
    await addCompletedScan(calls, study, 'L');
    const reportId = await addPreliminaryReport(calls, study, 'left');
    await publishStatus({ state: 'paused', scanId: scan.id });
    const rejected = await trySigning(calls, reportId);
    expect([rejected.status, rejected.body]).toMatchObject([
      409,
      {
        errorType: 'WrongScanState',
        code: 'REPORT_SCAN_RUNNING',
        message: expect.stringMatching(/is being recorded by .+\. Sign the report after/),
        data: { scanId: scan.id, deviceId: calls.tenants.ownOrg.deviceId },
      },
    ]);
    await publishStatus({ state: 'ready', scanId: null });
    expect((await trySigning(calls, reportId)).status).toBe(200);
  });

  it('can’t be deleted while frames arrive from a device without a connection to the broker', async () => {
    await publishStatus({ state: 'offline', scanId: null });
    expect((await registerFrame()).status).toBe(200);
    expect((await deleteScan()).body).toMatchObject({ code: 'SCAN_RUNNING' });
    await ageFrames(60);
    expect((await deleteScan()).status).toBe(200);
  });

  it('can’t be deleted while its device is leased for it, before the device has sent a status', async () => {
    const { db, ownOrg } = calls.tenants;
    const { organizationId } = ownOrg;
    const created = await calls.must<{ id: string }>('ADMIN', 'POST', '/devices', {
      body: { serialNumber: newId(), model: 'Unheard' },
    });
    await db.updateTable('scan').set({ deviceId: created.id }).where('id', '=', scan.id).execute();
    const { id: accountId, tokenId: sessionId } = ownOrg.accountOf('OPERATOR');
    const until = new Date(Date.now() + 60_000).toISOString();
    const lease = { organizationId, deviceId: created.id, accountId, sessionId, until };
    await db
      .insertInto('deviceLease')
      .values({ ...lease, scanId: scan.id })
      .execute();
    expect((await deleteScan()).body).toMatchObject({
      code: 'SCAN_RUNNING',
      message: expect.stringContaining('Unheard'),
    });
    await db.deleteFrom('deviceLease').where('deviceId', '=', created.id).execute();
    expect((await deleteScan()).status).toBe(200);
  });
});

describe('a scan that was stopped midway', () => {
  beforeEach(async () => {
    await publishStatus({ state: 'scanning', scanId: scan.id });
    expect((await registerFrame()).status).toBe(200);
  });

  it('can be deleted and restored as soon as its device has stopped', async () => {
    await publishStatus({ state: 'ready', scanId: null });
    expect((await readScan()).recordingDevice).toBeNull();
    const deleted = await deleteScan();
    expect([deleted.status, deleted.body.scanState]).toEqual([200, 'I']);
    const restore = `/scans/${scan.id}/actions/restore`;
    await calls.must('OPERATOR', 'POST', restore);
    expect(await readScan()).toMatchObject({ scanState: 'I', epoch: 1 });
  });

  it('can be deleted while its device records another scan', async () => {
    const stopped = scan;
    const other = await startedScan();
    await publishStatus({ state: 'scanning', scanId: other.id });
    scan = other;
    expect((await deleteScan()).body.code).toBe('SCAN_RUNNING');
    scan = stopped;
    expect((await deleteScan()).status).toBe(200);
  });

  it('can’t be resumed or restarted after its deletion, and takes no frame', async () => {
    const waiting = (await registerFrame(1)).body;
    await publishStatus({ state: 'ready', scanId: null });
    expect((await deleteScan()).status).toBe(200);
    for (const [state, epoch] of [
      ['N', 2],
      ['I', 1],
      ['C', 1],
    ] as const) {
      const path = `/scans/${scan.id}/actions/updateScanState/${state}`;
      const response = await callAsDevice<ErrorResponse>('POST', path, { epoch });
      expect([response.status, response.body.code]).toEqual([404, 'SCAN_NOT_FOUND']);
    }
    const { server, ownOrg } = calls.tenants;
    const token = ownOrg.deviceToken;
    expect((await server.call('GET', `/scans/${scan.id}`, { token })).status).toBe(404);
    expect((await registerFrame(2)).status).toBe(404);
    expect((await callAsDevice('PUT', `/scanfiles/${waiting.id}/content`, {})).status).toBe(404);
  });

  it('keeps the side of its frames after a correction, until it is restarted', async () => {
    await publishStatus({ state: 'ready', scanId: null });
    const { body } = await correct({ laterality: 'L' });
    expect(body.scan).toMatchObject({ laterality: { id: 'L' }, recordedSide: 'R', scanState: 'I' });
    await updateState('N', 2);
    const restarted = await updateState('I', 2);
    expect(restarted.laterality.id).toBe('L');
    expect(restarted).not.toHaveProperty('recordedSide');
    const undone = await calls.must<Scan>(
      'OPERATOR',
      'POST',
      `/scans/${scan.id}/actions/undoCorrection`,
      {
        body: { correctionId: body.correction.id },
      },
    );
    expect(undone).toMatchObject({ laterality: { id: 'R' }, recordedSide: 'L' });
  });
});
