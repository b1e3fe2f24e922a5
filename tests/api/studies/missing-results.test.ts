import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FindingOutcome, FollowUp, FollowUpClosure } from '#contracts';
import { newId } from '#foundation';
import { aPatient } from '../support/records.ts';
import {
  addDatedStudy,
  addSignedCase,
  allowSigning,
  type SignedCaseOptions,
} from '../support/signed-case.ts';
import { startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

/** BI-RADS 3, 4B, 5 and 6 as codes. */
const [B3, B4B, B5, B6] = [4, 6, 8, 9];
const DAY_MS = 864e5;

let calls: TenantCalls;
let patientId = '';
beforeAll(async () => {
  calls = await startTenantCalls({ timeZone: 'UTC' });
  await allowSigning(calls.tenants);
});
afterAll(() => calls?.[Symbol.asyncDispose]());
beforeEach(async () => {
  const body = aPatient();
  patientId = (await calls.must<{ id: string }>('PHYSICIAN', 'POST', '/patients', { body })).id;
});

const signCase = (options: SignedCaseOptions = {}) =>
  addSignedCase(calls, patientId, { score: B4B, months: null, ...options });

const addOutcome = (findingId: string, overrides: object = {}) =>
  calls.must<FindingOutcome>('PHYSICIAN', 'POST', `/findings/${findingId}/outcomes`, {
    body: {
      id: newId(),
      kind: 'BIOPSY',
      result: 'BENIGN',
      day: '2026-02-10',
      histology: null,
      ...overrides,
    },
  });

/** Returns the follow-ups of the patient of this test. */
async function followUps(query = ''): Promise<readonly FollowUp[]> {
  const path = `/followUps?limit=200${query}`;
  const { items } = await calls.must<{ items: FollowUp[] }>('PHYSICIAN', 'GET', path);
  return items.filter((item) => item.patientId === patientId);
}
const reasons = async (query = '') =>
  (await followUps(query)).map(({ reason, sides }) => [reason, sides.join('')]);

const close = (studyId: string, sides: readonly string[]) =>
  calls.must<FollowUpClosure>('PHYSICIAN', 'POST', `/studies/${studyId}/followUpClosures`, {
    body: { id: newId(), sides, reason: 'DECLINED', note: null },
  });

/** Day in UTC after a number of days. */
const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

describe('a category 4 or 5 without a result', () => {
  it('is listed from the signature with the day 14 days later, under the id of its report', async () => {
    const { studyId, findingId, reportId } = await signCase({ score: B5 });
    expect(await followUps('&reason=NO_RESULT')).toMatchObject([
      {
        id: reportId,
        reason: 'NO_RESULT',
        studyId,
        reportId,
        sides: ['L'],
        daysLeft: 14,
        months: null,
        isAssumed: false,
        request: null,
        closure: null,
        findings: [{ id: findingId, biradsScore: B5, outcomes: 0 }],
      },
    ]);
    expect(await reasons('&overdue=true')).toEqual([]);
    expect(await reasons(`&dueUntil=${dayAfter(13)}`)).toEqual([]);
    expect(await reasons(`&dueUntil=${dayAfter(14)}`)).toEqual([['NO_RESULT', 'L']]);
  });

  it('is not listed for category 2, 3 or 6', async () => {
    await signCase({ score: 3 });
    await signCase({ score: B6 });
    await signCase({ score: B3, months: 6 });
    expect(await reasons()).toEqual([['CATEGORY_3', 'L']]);
  });

  it('ends once each finding of these categories has an outcome, and returns without it', async () => {
    const { findingId, scanId } = await signCase({ findings: 2 });
    await addOutcome(findingId);
    expect(await reasons()).toEqual([['NO_RESULT', 'L']]);
    const [item] = await followUps();
    const other = item?.findings.find(({ id }) => id !== findingId)?.id ?? '';
    const { id } = await addOutcome(other);
    expect(await reasons()).toEqual([]);
    await calls.must('PHYSICIAN', 'DELETE', `/outcomes/${id}`, { body: { reason: 'Another' } });
    expect(await reasons()).toEqual([['NO_RESULT', 'L']]);
    await calls.tenants.db
      .updateTable('finding')
      .set({ biradsScore: 3 })
      .where('scanId', '=', scanId)
      .where('id', '=', other)
      .execute();
    expect(await reasons()).toEqual([]);
  });

  it('stays without any finding, for which no outcome can be entered', async () => {
    const { studyId } = await signCase({ hasRight: true });
    expect(await reasons()).toEqual([['NO_RESULT', 'RL']]);
    await close(studyId, ['R']);
    expect(await reasons()).toEqual([['NO_RESULT', 'L']]);
  });

  it('stays with a later scan of the breast, and ends with a later report of it', async () => {
    await signCase();
    await addDatedStudy(calls, { patientId, day: '2026-03-01' });
    expect(await reasons()).toEqual([['NO_RESULT', 'L']]);
    await signCase({ day: '2025-01-01', score: 3 });
    expect(await reasons()).toEqual([['NO_RESULT', 'L']]);
    await signCase({ day: '2026-03-01', score: 3 });
    expect(await reasons()).toEqual([]);
  });

  it('is covered by the growth of a lesion until a pathology', async () => {
    const { findingId } = await signCase();
    await addOutcome(findingId, { kind: 'FOLLOW_UP', result: 'GROWN', day: '2026-08-05' });
    expect(await reasons()).toEqual([['GROWN', 'L']]);
    await addOutcome(findingId, { day: '2026-08-10' });
    expect(await reasons()).toEqual([]);
  });

  it('is listed beside an interval of the same report, and pages without gaps', async () => {
    const { studyId, reportId } = await signCase({ months: 6 });
    const items = await followUps();
    expect(items.map(({ id }) => id).toSorted()).toEqual([studyId, reportId].toSorted());
    expect((await reasons()).toSorted()).toEqual([
      ['INTERVAL', 'L'],
      ['NO_RESULT', 'L'],
    ]);
  });
});

describe('the closing of a missing result', () => {
  it('lists it once as closed with its interval, and reopening brings back both', async () => {
    const { studyId } = await signCase({ months: 6, hasRight: true });
    const { id } = await close(studyId, ['L']);
    expect((await reasons()).toSorted()).toEqual([
      ['INTERVAL', 'R'],
      ['NO_RESULT', 'R'],
    ]);
    expect(await followUps('&state=CLOSED')).toMatchObject([
      { id, reason: 'INTERVAL', sides: ['L'], closure: { reason: 'DECLINED' } },
    ]);
    await calls.must('PHYSICIAN', 'DELETE', `/followUpClosures/${id}`, {
      body: { reason: 'She agrees' },
    });
    expect((await reasons()).toSorted()).toEqual([
      ['INTERVAL', 'RL'],
      ['NO_RESULT', 'RL'],
    ]);
  });

  it('is listed as closed under its own reason, and is in the CSV', async () => {
    const { studyId } = await signCase();
    const { id } = await close(studyId, ['L']);
    expect(await reasons()).toEqual([]);
    expect(await followUps('&state=CLOSED&reason=NO_RESULT')).toMatchObject([{ id }]);
    const { server, ownOrg } = calls.tenants;
    const response = await fetch(`${server.url}/api/followUps/csv?state=CLOSED`, {
      headers: {
        'x-api-key': server.apiKey,
        authorization: `Bearer ${ownOrg.tokenOf('PHYSICIAN')}`,
      },
    });
    expect(await response.text()).toContain(',NO_RESULT,L,,no,2026-01-31,');
  });

  it('ends with an outcome that is entered later', async () => {
    const { studyId, findingId } = await signCase();
    await close(studyId, ['L']);
    await addOutcome(findingId);
    expect(await reasons('&state=CLOSED')).toEqual([]);
  });
});
