import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuditEntry, Device, Finding, Scan } from '#contracts';
import { newId } from '#foundation';
import { addFinding, addScan, aFinding, aMark } from '../support/records.ts';
import { EMAILS, startTestServer, type TestServer } from '../support/start-test-server.ts';

let server: TestServer;
let operator = '';
let physician = '';
let scan: Scan;
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.signIn('OPERATOR');
  physician = await server.signIn('PHYSICIAN');
});
afterAll(() => server.stop());
beforeEach(async () => {
  ({ scan } = await addScan(server, operator));
});

const changeState = (state: string, body: object = {}) =>
  server.call<Scan>('POST', `/scans/${scan.id}/actions/updateScanState/${state}`, {
    token: operator,
    body,
  });
const listFindings = async (token: string) =>
  (await server.call<{ items: Finding[] }>('GET', `/scans/${scan.id}/findings`, { token })).body
    .items;

describe('a scan', () => {
  it('is labelled by its side and its number in the study', async () => {
    expect(scan).toMatchObject({ label: 'R', scanState: 'N', epoch: 0, origin: 'SCANNED' });
    const body = { studyId: scan.studyId, laterality: 'R' };
    const labels = await Promise.all(
      [1, 2, 3].map(() => server.call<Scan>('POST', '/scans', { token: operator, body })),
    );
    expect(labels.map((response) => response.body.label).sort()).toEqual(['R2', 'R3', 'R4']);
  });

  it('sent again for another scanner is rejected and keeps its scanner', async () => {
    const body = { id: newId(), studyId: scan.studyId, laterality: 'L', deviceId: null };
    const send = (deviceId: string | null) =>
      server.call<Scan>('POST', '/scans', { token: operator, body: { ...body, deviceId } });
    const created = await send(null);
    expect((await send(null)).body).toEqual(created.body);
    expect((await send(newId())).status).toBe(409);
  });

  it('changes from not started to incomplete, and starts a new attempt on a restart', async () => {
    const deviceAngle = { direction: -1, zeroDeg: 12.5 };
    const running = await changeState('I', { deviceAngle });
    expect(running.body).toMatchObject({ scanState: 'I', epoch: 1, deviceAngle });
    expect(running.body.acquisitionTime).not.toBeNull();
    expect((await changeState('N')).body).toMatchObject({ scanState: 'N', epoch: 2 });
    expect((await changeState('I', { epoch: 2 })).body).toMatchObject({ scanState: 'I', epoch: 2 });
    expect((await changeState('I', { epoch: 2 })).status).toBe(200);
    expect((await changeState('C', { epoch: 1 })).status).toBe(409);
  });

  it('rejects an invalid change of state, and the error names the present state', async () => {
    const rejected = await changeState('C');
    expect(rejected.status).toBe(409);
    expect(rejected.body).toMatchObject({ errorType: 'WrongScanState', data: { scanState: 'N' } });
    expect((await changeState('X')).status).toBe(400);
  });

  it('can’t complete with missing frames, and the error lists them', async () => {
    await changeState('I');
    const rejected = await changeState('C');
    expect(rejected.status).toBe(409);
    const { data } = rejected.body as unknown as {
      data: { gaps: { sweep: string; frameIdxs: number[] }[] };
    };
    expect(data.gaps.map(({ sweep, frameIdxs }) => [sweep, frameIdxs.length])).toEqual([
      ['CEN', 360],
      ['PER', 360],
    ]);
  });

  it('of an unknown device or of an unknown study is rejected', async () => {
    const body = { studyId: scan.studyId, laterality: 'L', deviceId: newId() };
    expect((await server.call('POST', '/scans', { token: operator, body })).status).toBe(404);
    const withUnknownStudy = { studyId: newId(), laterality: 'L' };
    expect(
      (await server.call('POST', '/scans', { token: operator, body: withUnknownStudy })).status,
    ).toBe(404);
  });

  it('records who set the nipple, where and when', async () => {
    const nipple = { sag: -3.5, tra: 10, depth: 2, rad: 340.5 };
    const path = `/scans/${scan.id}/nipple`;
    const response = await server.call<Scan>('PUT', path, { token: physician, body: nipple });
    expect(response.body.nippleLocation).toMatchObject(nipple);
    expect(response.body.nippleLocation?.setBy).not.toBeNull();
    const late = await server.call('PUT', path, {
      token: physician,
      body: nipple,
      headers: { 'if-match': '"v1"' },
    });
    expect(late.status).toBe(412);
    const invalid = { ...nipple, rad: 360 };
    expect((await server.call('PUT', path, { token: physician, body: invalid })).status).toBe(400);
    const token = await server.signIn('ADMIN');
    const auditPath = `/audit?subjectId=${scan.id}&act=setNipple`;
    const { items } = (await server.call<{ items: AuditEntry[] }>('GET', auditPath, { token }))
      .body;
    expect(items.map(({ outcome, accountEmail }) => [outcome, accountEmail])).toEqual([
      ['refused', EMAILS.PHYSICIAN],
      ['done', EMAILS.PHYSICIAN],
    ]);
  });
});

describe('findings', () => {
  it('get the next number of their scan, which is never reused', async () => {
    const first = await addFinding(server, physician, aFinding(scan.id));
    const second = await addFinding(server, physician, aFinding(scan.id));
    expect([first.label, second.label]).toEqual([1, 2]);
    await server.call('DELETE', `/findings/${second.id}`, {
      token: physician,
      headers: { 'if-match': '"v1"' },
    });
    expect((await addFinding(server, physician, aFinding(scan.id))).label).toBe(3);
    expect((await listFindings(physician)).map(({ label }) => label)).toEqual([3, 1]);
  });

  it('store marks exactly as drawn', async () => {
    const mark = aMark();
    const created = await addFinding(server, physician, aFinding(scan.id, [mark]));
    expect(created.marks).toEqual({ [mark.id]: mark });
    expect((await listFindings(physician))[0]).toEqual(created);
  });

  it('with a mark of another finding are rejected and leave nothing behind', async () => {
    const mark = aMark();
    await addFinding(server, physician, aFinding(scan.id, [mark]));
    const body = aFinding(scan.id, [aMark(), mark]);
    const rejected = await server.call('POST', '/findings', { token: physician, body });
    expect(rejected.status).toBe(409);
    expect(rejected.body).toMatchObject({
      errorType: 'DuplicateMarkId',
      data: { markIds: [mark.id] },
    });
    expect(await listFindings(physician)).toHaveLength(1);
    expect((await addFinding(server, physician, aFinding(scan.id))).label).toBe(2);
  });

  it('of a user can’t be declared as those of a model', async () => {
    const body = { ...aFinding(scan.id), generator: 'AI' };
    const rejected = await server.call('POST', '/findings', { token: physician, body });
    expect(rejected.status).toBe(400);
    expect(rejected.body).toMatchObject({ errors: [{ field: 'generator' }] });
    expect(await listFindings(physician)).toEqual([]);
  });

  it('sent again with the same id are the same finding and take no number', async () => {
    const fields = aFinding(scan.id);
    const first = await addFinding(server, physician, fields);
    expect(await addFinding(server, physician, fields)).toEqual(first);
    expect((await addFinding(server, physician, aFinding(scan.id))).label).toBe(2);
  });

  it.each([-0.001, 1.001])('with a coordinate of %d are rejected', async (u) => {
    const mark = aMark();
    const outside = {
      ...mark,
      markViewParams: { ...mark.markViewParams, points: [{ u, v: 0.5 }] },
    };
    const body = aFinding(scan.id, [outside]);
    expect((await server.call('POST', '/findings', { token: physician, body })).status).toBe(400);
  });

  it('with a length of one end point, or of two equal end points, are rejected with the mark id', async () => {
    const mark = aMark();
    const point = { u: 0.5, v: 0.5 };
    for (const [points, code] of [
      [[point], 'MARK_INCOMPLETE'],
      [[point, point], 'MARK_TOO_SHORT'],
    ] as const) {
      const invalid = { ...mark, markViewParams: { ...mark.markViewParams, points: [...points] } };
      const body = aFinding(scan.id, [invalid]);
      const rejected = await server.call('POST', '/findings', { token: physician, body });
      expect(rejected.status).toBe(400);
      expect(rejected.body).toMatchObject({
        errors: [{ field: `marks.${mark.id}.markViewParams`, code }],
      });
    }
    expect(await listFindings(physician)).toEqual([]);
  });

  it('are changed by one of two concurrent users, soft-deleted, and restored under their number', async () => {
    const { id, scanId, ...fields } = aFinding(scan.id);
    const created = await addFinding(server, physician, { ...fields, id, scanId });
    const path = `/findings/${created.id}`;
    const body = { ...fields, note: 'Cyst' };
    const send = (method: string, version: number, change?: object) =>
      server.call<Finding>(method, path, {
        token: physician,
        headers: { 'if-match': `"v${version}"` },
        ...(change === undefined ? {} : { body: change }),
      });
    expect((await send('PUT', 1, body)).body).toMatchObject({ note: 'Cyst', version: 2 });
    const late = await send('PUT', 1, { ...fields, note: 'Late' });
    expect(late.status).toBe(412);
    expect(late.body).toMatchObject({ data: { note: 'Cyst' } });
    const deleted = await send('DELETE', 2);
    expect(deleted.body.deletedAt).not.toBeNull();
    expect(await listFindings(physician)).toEqual([]);
    expect((await send('PUT', 3, body)).body).toMatchObject({ label: 1, deletedAt: null });
    expect(await listFindings(physician)).toHaveLength(1);
  });

  it('of others are invisible to a blind annotator, who can’t change them either', async () => {
    const blind = await server.signIn('BLIND_ANNOTATOR');
    const otherFinding = await addFinding(server, physician, aFinding(scan.id));
    const ownFinding = await addFinding(server, blind, aFinding(scan.id));
    expect((await listFindings(blind)).map(({ id }) => id)).toEqual([ownFinding.id]);
    expect(await listFindings(physician)).toHaveLength(2);
    const touched = await server.call('DELETE', `/findings/${otherFinding.id}`, {
      token: blind,
      headers: { 'if-match': '"v1"' },
    });
    expect(touched.status).toBe(404);
  });
});

describe('devices', () => {
  it('are listed only for their own organization', async () => {
    const me = await server.call<{ organization: { id: string } }>('GET', '/accounts/me', {
      token: operator,
    });
    const list = (id: string) =>
      server.call<{ items: Device[] }>('GET', `/organization/${id}/devices`, { token: operator });
    const ownDevices = await list(me.body.organization.id);
    expect(ownDevices.body.items.map(({ serialNumber }) => serialNumber)).toEqual(['SIM-0001']);
    expect((await list(newId())).status).toBe(404);
  });
});
