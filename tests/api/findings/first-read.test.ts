import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuditEntry, FirstRead, Study } from '#contracts';
import { addStudy } from '../support/completed-scans.ts';
import { startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
let study: Study;
beforeAll(async () => {
  calls = await startTenantCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());
beforeEach(async () => {
  study = await addStudy(calls);
});

const read = (role: 'PHYSICIAN' | 'VIEWER' = 'PHYSICIAN', id = study.id) =>
  calls.must<FirstRead>(role, 'GET', `/studies/${id}/firstRead`);
const finish = (id = study.id) =>
  calls.must<FirstRead>('PHYSICIAN', 'POST', `/studies/${id}/actions/finishFirstRead`);

describe('the first read of a study', () => {
  it('is finished once by each reader, at the first time', async () => {
    expect(await read()).toEqual({ studyId: study.id, finishedAt: null });
    const finished = await finish();
    expect(finished).toEqual({ studyId: study.id, finishedAt: expect.any(String) });
    expect(await finish()).toEqual(finished);
    expect(await read()).toEqual(finished);
    expect((await read('VIEWER')).finishedAt).toBeNull();
  });

  it('is in the audit trail with the study and its patient as subject', async () => {
    await finish();
    const path = `/audit?subjectId=${study.id}&act=finishFirstRead`;
    const { items } = await calls.must<{ items: AuditEntry[] }>('ADMIN', 'GET', path);
    expect(items).toMatchObject([
      { outcome: 'done', subject: { id: study.id, patientId: study.patientId } },
    ]);
  });

  it('is remembered for more than a hundred studies', async () => {
    await finish();
    const { db, ownOrg } = calls.tenants;
    const { organizationId } = ownOrg;
    const accountId = ownOrg.accountOf('PHYSICIAN').id;
    for (let count = 0; count < 120; count += 1) {
      const { id: studyId } = await db
        .insertInto('study')
        .values({
          organizationId,
          patientId: study.patientId,
          id: crypto.randomUUID(),
          createdBy: null,
          updatedBy: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db.insertInto('firstRead').values({ organizationId, studyId, accountId }).execute();
    }
    expect((await read()).finishedAt).not.toBeNull();
  });

  it('can’t be read or finished in another organization', async () => {
    const { studyId } = calls.tenants.otherOrg;
    const path = `/studies/${studyId}`;
    expect((await calls.as('PHYSICIAN', 'GET', `${path}/firstRead`)).status).toBe(404);
    const finished = await calls.as('PHYSICIAN', 'POST', `${path}/actions/finishFirstRead`);
    expect(finished.status).toBe(404);
  });
});
