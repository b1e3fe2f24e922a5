import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorResponse, FindingOutcome, FollowUp, FollowUpClosure, Role } from '#contracts';
import { newId } from '#foundation';
import { aPatient } from '../support/records.ts';
import {
  addDatedStudy,
  addSignedCase,
  allowSigning,
  SIGNING_PASSWORD,
  type SignedCaseOptions,
} from '../support/signed-case.ts';
import { startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
let readerId = '';
let patientId = '';
beforeAll(async () => {
  calls = await startTenantCalls({ timeZone: 'UTC' });
  readerId = calls.tenants.ownOrg.accountOf('PHYSICIAN').id;
  await allowSigning(calls.tenants);
});
afterAll(() => calls?.[Symbol.asyncDispose]());
beforeEach(async () => {
  const body = aPatient({ lastName: '=Doe' });
  patientId = (await calls.must<{ id: string }>('PHYSICIAN', 'POST', '/patients', { body })).id;
});

const signCase = (options: SignedCaseOptions = {}) => addSignedCase(calls, patientId, options);

const aClosure = (overrides: object = {}) => ({
  ...{ id: newId(), sides: ['L'], reason: 'DECLINED', note: null },
  ...overrides,
});
const close = (studyId: string, overrides: object = {}, role: Role = 'PHYSICIAN') =>
  calls.as<FollowUpClosure & ErrorResponse>(role, 'POST', `/studies/${studyId}/followUpClosures`, {
    body: aClosure(overrides),
  });
const reopen = (id: string, reason: string, role: Role = 'PHYSICIAN') =>
  calls.as<FollowUpClosure & ErrorResponse>(role, 'DELETE', `/followUpClosures/${id}`, {
    body: { reason },
  });
const closuresOf = async (studyId: string): Promise<readonly FollowUpClosure[]> =>
  (
    await calls.must<{ items: FollowUpClosure[] }>(
      'PHYSICIAN',
      'GET',
      `/studies/${studyId}/followUpClosures`,
    )
  ).items;

async function listed(query = ''): Promise<readonly FollowUp[]> {
  const path = `/followUps?limit=200${query}`;
  const { items } = await calls.must<{ items: FollowUp[] }>('PHYSICIAN', 'GET', path);
  return items.filter((item) => item.patientId === patientId);
}
const due = () => listed();
const closed = () => listed('&state=CLOSED');

const addOutcome = (findingId: string, overrides: object) =>
  calls.must<FindingOutcome>('PHYSICIAN', 'POST', `/findings/${findingId}/outcomes`, {
    body: { id: newId(), kind: 'FOLLOW_UP', result: 'STABLE', histology: null, ...overrides },
  });
const addGrowth = (findingId: string) =>
  addOutcome(findingId, { result: 'GROWN', day: '2026-08-05' });

async function signAddendum(reportId: string): Promise<void> {
  const id = newId();
  await calls.must('PHYSICIAN', 'POST', `/reports/${reportId}/actions/addendum`, {
    body: { id, text: 'It measures 20 mm.' },
  });
  await calls.must('PHYSICIAN', 'POST', `/reports/${id}/actions/sign`, {
    body: { password: SIGNING_PASSWORD },
  });
}

async function csvOf(query: string): Promise<string> {
  const { server, ownOrg } = calls.tenants;
  const response = await fetch(`${server.url}/api/followUps/csv?${query}`, {
    headers: {
      'x-api-key': server.apiKey,
      authorization: `Bearer ${ownOrg.tokenOf('PHYSICIAN')}`,
    },
  });
  return response.text();
}

describe('the closing of a follow-up', () => {
  it('is rejected with the field that is wrong, and closes nothing', async () => {
    const { studyId } = await signCase();
    for (const [overrides, field, code] of [
      [{ reason: 'OTHER' }, 'note', 'NOTE_OF_OTHER'],
      [{ reason: 'OTHER', note: ' ' }, 'note', 'NOTE_OF_OTHER'],
      [{ reason: 'LOST' }, 'reason', 'invalid_value'],
      [{ note: 'x'.repeat(2_001) }, 'note', 'too_big'],
      [{ sides: [] }, 'sides', 'too_small'],
      [{ sides: ['L', 'L'] }, 'sides', 'SIDE_TWICE'],
      [{ sides: ['B'] }, 'sides', 'invalid_value'],
      [{ id: 'x' }, 'id', 'invalid_format'],
      [{ author: 'me' }, 'author', 'unrecognized_keys'],
    ] as const) {
      const { status, body } = await close(studyId, overrides);
      expect.soft([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(field)]);
      expect.soft(body).toMatchObject({ errors: [expect.objectContaining({ code })] });
    }
    expect(await due()).toHaveLength(1);
    expect(await closuresOf(studyId)).toEqual([]);
  });

  it('is rejected for an unknown study, and for a study of another organization', async () => {
    expect((await close(newId())).body.code).toBe('STUDY_NOT_FOUND');
    const { studyId } = await signCase();
    const { server, otherOrg } = calls.tenants;
    const token = otherOrg.tokenOf('PHYSICIAN');
    const path = `/studies/${studyId}/followUpClosures`;
    const foreign = await server.call('POST', path, { token, body: aClosure() });
    expect(foreign.status).toBe(404);
    expect((await server.call('GET', path, { token })).status).toBe(404);
    const { id } = (await close(studyId)).body;
    const reopened = await server.call('DELETE', `/followUpClosures/${id}`, {
      token,
      body: { reason: 'x' },
    });
    expect(reopened.status).toBe(404);
    expect(await closed()).toHaveLength(1);
  });

  it('needs the right to write reports, as reopening does; others only read it', async () => {
    const { studyId } = await signCase();
    expect((await close(studyId, {}, 'VIEWER')).status).toBe(403);
    expect((await close(studyId, {}, 'OPERATOR')).status).toBe(403);
    const { id } = (await close(studyId)).body;
    expect((await reopen(id, 'x', 'VIEWER')).status).toBe(403);
    const path = `/studies/${studyId}/followUpClosures`;
    expect((await calls.as('VIEWER', 'GET', path)).status).toBe(200);
    expect((await calls.as('BLIND_ANNOTATOR', 'GET', path)).status).toBe(403);
  });

  it('is rejected for a breast that is closed, has no follow-up or has no signed report', async () => {
    const { studyId } = await signCase();
    const right = await close(studyId, { sides: ['L', 'R'] });
    expect([right.status, right.body.code]).toEqual([409, 'FOLLOW_UP_NOT_OPEN']);
    const both = await Promise.all([close(studyId), close(studyId)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('FOLLOW_UP_CLOSED');
    expect(await closuresOf(studyId)).toHaveLength(1);
    const unsigned = await close(
      (await addDatedStudy(calls, { patientId, day: '2025-01-01' })).studyId,
    );
    expect([unsigned.status, unsigned.body.code]).toEqual([409, 'FOLLOW_UP_NOT_OPEN']);
  });

  it('is stored once when its call is repeated, and its id is not reused', async () => {
    const { studyId } = await signCase();
    const id = newId();
    const responses = await Promise.all([1, 2, 3].map(() => close(studyId, { id })));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await closuresOf(studyId)).toHaveLength(1);
    const other = await close(studyId, { id, reason: 'MOVED' });
    expect([other.status, other.body.code]).toEqual([409, 'OUTCOME_ID_TAKEN']);
    await reopen(id, 'Another patient');
    expect((await close(studyId, { id })).body.code).toBe('OUTCOME_ID_TAKEN');
  });
});

describe('a closed follow-up', () => {
  it('leaves the list of due follow-ups and is listed as closed, with reason, user and time', async () => {
    const { studyId, findingId } = await signCase();
    const note = 'Controls in Berlin';
    const { status, body } = await close(studyId, { reason: 'ELSEWHERE', note: ` ${note} ` });
    expect([status, body]).toMatchObject([
      200,
      {
        ...{ studyId, sides: ['L'], reason: 'ELSEWHERE', note, createdBy: readerId },
        ...{ isSuperseded: false, deletedAt: null },
      },
    ]);
    expect(await due()).toEqual([]);
    expect(await closed()).toMatchObject([
      {
        ...{ id: body.id, studyId, reason: 'CATEGORY_3', sides: ['L'], dueDay: '2026-07-31' },
        findings: [{ id: findingId }],
        closure: { reason: 'ELSEWHERE', note, createdAt: body.createdAt, author: body.author },
      },
    ]);
    expect(body.author).not.toBeNull();
    expect(await listed('&state=CLOSED&reason=INTERVAL')).toEqual([]);
  });

  it('is in the CSV of the closed ones, without formulas, and not in that of the due ones', async () => {
    const { studyId } = await signCase();
    await close(studyId, { reason: 'OTHER', note: '=1+1' });
    const csv = await csvOf('state=CLOSED');
    expect(csv).toMatch(/request,asked by,closed at,closing reason,closing note,closed by\r\n/);
    expect(csv).toMatch(/,OTHER,'=1\+1,[^,]+\r\n/);
    expect(await csvOf('')).not.toContain('=1+1');
  });

  it('concerns the chosen breast; the other one stays due', async () => {
    const { studyId } = await signCase({ hasRight: true });
    expect(await due()).toMatchObject([{ sides: ['R', 'L'], closure: null }]);
    await close(studyId, { sides: ['R'] });
    expect(await due()).toMatchObject([{ id: studyId, sides: ['L'] }]);
    expect(await closed()).toMatchObject([{ sides: ['R'] }]);
    await close(studyId, { sides: ['L'], reason: 'DECEASED' });
    expect(await due()).toEqual([]);
    // Newest first.
    expect((await closed()).map(({ sides, closure }) => [sides, closure?.reason])).toEqual([
      [['L'], 'DECEASED'],
      [['R'], 'DECLINED'],
    ]);
  });

  it('is due again when it is reopened once with a reason, which stays in its history', async () => {
    const { studyId } = await signCase();
    const { id } = (await close(studyId)).body;
    expect((await reopen(id, ' ')).status).toBe(400);
    const reasons = ['Another patient', 'She has changed her mind'];
    const responses = await Promise.all(reasons.map((reason) => reopen(id, reason)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe('FOLLOW_UP_REOPENED');
    expect((await reopen(newId(), 'x')).body.code).toBe('FOLLOW_UP_CLOSURE_NOT_FOUND');
    expect(await due()).toHaveLength(1);
    expect(await closed()).toEqual([]);
    const [history] = await closuresOf(studyId);
    expect(history).toMatchObject({ id, deletedBy: readerId });
    expect(reasons).toContain(history?.deletionReason);
    expect((await close(studyId, { reason: 'MOVED' })).status).toBe(200);
    expect(await due()).toEqual([]);
  });

  it('is superseded by a report of the patient that is signed later', async () => {
    const { studyId } = await signCase();
    await close(studyId);
    // A report of the other breast does not end the follow-up, but the patient has returned.
    const later = await addDatedStudy(calls, { patientId, day: '2026-09-01' });
    await calls.tenants.db
      .updateTable('scan')
      .set({ laterality: 'R' })
      .where('id', '=', later.scanId)
      .execute();
    expect(await due()).toEqual([]);
    const body = { id: newId(), studyId: later.studyId };
    const content = {
      right: { biradsScore: 2, breastDensity: 'HETERO' },
      impression: { text: 'Negative' },
    };
    await calls.must('PHYSICIAN', 'POST', '/reports', { body: { ...body, content } });
    await calls.must('PHYSICIAN', 'POST', `/reports/${body.id}/actions/preliminary`, { body: {} });
    await calls.must('PHYSICIAN', 'POST', `/reports/${body.id}/actions/sign`, {
      body: { password: SIGNING_PASSWORD },
    });
    expect(await due()).toMatchObject([{ studyId }]);
    expect(await closed()).toEqual([]);
    expect(await closuresOf(studyId)).toMatchObject([{ isSuperseded: true, deletedAt: null }]);
    expect((await close(studyId)).status).toBe(200);
  });

  it('is superseded by an addendum to its own report, and not by one to another report', async () => {
    const earlier = await signCase({ day: '2025-01-31', score: 3, months: null });
    const { studyId, reportId } = await signCase();
    await close(studyId);
    await signAddendum(earlier.reportId);
    expect(await closed()).toHaveLength(1);
    await signAddendum(reportId);
    expect(await due()).toMatchObject([{ studyId }]);
  });

  it('leaves both lists with the outcome of its findings', async () => {
    const { studyId, findingId } = await signCase();
    await close(studyId, { reason: 'ELSEWHERE' });
    await addOutcome(findingId, { day: '2026-08-01' });
    expect([await due(), await closed()]).toEqual([[], []]);
  });

  it('is in the audit with its study and patient, as is its reopening', async () => {
    const { studyId } = await signCase();
    const { id } = (await close(studyId)).body;
    await reopen(id, 'Another patient');
    const rows = await calls.tenants.db
      .selectFrom('audit')
      .select(['act', 'subject'])
      .where('organizationId', '=', calls.tenants.ownOrg.organizationId)
      .where('act', 'in', ['closeFollowUp', 'reopenFollowUp'])
      .execute();
    expect(rows).toContainEqual({
      act: 'closeFollowUp',
      subject: expect.objectContaining({ closureId: id, id: studyId, patientId }),
    });
    expect(rows).toContainEqual({
      act: 'reopenFollowUp',
      subject: expect.objectContaining({ id, studyId, patientId }),
    });
  });
});

describe('a grown lesion', () => {
  it('is closed only with a confirmation', async () => {
    const { studyId, findingId } = await signCase();
    await addGrowth(findingId);
    const unconfirmed = await close(studyId);
    expect([unconfirmed.status, unconfirmed.body.code]).toEqual([409, 'FOLLOW_UP_GROWN']);
    expect(await due()).toMatchObject([{ reason: 'GROWN' }]);
    expect((await close(studyId, { confirmsGrowth: true })).status).toBe(200);
    expect(await due()).toEqual([]);
    expect(await closed()).toMatchObject([{ reason: 'GROWN', dueDay: '2026-08-05' }]);
  });

  it('needs no confirmation for the other breast', async () => {
    const { studyId, findingId } = await signCase({ hasRight: true });
    await addGrowth(findingId);
    expect((await close(studyId, { sides: ['R'] })).status).toBe(200);
    expect(await due()).toMatchObject([{ reason: 'GROWN', sides: ['L'] }]);
  });

  it('is due again although its follow-up was closed before the growth', async () => {
    const { studyId, findingId } = await signCase();
    await close(studyId);
    const { id } = await addGrowth(findingId);
    expect(await due()).toMatchObject([{ studyId, reason: 'GROWN' }]);
    expect(await closed()).toEqual([]);
    expect(await closuresOf(studyId)).toMatchObject([{ isSuperseded: true }]);
    await calls.must('PHYSICIAN', 'DELETE', `/outcomes/${id}`, {
      body: { reason: 'Another patient' },
    });
    expect(await closed()).toHaveLength(1);
  });
});
