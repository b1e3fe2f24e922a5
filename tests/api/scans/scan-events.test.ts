import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Finding,
  type Note,
  type Role,
  type Scan,
  type ScanFile,
  type ScanReader,
  scanMessageSchema,
} from '#contracts';
import { newId } from '#foundation';
import { sendForm } from '../../faults/support/calls.ts';
import { aFinding } from '../support/records.ts';
import { ifVersion, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

const CONNECTION_OPTIONS = { protocolVersion: 4, reconnectPeriod: 0 } as const;
const CANARY = 'Quillfeather';

let calls: TenantCalls;
const clients: MqttClient[] = [];
const received: string[] = [];
let scanId = '';
beforeAll(async () => {
  calls = await startTenantCalls();
});
afterAll(async () => {
  for (const client of clients) await client.endAsync(true);
  await calls?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  scanId = await calls.tenants.ownOrg.addScan();
  const client = await connect('VIEWER');
  client.on('message', (topic, payload) => received.push(`${topic} ${payload.toString()}`));
  await client.subscribeAsync(topic(), { qos: 1 });
  received.length = 0;
});

const topic = () => `clockface/${calls.tenants.ownOrg.organizationId}/scans/${scanId}`;

async function connect(role: Role): Promise<MqttClient> {
  const { server, ownOrg } = calls.tenants;
  const options = { username: 'session', password: ownOrg.tokenOf(role), ...CONNECTION_OPTIONS };
  const client = await mqtt.connectAsync(`${server.url.replace('http', 'ws')}/mqtt`, options);
  clients.push(client);
  return client;
}

const messages = () =>
  received.map((text) => scanMessageSchema.parse(JSON.parse(text.slice(text.indexOf(' ') + 1))));
const changeKinds = () => messages().map(({ what }) => what);

const reportPresence = async (role: Role, fields: object = {}, tab = newId()) => {
  const path = `/scans/${scanId}/actions/presence`;
  const { items } = await calls.must<{ items: ScanReader[] }>(role, 'POST', path, {
    body: { tab, ...fields },
  });
  return items;
};

describe('other users with the same scan open', () => {
  it('get events for created, changed, grouped and deleted findings, without their content', async () => {
    const body = { ...aFinding(scanId), note: CANARY };
    const created = await calls.must<Finding>('PHYSICIAN', 'POST', '/findings', { body });
    await expect.poll(changeKinds).toEqual(['FINDINGS']);
    const { id: _id, scanId: _scanId, generator: _generator, ...change } = body;
    const updateFinding = (fields: object, version: number) =>
      calls.must('PHYSICIAN', 'PUT', `/findings/${created.id}`, {
        body: { ...change, ...fields },
        ...ifVersion(version),
      });
    await updateFinding({ note: 'Other note' }, 1);
    await expect.poll(changeKinds).toEqual(['FINDINGS', 'FINDINGS']);
    const other = await calls.must<Finding>('PHYSICIAN', 'POST', '/findings', {
      body: aFinding(scanId),
    });
    await calls.must('PHYSICIAN', 'POST', '/findings/actions/group', {
      body: { targetId: created.id, sourceIds: [other.id] },
    });
    await calls.must('PHYSICIAN', 'DELETE', `/findings/${created.id}`, ifVersion(3));
    await expect.poll(() => changeKinds().length).toBe(5);
    expect(received.join()).not.toContain(CANARY);
    expect(received.join()).not.toContain(created.id);
  });

  it('get no event when a user hides a finding from their own list, or for rejected changes', async () => {
    const finding = await calls.must<Finding>('PHYSICIAN', 'POST', '/findings', {
      body: aFinding(scanId),
    });
    await expect.poll(() => changeKinds().length).toBe(1);
    const hide = { body: { hidden: true } };
    await calls.must('PHYSICIAN', 'PUT', `/findings/${finding.id}/hidden`, hide);
    await calls.as('PHYSICIAN', 'DELETE', `/findings/${finding.id}`, ifVersion(7));
    await calls.as('VIEWER', 'DELETE', `/findings/${finding.id}`, ifVersion(1));
    await reportPresence('PHYSICIAN');
    await expect.poll(() => changeKinds().at(-1)).toBe('READERS');
    expect(changeKinds()).toEqual(['FINDINGS', 'READERS']);
  });

  it('get events when the nipple is set and removed', async () => {
    const body = { sag: 1, tra: 2, depth: 3, rad: 0 };
    await calls.must('PHYSICIAN', 'PUT', `/scans/${scanId}/nipple`, { body });
    const cleared = await calls.must<Scan>('PHYSICIAN', 'DELETE', `/scans/${scanId}/nipple`);
    expect(cleared.nippleLocation).toBeNull();
    await expect.poll(changeKinds).toEqual(['SCAN', 'SCAN']);
  });

  it('get events for a changed density, a confirmed orientation, and the deletion of the scan', async () => {
    const body = { breastDensity: 'HETERO' };
    await calls.must('PHYSICIAN', 'PUT', `/scans/${scanId}/updateBreastDensity`, { body });
    await expect.poll(changeKinds).toEqual(['SCAN']);
    const path = `/scans/${scanId}/actions/confirmOrientation`;
    const { version } = await calls.must<Scan>('PHYSICIAN', 'POST', path, { body: {} });
    await expect.poll(changeKinds).toEqual(['SCAN', 'SCAN']);
    await calls.must('PHYSICIAN', 'DELETE', `/scans/${scanId}`, {
      body: { reason: 'Wrong scan' },
      ...ifVersion(version),
    });
    await expect.poll(changeKinds).toEqual(['SCAN', 'SCAN', 'SCAN']);
  });
});

describe('other users with the same scan open, while it is recorded and discussed', () => {
  it('get events for its state, its fields and its volume size', async () => {
    const path = `/scans/${scanId}`;
    const options = { body: {} };
    const { db } = calls.tenants;
    await db.updateTable('scan').set({ scanState: 'N' }).where('id', '=', scanId).execute();
    await calls.must('OPERATOR', 'POST', `${path}/actions/updateScanState/I`, options);
    await expect.poll(changeKinds).toEqual(['SCAN']);
    const { protocol, patientPosition, version } = await calls.must<Scan>('OPERATOR', 'GET', path);
    const body = { protocol, patientPosition, breastVolumeSize: null, breastDensity: 'FATTY' };
    await calls.must('OPERATOR', 'PUT', path, { body, ...ifVersion(version) });
    await expect.poll(changeKinds).toEqual(['SCAN', 'SCAN']);
    const size = { body: { breastVolumeSize: 520 } };
    await calls.must('OPERATOR', 'PUT', `${path}/updateBreastVolumeSize`, size);
    await expect.poll(changeKinds).toEqual(['SCAN', 'SCAN', 'SCAN']);
  });

  it('get an event for each new, changed and deleted note of a finding, without its text', async () => {
    const finding = await calls.must<Finding>('PHYSICIAN', 'POST', '/findings', {
      body: aFinding(scanId),
    });
    await expect.poll(changeKinds).toEqual(['FINDINGS']);
    const path = `/findings/${finding.id}/notes`;
    const note = await calls.must<Note>('PHYSICIAN', 'POST', path, { body: { text: CANARY } });
    await expect.poll(changeKinds).toEqual(['FINDINGS', 'NOTES']);
    await calls.must('PHYSICIAN', 'PUT', `${path}/${note.id}`, {
      body: { text: 'Other' },
      ...ifVersion(1),
    });
    await calls.must('PHYSICIAN', 'DELETE', `${path}/${note.id}`, ifVersion(2));
    const rejected = await calls.as('PHYSICIAN', 'DELETE', `${path}/${note.id}`, ifVersion(2));
    expect(rejected.status).toBe(404);
    await expect.poll(changeKinds).toEqual(['FINDINGS', 'NOTES', 'NOTES', 'NOTES']);
    expect(received.join()).not.toContain(CANARY);
    expect(received.join()).not.toContain(note.id);
  });
});

describe('other users with the same scan open, while its volume changes', () => {
  const registerFile = (role: Role, fileCategory: string, parentId: string | null = null) =>
    calls.must<ScanFile>(role, 'POST', '/scanfiles', {
      body: { scanId, parentId, fileCategory, fileName: 'v.nrrd', fileExtension: 'nrrd' },
    });
  const uploadContent = (id: string, text: string) => {
    const { server, ownOrg } = calls.tenants;
    const path = `/scanfiles/${id}/content`;
    const headers = { 'x-api-key': server.apiKey };
    const token = ownOrg.tokenOf('OPERATOR');
    return sendForm(`${server.url}/api`, token, 'PUT', path, Buffer.from(text), { headers });
  };

  it('get an event when the volume is stored, not when registered, and one when deleted', async () => {
    const file = await registerFile('OPERATOR', 'VOLUME3D');
    const thumb = await registerFile('OPERATOR', 'FINDING_THUMB');
    expect((await uploadContent(thumb.id, 'an image')).status).toBe(200);
    await reportPresence('PHYSICIAN');
    await expect.poll(changeKinds).toEqual(['READERS']);
    expect((await uploadContent(file.id, 'a volume')).status).toBe(200);
    await expect.poll(changeKinds).toEqual(['READERS', 'FILES']);
    await calls.must('OPERATOR', 'DELETE', `/scanfiles/${file.id}`);
    await expect.poll(changeKinds).toEqual(['READERS', 'FILES', 'FILES']);
    expect(received.join()).not.toContain(file.id);
  });
});

describe('readers of one scan', () => {
  it('see each other’s name and location until they leave', async () => {
    const grid = { sizes: [9, 9, 9], spacingMm: [1, 1, 1], originMm: [-4, 0, -4] };
    const place = { sag: 1, tra: -2, depth: 4, rad: 300, grid };
    const tab = newId();
    expect(await reportPresence('PHYSICIAN', { place }, tab)).toEqual([]);
    const [reader, ...otherReaders] = await reportPresence('VIEWER');
    expect(otherReaders).toEqual([]);
    expect(reader).toMatchObject({
      place,
      accountId: calls.tenants.ownOrg.accountOf('PHYSICIAN').id,
    });
    expect(reader?.name).not.toBe('');
    await expect.poll(changeKinds).toEqual(['READERS', 'READERS']);
    // A repeated report does not change the list of readers.
    await reportPresence('PHYSICIAN', { place }, tab);
    await reportPresence('PHYSICIAN', { leaves: true }, tab);
    expect(await reportPresence('VIEWER')).toEqual([]);
    await expect.poll(changeKinds).toEqual(['READERS', 'READERS', 'READERS']);
  });

  it('are invisible to blind annotators and vice versa', async () => {
    await reportPresence('PHYSICIAN');
    expect(await reportPresence('BLIND_ANNOTATOR')).toEqual([]);
    expect(await reportPresence('VIEWER')).toHaveLength(1);
    const blind = await connect('BLIND_ANNOTATOR');
    await expect(blind.subscribeAsync(topic(), { qos: 1 })).rejects.toThrow();
  });

  it('from another organization are rejected with 404', async () => {
    const { server, otherOrg } = calls.tenants;
    const path = `/scans/${scanId}/actions/presence`;
    const token = otherOrg.tokenOf('PHYSICIAN');
    expect((await server.call('POST', path, { token, body: { tab: newId() } })).status).toBe(404);
  });
});
