import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Patient,
  type Report,
  type Role,
  type Scan,
  type Study,
  studyMessageSchema,
} from '#contracts';
import { newId, systemClock } from '#foundation';
import { aVolume } from '#testing';
import { volumeToNrrd, writeNrrd } from '#volume';
import { hashPassword } from '../../../platform/server/accounts/passwords.ts';
import { openSession } from '../../../platform/server/accounts/sessions.ts';
import { sendForm } from '../../faults/support/calls.ts';
import { aPatient } from '../support/records.ts';
import { ifVersion, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

const PASSWORD = 'Correct-horse-1!';
const CANARY = 'Quillfeather';
const CONNECTION_OPTIONS = { protocolVersion: 4, reconnectPeriod: 0 } as const;

let calls: TenantCalls;
const clients: MqttClient[] = [];
/** Messages that a reader of the tenant has received, as text. */
const received: string[] = [];
const receivedByOthers: string[] = [];
let study: Study;
beforeAll(async () => {
  calls = await startTenantCalls();
  const { db, ownOrg, otherOrg } = calls.tenants;
  const set = { passwordHash: await hashPassword(PASSWORD), lastName: 'Reader' };
  const { id } = ownOrg.accountOf('PHYSICIAN');
  await db.updateTable('account').set(set).where('id', '=', id).execute();
  await listen(ownOrg.tokenOf('VIEWER'), ownOrg.organizationId, received);
  await listen(otherOrg.tokenOf('VIEWER'), otherOrg.organizationId, receivedByOthers);
});
afterAll(async () => {
  for (const client of clients) await client.endAsync(true);
  await calls?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  const body = aPatient({ lastName: CANARY, code: `${CANARY}-${newId()}` });
  const { id } = await calls.must<Patient>('OPERATOR', 'POST', '/patients', { body });
  study = await calls.must<Study>('OPERATOR', 'POST', '/studies', {
    body: { patientId: id, accessionNumber: `${CANARY}${newId().slice(-8)}`, priority: 'STAT' },
  });
  await expect.poll(countEvents).toBe(1);
  received.length = 0;
});

async function connect(token: string): Promise<MqttClient> {
  const url = `${calls.tenants.server.url.replace('http', 'ws')}/mqtt`;
  const client = await mqtt.connectAsync(url, {
    username: 'session',
    password: token,
    ...CONNECTION_OPTIONS,
  });
  clients.push(client);
  return client;
}

async function listen(token: string, organizationId: string, into: string[]): Promise<void> {
  const client = await connect(token);
  client.on('message', (topic, payload) => into.push(`${topic} ${payload.toString()}`));
  await client.subscribeAsync(`clockface/${organizationId}/studies/+`, { qos: 1 });
}

/** Returns the number of received events about this test's study. */
const countEvents = () => received.filter((text) => text.includes(study.id)).length;

/** Waits until all earlier events have been received, by the event of a new study after them. */
async function waitForEvents(): Promise<void> {
  const marker = await calls.must<Study>('OPERATOR', 'POST', '/studies', {
    body: { patientId: study.patientId, accessionNumber: null },
  });
  await expect.poll(() => received.some((text) => text.includes(marker.id))).toBe(true);
}

/** Returns the number of events that an action causes. */
async function countEventsOf(action: () => Promise<unknown>): Promise<number> {
  await waitForEvents();
  const countBefore = countEvents();
  await action();
  await waitForEvents();
  return countEvents() - countBefore;
}

const callClaimAction = (
  action: 'claim' | 'release',
  role: Role = 'PHYSICIAN',
  body: object = {},
) => calls.must(role, 'POST', `/studies/${study.id}/actions/${action}`, { body });
const post = <T>(path: string, body: object) => calls.must<T>('PHYSICIAN', 'POST', path, { body });
const content = { impression: { text: `Nothing new about ${CANARY}` } };

describe('other users with the same study open', () => {
  it('get an event when a scan is imported into the study', async () => {
    const { server, ownOrg } = calls.tenants;
    const bytes = writeNrrd(volumeToNrrd(aVolume(), {}));
    const path = `/scans/actions/importFromFiles?studyId=${study.id}&laterality=L`;
    const headers = { 'x-api-key': server.apiKey };
    const token = ownOrg.tokenOf('OPERATOR');
    const send = () => sendForm(`${server.url}/api`, token, 'POST', path, bytes, { headers });
    expect(await countEventsOf(send)).toBe(1);
    expect(received.find((text) => text.includes(study.id))).toContain('"what":"SCANS"');
  });
});

describe('users who view a list', () => {
  it('get events when a study is claimed and released, but not on each renewal', async () => {
    expect(await countEventsOf(() => callClaimAction('claim'))).toBe(1);
    expect(await countEventsOf(() => callClaimAction('claim'))).toBe(0);
    const tab = newId();
    expect(await countEventsOf(() => callClaimAction('claim', 'PHYSICIAN', { tab }))).toBe(0);
    expect(await countEventsOf(() => callClaimAction('release', 'PHYSICIAN', { tab }))).toBe(0);
    expect(await countEventsOf(() => callClaimAction('release'))).toBe(1);
    expect(await countEventsOf(() => callClaimAction('release'))).toBe(0);
  });

  it('get an event when the reader’s sign-out or locked account releases the study', async () => {
    const { db, server, ownOrg } = calls.tenants;
    const reader = { id: newId(), organizationId: ownOrg.organizationId };
    const values = { ...reader, email: `${reader.id}@clinic.example`, state: 'ACTIVE' as const };
    await db
      .insertInto('account')
      .values({ ...values, roles: ['PHYSICIAN'] })
      .execute();
    const claimStudy = async () => {
      const token = await openSession(db, systemClock, reader);
      const path = `/studies/${study.id}/actions/claim`;
      expect((await server.call('POST', path, { token, body: {} })).status).toBe(200);
      return token;
    };
    const token = await claimStudy();
    const signOut = () => server.call('POST', '/accounts/actions/logOff', { token });
    expect(await countEventsOf(signOut)).toBe(1);
    await claimStudy();
    const body = { id: reader.id };
    const lock = () =>
      calls.must('ADMIN', 'POST', '/accounts/actions/lockAccountByAdmin', { body });
    expect(await countEventsOf(lock)).toBe(1);
  });

  it('get events for a changed priority and a deleted study', async () => {
    const body = { accessionNumber: null, priority: 'ROUTINE' };
    const change = () =>
      calls.must('OPERATOR', 'PUT', `/studies/${study.id}`, { body, ...ifVersion(study.version) });
    expect(await countEventsOf(change)).toBe(1);
    const remove = () =>
      calls.must('OPERATOR', 'DELETE', `/studies/${study.id}`, ifVersion(study.version + 1));
    expect(await countEventsOf(remove)).toBe(1);
  });

  it('get events for a new scan, its state, its fields and its density, but not for image adjustments', async () => {
    const body = { studyId: study.id, laterality: 'L' };
    const scans: Scan[] = [];
    const create = async () => scans.push(await calls.must('OPERATOR', 'POST', '/scans', { body }));
    expect(await countEventsOf(create)).toBe(1);
    const [scan] = scans;
    if (scan === undefined) throw new Error('No scan');
    const path = `/scans/${scan.id}`;
    const startPath = `${path}/actions/updateScanState/I`;
    const start = () => calls.must('OPERATOR', 'POST', startPath, { body: {} });
    expect(await countEventsOf(start)).toBe(1);
    expect(received.findLast((text) => text.includes(study.id))).toContain('"what":"SCANS"');
    const density = { body: { breastDensity: 'HETERO' } };
    const rate = () => calls.must('PHYSICIAN', 'PUT', `${path}/updateBreastDensity`, density);
    expect(await countEventsOf(rate)).toBe(1);
    const { protocol, patientPosition, breastVolumeSize, version } = await calls.must<Scan>(
      'OPERATOR',
      'GET',
      path,
    );
    const fields = { protocol, patientPosition, breastVolumeSize, breastDensity: 'FATTY' };
    const change = () =>
      calls.must('OPERATOR', 'PUT', path, { body: fields, ...ifVersion(version) });
    expect(await countEventsOf(change)).toBe(1);
    const adjust = () =>
      calls.must('PHYSICIAN', 'POST', `${path}/actions/updateImgAdjSettings`, {
        body: { COR: { brightness: 5, contrast: 0, nearGain: 0, midGain: 0, farGain: 0 } },
      });
    expect(await countEventsOf(adjust)).toBe(0);
  });

  it('get an event when the patient of a study changes', async () => {
    const patientPath = `/patients/${study.patientId}`;
    const { version } = await calls.must<Patient>('OPERATOR', 'GET', patientPath);
    const body = aPatient({ lastName: 'Featherquill' });
    const rename = () =>
      calls.must('OPERATOR', 'PUT', patientPath, { body, ...ifVersion(version) });
    expect(await countEventsOf(rename)).toBe(1);
    const score = () =>
      calls.must('PHYSICIAN', 'POST', `${patientPath}/actions/updateRiskScore`, {
        body: { riskScore: 0.2 },
      });
    expect(await countEventsOf(score)).toBe(1);
  });

  it('get events for the reading state, but not for each edit of a report', async () => {
    const options = { body: { studyId: study.id, laterality: 'L' } };
    const scan = await calls.must<Scan>('OPERATOR', 'POST', '/scans', options);
    const { db } = calls.tenants;
    await db.updateTable('scan').set({ scanState: 'C' }).where('id', '=', scan.id).execute();
    const draft = { id: newId(), studyId: study.id, content };
    expect(await countEventsOf(() => post('/reports', draft))).toBe(1);
    expect(await countEventsOf(() => post('/reports', draft))).toBe(0);
    const discard = () => calls.must('PHYSICIAN', 'DELETE', `/reports/${draft.id}`, ifVersion(2));
    expect(await countEventsOf(discard)).toBe(1);
    const left = { biradsScore: 3, breastDensity: 'HETERO', text: { text: 'A mass' } };
    const report = { id: newId(), studyId: study.id, content: { ...content, left } };
    await post<Report>('/reports', report);
    const reportAction = (action: string, body: object) => () =>
      post(`/reports/${report.id}/actions/${action}`, body);
    expect(await countEventsOf(reportAction('preliminary', {}))).toBe(1);
    expect(await countEventsOf(reportAction('sign', { password: PASSWORD }))).toBe(1);
    const addendum = { id: newId(), text: `More of ${CANARY}` };
    expect(await countEventsOf(reportAction('addendum', addendum))).toBe(1);
    expect(await countEventsOf(reportAction('addendum', addendum))).toBe(0);
  });

  it('get no events for rejected changes', async () => {
    await callClaimAction('claim');
    const body = { accessionNumber: null, priority: 'ROUTINE' };
    const rejectedCalls = [
      () => calls.as('OPERATOR', 'PUT', `/studies/${study.id}`, { body, ...ifVersion(9) }),
      () => calls.as('VIEWER', 'POST', `/studies/${study.id}/actions/claim`, { body: {} }),
    ];
    for (const rejectedCall of rejectedCalls) expect(await countEventsOf(rejectedCall)).toBe(0);
  });

  it('get only ids within the tenant, and blind annotators nothing', async () => {
    received.length = 0;
    await callClaimAction('claim');
    await expect.poll(countEvents).toBe(1);
    const [topic = '', text = ''] = received[0]?.split(' ') ?? [];
    const { ownOrg } = calls.tenants;
    expect(topic).toBe(`clockface/${ownOrg.organizationId}/studies/${study.id}`);
    const message = studyMessageSchema.parse(JSON.parse(text));
    expect(Object.keys(message).sort()).toEqual(['at', 'id', 'studyId', 'what']);
    expect(received.join()).not.toContain(CANARY);
    expect(received.join()).not.toContain(study.patientId);
    expect(receivedByOthers).toEqual([]);
    const blind = await connect(ownOrg.tokenOf('BLIND_ANNOTATOR'));
    const filter = `clockface/${ownOrg.organizationId}/studies/+`;
    // mqtt.js reports return code 128 as an error.
    await expect(blind.subscribeAsync(filter, { qos: 1 })).rejects.toThrow();
  });
});
