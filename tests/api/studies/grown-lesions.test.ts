import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FindingOutcome, FollowUp } from '#contracts';
import { newId } from '#foundation';
import { aPatient } from '../support/records.ts';
import {
  addDatedStudy,
  addSignedCase,
  allowSigning,
  type SignedCaseOptions,
} from '../support/signed-case.ts';
import { startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

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

const signCase = (options: SignedCaseOptions = {}) => addSignedCase(calls, patientId, options);

const addOutcome = (findingId: string, overrides: object) =>
  calls.must<FindingOutcome>('PHYSICIAN', 'POST', `/findings/${findingId}/outcomes`, {
    body: { id: newId(), kind: 'FOLLOW_UP', result: 'STABLE', histology: null, ...overrides },
  });

/** Returns the follow-ups of the patient of this test. */
async function followUps(query = ''): Promise<readonly FollowUp[]> {
  const path = `/followUps?limit=200${query}`;
  const { items } = await calls.must<{ items: FollowUp[] }>('PHYSICIAN', 'GET', path);
  return items.filter((item) => item.patientId === patientId);
}

describe('a grown lesion', () => {
  it('stays listed as due since its growth until a pathology of that day or later', async () => {
    const { findingId, studyId } = await signCase();
    await addOutcome(findingId, { day: '2026-06-01' });
    expect(await followUps()).toEqual([]);
    await addOutcome(findingId, { result: 'GROWN', day: '2026-08-05' });
    const grown = { id: studyId, reason: 'GROWN', dueDay: '2026-08-05', sides: ['L'] };
    const isListed = async () =>
      expect(await followUps('&overdue=true&reason=GROWN')).toMatchObject([
        { ...grown, months: null, isAssumed: false },
      ]);
    await isListed();
    const biopsy = { kind: 'BIOPSY', result: 'BENIGN' };
    await addOutcome(findingId, { ...biopsy, day: '2026-03-01' });
    await isListed();
    const { id } = await addOutcome(findingId, { ...biopsy, day: '2026-08-05' });
    expect(await followUps()).toEqual([]);
    await calls.must('PHYSICIAN', 'DELETE', `/outcomes/${id}`, {
      body: { reason: 'Another patient' },
    });
    await isListed();
  });

  it('stays listed until a scan of its breast on the day of the growth or later', async () => {
    const { findingId } = await signCase();
    await addOutcome(findingId, { result: 'GROWN', day: '2026-08-05' });
    const { scanId } = await addDatedStudy(calls, { patientId, day: '2026-08-04' });
    expect(await followUps()).toMatchObject([{ reason: 'GROWN', dueDay: '2026-08-05' }]);
    const acquisitionTime = '2026-08-05T12:00:00.000Z';
    await calls.tenants.db
      .updateTable('scan')
      .set({ acquisitionTime })
      .where('id', '=', scanId)
      .execute();
    expect(await followUps()).toEqual([]);
  });

  it('is listed although its report has no interval', async () => {
    const { findingId } = await signCase({ score: 5, months: null });
    expect(await followUps()).toMatchObject([{ reason: 'NO_RESULT' }]);
    await addOutcome(findingId, { result: 'GROWN', day: '2026-08-05' });
    expect(await followUps()).toMatchObject([{ reason: 'GROWN', dueDay: '2026-08-05' }]);
  });

  it('is due on the earlier day of the interval while another finding has no outcome', async () => {
    const { findingId } = await signCase({ findings: 2 });
    await addOutcome(findingId, { result: 'GROWN', day: '2026-08-05' });
    expect(await followUps()).toMatchObject([
      { reason: 'GROWN', dueDay: '2026-07-31', findings: [{ outcomes: 1 }, { outcomes: 0 }] },
    ]);
  });
});
