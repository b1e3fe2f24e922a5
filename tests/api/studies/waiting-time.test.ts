import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedStudy, Patient, Report, Scan, Study } from '#contracts';
import { newId } from '#foundation';
import { hashPassword } from '../../../platform/server/accounts/passwords.ts';
import { aPatient } from '../support/records.ts';
import { startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

interface Page {
  items: ListedStudy[];
  nextCursor: string | null;
}

const PASSWORD = 'Correct-horse-1!';
let calls: TenantCalls;
beforeAll(async () => {
  calls = await startTenantCalls();
  const { db, ownOrg } = calls.tenants;
  const set = { passwordHash: await hashPassword(PASSWORD), lastName: 'Reader', jobTitle: 'MD' };
  await db
    .updateTable('account')
    .set(set)
    .where('id', '=', ownOrg.accountOf('PHYSICIAN').id)
    .execute();
});
afterAll(() => calls?.[Symbol.asyncDispose]());

const newPatient = (lastName: string) =>
  calls.must<Patient>('OPERATOR', 'POST', '/patients', { body: aPatient({ lastName }) });

/** Creates a study with a completed scan of that day; null leaves the study without a scan. */
async function aStudyOf(patientId: string, acquiredOn: string | null, priority = 'ROUTINE') {
  const study = await calls.must<Study>('OPERATOR', 'POST', '/studies', {
    body: { patientId, accessionNumber: null, priority },
  });
  if (acquiredOn === null) return study.id;
  const scan = await calls.must<Scan>('OPERATOR', 'POST', '/scans', {
    body: { studyId: study.id, laterality: 'L' },
  });
  await calls.tenants.db
    .updateTable('scan')
    .set({ scanState: 'C', acquisitionTime: `${acquiredOn}T10:12:00.000Z` })
    .where('id', '=', scan.id)
    .execute();
  await createdOn(study.id, acquiredOn);
  return study.id;
}

/** A study is created before its scan; only imports have older scans. */
async function createdOn(studyId: string, day: string): Promise<void> {
  await calls.tenants.db
    .updateTable('study')
    .set({ createdAt: `${day}T08:00:00.000Z` })
    .where('id', '=', studyId)
    .execute();
}

async function sign(studyId: string): Promise<void> {
  const left = { biradsScore: 2, breastDensity: 'HETERO', text: { text: 'Normal' } };
  const body = { id: newId(), studyId, content: { left, impression: { text: 'Benign' } } };
  const report = await calls.must<Report>('PHYSICIAN', 'POST', '/reports', { body });
  await calls.must('PHYSICIAN', 'POST', `/reports/${report.id}/actions/preliminary`, { body: {} });
  await calls.must('PHYSICIAN', 'POST', `/reports/${report.id}/actions/sign`, {
    body: { password: PASSWORD },
  });
}

/** Reads the list in pages of two rows. */
async function listed(keyword: string, direction: 'asc' | 'desc'): Promise<ListedStudy[]> {
  const path = `/studies?_keywords=${keyword}&sort=waiting&direction=${direction}&limit=2`;
  const items: ListedStudy[] = [];
  let cursor = '';
  do {
    const page = await calls.must<Page>('PHYSICIAN', 'GET', `${path}${cursor}`);
    items.push(...page.items);
    cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
  } while (cursor !== '');
  return items;
}

describe('the waiting time of a study', () => {
  it('orders the worklist with urgent studies first and studies that do not wait last', async () => {
    const keyword = `W${newId().slice(-10)}`;
    const { id: patientId } = await newPatient(keyword);
    const urgent = await aStudyOf(patientId, '2026-11-20', 'URGENT');
    const newer = await aStudyOf(patientId, '2026-11-19');
    const older = await aStudyOf(patientId, '2026-11-18');
    const stat = await aStudyOf(patientId, '2026-11-21', 'STAT');
    const signed = await aStudyOf(patientId, '2020-01-01');
    await sign(signed);
    const unscanned = await aStudyOf(patientId, null);
    const ids = async (direction: 'asc' | 'desc') =>
      (await listed(keyword, direction)).map(({ id }) => id);
    expect(await ids('desc')).toEqual([stat, urgent, older, newer, unscanned, signed]);
    expect(await ids('asc')).toEqual([stat, urgent, newer, older, unscanned, signed]);
  });

  it('counts from the import for an exam of an earlier year', async () => {
    const keyword = `W${newId().slice(-10)}`;
    const { id: patientId } = await newPatient(keyword);
    const imported = await aStudyOf(patientId, '2024-01-10');
    await createdOn(imported, '2026-11-22');
    const earlier = await aStudyOf(patientId, '2026-11-20');
    const rows = await listed(keyword, 'desc');
    expect(rows.map(({ id }) => id)).toEqual([earlier, imported]);
    expect(rows[1]?.waitingSince).toBe('2026-11-22T08:00:00.000Z');
  });

  it('counts from the scan, or from the creation without its time, until the signature', async () => {
    const keyword = `W${newId().slice(-10)}`;
    const { id: patientId } = await newPatient(keyword);
    const id = await aStudyOf(patientId, '2026-11-20');
    const undated = await aStudyOf(patientId, '2026-11-20');
    await calls.tenants.db
      .updateTable('scan')
      .set({ acquisitionTime: null })
      .where('studyId', '=', undated)
      .execute();
    await aStudyOf(patientId, null);
    const since = async () =>
      Object.fromEntries((await listed(keyword, 'desc')).map((row) => [row.id, row.waitingSince]));
    const rows = await listed(keyword, 'desc');
    const createdAt = rows.find((row) => row.id === undated)?.createdAt;
    const before = await since();
    expect(before[id]).toBe('2026-11-20T10:12:00.000Z');
    expect(before[undated]).toBe(createdAt);
    expect(Object.values(before).filter((time) => time === null)).toHaveLength(1);
    await sign(id);
    expect((await since())[id]).toBeNull();
  });
});

describe('the number of priors of a study', () => {
  it('counts older completed scans of other studies of the patient', async () => {
    const keyword = `W${newId().slice(-10)}`;
    const { id: patientId } = await newPatient(keyword);
    const { id: otherId } = await newPatient(keyword);
    await aStudyOf(otherId, '2020-01-01');
    const first = await aStudyOf(patientId, '2024-11-20');
    const second = await aStudyOf(patientId, '2025-11-20');
    const third = await aStudyOf(patientId, '2026-11-20');
    await calls.must<Scan>('OPERATOR', 'POST', '/scans', {
      body: { studyId: first, laterality: 'R' },
    });
    const rows = await listed(keyword, 'desc');
    const priorsOf = (id: string) => rows.find((row) => row.id === id)?.priorScans;
    expect([first, second, third].map(priorsOf)).toEqual([0, 1, 2]);
  });
});

describe('the worklist of a day', () => {
  it('lists the own reports that are not signed, and not those of others', async () => {
    const keyword = `W${newId().slice(-10)}`;
    const { id: patientId } = await newPatient(keyword);
    const [draft, signed, untouched] = [
      await aStudyOf(patientId, '2026-11-20'),
      await aStudyOf(patientId, '2026-11-20'),
      await aStudyOf(patientId, '2026-11-20'),
    ];
    const body = { id: newId(), studyId: draft, content: { impression: { text: 'Benign' } } };
    await calls.must<Report>('PHYSICIAN', 'POST', '/reports', { body });
    await sign(signed);
    const path = `/studies?_keywords=${keyword}&unsigned=mine`;
    const mine = await calls.must<Page>('PHYSICIAN', 'GET', path);
    expect(mine.items.map(({ id }) => id)).toEqual([draft]);
    expect((await calls.must<Page>('VIEWER', 'GET', path)).items).toEqual([]);
    expect([signed, untouched]).not.toContain(draft);
    const blind = await calls.must<Page>('BLIND_ANNOTATOR', 'GET', '/studies?unsigned=mine');
    expect(blind.items).toEqual([]);
  });

  it('lists the studies with a failed job until the job is repeated', async () => {
    const keyword = `W${newId().slice(-10)}`;
    const { id: patientId } = await newPatient(keyword);
    const id = await aStudyOf(patientId, '2026-11-20');
    await aStudyOf(patientId, '2026-11-20');
    const { db, ownOrg } = calls.tenants;
    const { id: entityId } = await db
      .selectFrom('scan')
      .select('id')
      .where('studyId', '=', id)
      .executeTakeFirstOrThrow();
    const job = { organizationId: ownOrg.organizationId, jobType: 'R3D' as const, entityId };
    const at = (minute: number) => ({
      ...{ ...job, id: newId(), createdAt: `2026-01-01T00:0${minute}:00.000Z` },
      ...{ createdBy: null, problem: null },
    });
    const failed = async () => {
      const path = `/studies?_keywords=${keyword}&jobs=failed`;
      return (await calls.must<Page>('PHYSICIAN', 'GET', path)).items.map((study) => study.id);
    };
    await db
      .insertInto('job')
      .values({ ...at(1), status: 'FAILED' })
      .execute();
    expect(await failed()).toEqual([id]);
    const blind = await calls.must<Page>('BLIND_ANNOTATOR', 'GET', '/studies?jobs=failed');
    expect(blind.items).toEqual([]);
    await db
      .insertInto('job')
      .values({ ...at(2), status: 'COMPLETED' })
      .execute();
    expect(await failed()).toEqual([]);
  });
});
