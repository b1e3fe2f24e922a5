import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditDeedRow, ListedJob, Patient } from '#contracts';
import { newId } from '#foundation';
import { insertJob } from '../../../platform/server/jobs/job-rows.ts';
import { addScan, aPatient } from '../support/records.ts';
import type { TestServer } from '../support/start-test-server.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

interface Page {
  readonly items: AuditDeedRow[];
  readonly total: number;
  readonly nextCursor: string | null;
}

const TODAY = new Date().toISOString().slice(0, 10);
let tenants: TwoTenants;
let server: TestServer;
let admin = '';
let physician = '';
let patient: Patient;
let studyId = '';
beforeAll(async () => {
  tenants = await startTwoTenants();
  server = tenants.server;
  admin = await server.signIn('ADMIN');
  physician = await server.signIn('PHYSICIAN');
  const added = await addScan(server, physician);
  patient = added.patient;
  studyId = added.study.id;
  for (let read = 0; read < 3; read++) {
    expect((await server.call('GET', `/studies/${studyId}`, { token: physician })).status).toBe(
      200,
    );
  }
  await server.call('GET', `/scans/${added.scan.id}/findings`, { token: physician });
});
afterAll(() => tenants[Symbol.asyncDispose]());

async function readDay(query = '', token = admin): Promise<Page> {
  const response = await server.call<Page>('GET', `/audit/day?day=${TODAY}${query}`, { token });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
}

describe('the audit of a day', () => {
  it('lists what each person did with each patient, the same acts counted', async () => {
    const { items } = await readDay('&limit=200');
    const ofPatient = items.filter((item) => item.patient?.id === patient.id);
    const opened = ofPatient.find(({ deed }) => deed === 'openedStudy');
    expect(opened).toMatchObject({ count: 3, done: true, actorKind: 'human' });
    expect(Date.parse(opened?.lastAt ?? '')).toBeGreaterThanOrEqual(
      Date.parse(opened?.firstAt ?? ''),
    );
    expect(ofPatient.map(({ deed }) => deed)).toEqual(
      expect.arrayContaining(['createdRecord', 'createdStudy', 'scanned', 'openedStudy']),
    );
    // The person's rows follow each other, and so do those of one patient.
    const groups = items.map((item) => `${item.actorId} ${item.patient?.id}`);
    const starts = groups.filter((group, idx) => group !== groups[idx - 1]);
    expect(new Set(starts).size).toBe(starts.length);
  });

  it('shows the code and no name of a patient to a caller who may not see patients', async () => {
    const { items } = await readDay('&limit=200');
    const row = items.find((item) => item.patient?.id === patient.id);
    expect(row?.patient).toEqual({ id: patient.id, code: patient.code, name: null });
    expect(JSON.stringify(items)).not.toContain('Example');
    expect((await readDay('&patient=Example')).items).toEqual([]);
  });

  it('finds the deeds of a patient by the code', async () => {
    const body = aPatient({ code: 'AUD-7' });
    const coded = await server.call<Patient>('POST', '/patients', { token: physician, body });
    const { items } = await readDay('&patient=aud-7');
    expect(items.map(({ patient: found, deed }) => [found?.code, deed])).toEqual([
      ['AUD-7', 'createdRecord'],
    ]);
    expect(items[0]?.patient?.id).toBe(coded.body.id);
  });

  it('filters by person and by kind of act', async () => {
    const { items: all } = await readDay('&limit=200');
    const person = all.find(({ deed }) => deed === 'createdRecord');
    const { items } = await readDay(`&actorId=${person?.actorId}&kind=RECORD`);
    expect(new Set(items.map(({ deed }) => deed))).toEqual(
      new Set(['createdRecord', 'createdStudy']),
    );
    const { items: ofAdmin } = await readDay('&kind=ADMINISTRATION');
    expect(ofAdmin[0]).toMatchObject({ deed: 'viewedAudit', patient: null });
  });

  it('attributes a sign-in to the person who signed in', async () => {
    const { items } = await readDay('&kind=SIGN_IN');
    const people = items.filter(({ deed }) => deed === 'signedIn').map((item) => item.actorKind);
    expect(people).toEqual(['human', 'human']);
  });

  it('marks rejected calls', async () => {
    await server.call('GET', '/audit', { token: physician });
    const { items } = await readDay('&kind=ADMINISTRATION');
    expect(items).toContainEqual(expect.objectContaining({ deed: 'viewedAudit', done: false }));
  });

  it('reads the day in the time zone of the caller, page by page', async () => {
    expect((await readDay('&limit=200')).items.length).toBeGreaterThan(0);
    const past = await server.call<Page>('GET', '/audit/day?day=2020-01-01', { token: admin });
    expect(past.body).toEqual({ items: [], total: 0, nextCursor: null });
    const first = await readDay('&kind=RECORD&limit=1');
    expect(first.items).toHaveLength(1);
    const second = await readDay(`&kind=RECORD&limit=1&cursor=${first.nextCursor}`);
    expect(second.items[0]?.deed).not.toBe(first.items[0]?.deed);
  });

  it('rejects a day that does not exist and a wrong cursor', async () => {
    for (const query of ['day=2026-02-30', `day=${TODAY}&cursor=x`, 'limit=5']) {
      expect((await server.call('GET', `/audit/day?${query}`, { token: admin })).status).toBe(400);
    }
  });

  it('is for administrators only', async () => {
    const { status } = await server.call('GET', `/audit/day?day=${TODAY}`, { token: physician });
    expect(status).toBe(403);
  });
});

describe('the list of jobs', () => {
  it('names the patient of a job by code only for a caller who may not see patients', async () => {
    const body = aPatient({ code: 'JOB-1', lastName: 'Hidden' });
    const of = await server.call<Patient>('POST', '/patients', { token: physician, body });
    const study = await server.call<{ id: string }>('POST', '/studies', {
      token: physician,
      body: { patientId: of.body.id, accessionNumber: null },
    });
    const scan = await server.call<{ id: string; organizationId: string }>('POST', '/scans', {
      token: physician,
      body: { studyId: study.body.id, laterality: 'R' },
    });
    const { organizationId } = await tenants.db
      .selectFrom('scan')
      .select('organizationId')
      .where('id', '=', scan.body.id)
      .executeTakeFirstOrThrow();
    const values = { id: newId(), organizationId, entityId: scan.body.id, createdBy: null };
    await insertJob(tenants.db, { ...values, jobType: 'R3D' });
    const { body: list } = await server.call<{ items: ListedJob[] }>('GET', '/jobqueue/jobs', {
      token: admin,
    });
    expect(list.items.find(({ id }) => id === values.id)?.scan).toEqual({
      label: 'R',
      studyId: study.body.id,
      patient: { id: of.body.id, code: 'JOB-1', name: null },
    });
    expect(JSON.stringify(list)).not.toContain('Hidden');
  });
});

describe('a site whose administrators may see patients', () => {
  it('names patients in the audit of a day and finds them by name', async () => {
    await using named = await startTwoTenants({
      roles: { ADMIN: ['ADMIN_ACCOUNT', 'PATIENT_VIEW'] },
    });
    const token = await named.server.signIn('PHYSICIAN');
    const added = await addScan(named.server, token);
    const reader = await named.server.signIn('ADMIN');
    const { body } = await named.server.call<Page>(
      'GET',
      `/audit/day?day=${TODAY}&patient=exam%20ann`,
      { token: reader },
    );
    expect(body.items[0]?.patient).toEqual({
      id: added.patient.id,
      code: added.patient.code,
      name: 'Example, Ann',
    });
  });
});
