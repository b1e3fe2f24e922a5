import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ListedStudy, Scan } from '#contracts';
import { newId } from '#foundation';
import { hashPassword } from '../../../platform/server/accounts/passwords.ts';
import { ifVersion, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

const PASSWORD = 'Correct-horse-1!';

let calls: TenantCalls;
let scanId = '';
beforeAll(async () => {
  calls = await startTenantCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());
beforeEach(async () => {
  scanId = await calls.tenants.ownOrg.addScan();
});

const approve = (headers = {}) =>
  calls.as<Scan>('PHYSICIAN', 'POST', `/scans/${scanId}/actions/approve`, { body: {}, ...headers });
const disapprove = (reason: unknown) =>
  calls.as<Scan>('PHYSICIAN', 'POST', `/scans/${scanId}/actions/disapprove`, { body: { reason } });
const withdraw = (headers = {}) =>
  calls.as<Scan>('PHYSICIAN', 'DELETE', `/scans/${scanId}/review`, headers);
const read = () => calls.must<Scan>('PHYSICIAN', 'GET', `/scans/${scanId}`);
const listed = async (role: 'PHYSICIAN' | 'BLIND_ANNOTATOR' = 'PHYSICIAN') => {
  const { items } = await calls.must<{ items: ListedStudy[] }>(role, 'GET', '/studies?limit=200');
  return items;
};

describe('the disapproval of a scan', () => {
  it.each([undefined, '', '   ', 'x'.repeat(501)])('needs a reason, not %j', async (reason) => {
    const rejected = await disapprove(reason);
    expect(rejected.status).toBe(400);
    expect(rejected.body).toMatchObject({ errors: [{ field: 'reason' }] });
    expect((await read()).review).toBeNull();
  });

  it('stores the reason, which the next approval replaces', async () => {
    const reviewedBy = calls.tenants.ownOrg.accountOf('PHYSICIAN').id;
    const disapproved = (await disapprove(' Too much motion ')).body.review;
    expect(disapproved).toMatchObject({
      verdict: 'DISAPPROVED',
      reviewedBy,
      reason: 'Too much motion',
    });
    expect((await approve()).body.review).toMatchObject({ verdict: 'APPROVED', reason: null });
  });

  it('is counted in the worklist, but not for blind annotators', async () => {
    const studyId = calls.tenants.ownOrg.studyId;
    const before = (await listed()).find(({ id }) => id === studyId)?.disapprovedScans;
    await disapprove('Cup slipped');
    const after = (await listed()).find(({ id }) => id === studyId)?.disapprovedScans;
    expect(after).toBe((before ?? 0) + 1);
    const blindCounts = (await listed('BLIND_ANNOTATOR')).map((study) => study.disapprovedScans);
    expect(new Set(blindCounts)).toEqual(new Set([0]));
    const seen = await calls.must<Scan>('BLIND_ANNOTATOR', 'GET', `/scans/${scanId}`);
    expect(seen.review).toBeNull();
  });
});

describe('the verdict on a scan', () => {
  it('can be withdrawn by its reviewer, and the verdict before it applies again', async () => {
    const approved = (await approve()).body.review;
    const second = await disapprove('Coupling lost');
    expect((await withdraw(ifVersion(second.body.version - 1))).status).toBe(412);
    expect((await withdraw(ifVersion(second.body.version))).body.review).toEqual(approved);
    expect((await withdraw()).body.review).toBeNull();
    expect((await withdraw()).body).toMatchObject({ errorType: 'Conflict' });
  });

  it('of another reviewer can’t be withdrawn, but can be replaced', async () => {
    await approve();
    const { db, ownOrg } = calls.tenants;
    await db
      .updateTable('scan')
      .set({ reviewedBy: ownOrg.accountOf('OPERATOR').id })
      .where('id', '=', scanId)
      .execute();
    const rejected = await withdraw();
    expect(rejected.status).toBe(403);
    expect(rejected.body).toMatchObject({ code: 'REVIEW_OF_OTHER_USER' });
    expect((await disapprove('Motion')).status).toBe(200);
    expect((await withdraw()).body.review).toMatchObject({
      verdict: 'APPROVED',
      reviewedBy: ownOrg.accountOf('OPERATOR').id,
    });
  });

  it('can’t change after the report is signed', async () => {
    await approve();
    const studyId = calls.tenants.ownOrg.studyId;
    const signing = {
      passwordHash: await hashPassword(PASSWORD),
      lastName: 'Reader',
      jobTitle: 'MD',
    };
    const { id } = calls.tenants.ownOrg.accountOf('PHYSICIAN');
    await calls.tenants.db.updateTable('account').set(signing).where('id', '=', id).execute();
    const left = { biradsScore: 2, breastDensity: 'HETERO', text: { text: 'Cyst' } };
    const body = { id: newId(), studyId, content: { left, impression: { text: 'Benign' } } };
    await calls.must('PHYSICIAN', 'POST', '/reports', { body });
    await calls.must('PHYSICIAN', 'POST', `/reports/${body.id}/actions/preliminary`, { body: {} });
    await calls.must('PHYSICIAN', 'POST', `/reports/${body.id}/actions/sign`, {
      body: { password: PASSWORD },
    });
    for (const rejected of [await approve(), await disapprove('Late'), await withdraw()]) {
      expect(rejected.status).toBe(409);
      expect(rejected.body).toMatchObject({ errorType: 'ReportSigned' });
    }
    expect((await read()).review).toMatchObject({ verdict: 'APPROVED' });
  });
});
