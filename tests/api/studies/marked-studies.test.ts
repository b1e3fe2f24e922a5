import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedStudy, Patient, ReadingCounts, Role, Scan, Study } from '#contracts';
import { newId } from '#foundation';
import { aFinding, aPatient } from '../support/records.ts';
import { ifVersion, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
beforeAll(async () => {
  calls = await startTenantCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());

async function aScannedStudy() {
  const lastName = `W${newId().slice(-10)}`;
  const patient = await calls.must<Patient>('OPERATOR', 'POST', '/patients', {
    body: aPatient({ lastName }),
  });
  const study = await calls.must<Study>('OPERATOR', 'POST', '/studies', {
    body: { patientId: patient.id, accessionNumber: null },
  });
  const scan = await calls.must<Scan>('OPERATOR', 'POST', '/scans', {
    body: { studyId: study.id, laterality: 'L' },
  });
  const listed = async () => {
    const path = `/studies?_keywords=${lastName}`;
    const [row] = (await calls.must<{ items: ListedStudy[] }>('VIEWER', 'GET', path)).items;
    const counts = await calls.must<ReadingCounts>(
      'VIEWER',
      'GET',
      `/studies/actions/count?_keywords=${lastName}`,
    );
    const state = row?.readingState ?? 'NEW';
    expect(counts.byReadingState[state], 'the count of the state').toBe(1);
    const filtered = await calls.must<{ total: number }>(
      'VIEWER',
      'GET',
      `${path}&readingState=${state}`,
    );
    expect(filtered.total, 'the list of the state').toBe(1);
    return state;
  };
  return { studyId: study.id, scanId: scan.id, listed };
}

async function mark(role: Role, scanId: string): Promise<string> {
  const body = aFinding(scanId);
  await calls.must(role, 'POST', '/findings', { body });
  return body.id as string;
}

describe('a study without a report', () => {
  it('stays in progress after the first mark of its reader, also when the reader leaves', async () => {
    const { studyId, scanId, listed } = await aScannedStudy();
    expect(await listed()).toBe('NEW');
    await calls.must('PHYSICIAN', 'POST', `/studies/${studyId}/actions/claim`, { body: {} });
    const id = await mark('PHYSICIAN', scanId);
    await calls.must('PHYSICIAN', 'POST', `/studies/${studyId}/actions/release`, { body: {} });
    expect(await listed()).toBe('IN_PROGRESS');
    await calls.must('PHYSICIAN', 'DELETE', `/findings/${id}`, ifVersion(1));
    expect(await listed(), 'the only mark was deleted').toBe('NEW');
  });

  it('stays new with marks of blind annotators, of models, and of a reader study', async () => {
    const { studyId, scanId, listed } = await aScannedStudy();
    const { db, ownOrg } = calls.tenants;
    const { organizationId } = ownOrg;
    const { id: createdBy } = ownOrg.accountOf('PHYSICIAN');
    await mark('BLIND_ANNOTATOR', scanId);
    const finding = { organizationId, scanId, label: 7, createdBy, updatedBy: createdBy };
    await db
      .insertInto('finding')
      .values({ ...finding, id: newId(), generator: 'AI' })
      .execute();
    const readerStudyId = newId();
    await db
      .insertInto('readerStudy')
      .values({
        ...{ organizationId, id: readerStudyId, name: readerStudyId, state: 'OPEN', createdBy },
        ...{ filter: '{}', caseOrder: 'FIXED', design: 'PLAIN', arm: 'WITHOUT_AI', seed: 1 },
        ...{ washoutDays: 0, noReturn: false, studyIds: [studyId], readerIds: [createdBy] },
        ...{ updatedBy: createdBy },
      })
      .execute();
    const reading = { readerStudyId, studyId, session: 1, position: 1, arm: 'WITHOUT_AI' } as const;
    await db
      .insertInto('caseReading')
      .values({
        ...reading,
        organizationId,
        id: newId(),
        readerId: createdBy,
        ratings: null,
        findings: null,
      })
      .execute();
    await mark('PHYSICIAN', scanId);
    expect(await listed()).toBe('NEW');
  });
});
