import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedStudy, Patient, Study } from '#contracts';
import { newId } from '#foundation';
import { aPatient } from '../support/records.ts';
import { ifVersion, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

interface Page {
  items: ListedStudy[];
  total: number;
  nextCursor: string | null;
}

let calls: TenantCalls;
beforeAll(async () => {
  calls = await startTenantCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());

const newPatient = (overrides: object = {}) =>
  calls.must<Patient>('OPERATOR', 'POST', '/patients', { body: aPatient(overrides) });
const createStudy = (patientId: string, overrides: object = {}) =>
  calls.as<Study>('OPERATOR', 'POST', '/studies', {
    body: { patientId, accessionNumber: null, ...overrides },
  });
const worklist = (query: string, role: 'PHYSICIAN' | 'OPERATOR' = 'PHYSICIAN') =>
  calls.must<Page>(role, 'GET', `/studies?${query}`);

const place = (change: object = {}) => ({
  side: 'R',
  clockMinutes: 600,
  distanceMm: 35,
  ...change,
});

describe('a study', () => {
  it('stores the palpable places, and keeps them when a client without them changes it', async () => {
    const { id: patientId } = await newPatient();
    const palpable = [place(), place({ side: 'L', clockMinutes: 0, distanceMm: null })];
    const id = newId();
    const { body: study } = await createStudy(patientId, { id, palpable });
    expect(study.palpable).toEqual(palpable);
    expect((await createStudy(patientId, { id, palpable })).body).toEqual(study);
    expect((await createStudy(patientId, { id, palpable: [place()] })).status).toBe(409);
    const path = `/studies/${study.id}`;
    const kept = await calls.must<Study>('OPERATOR', 'PUT', path, {
      body: { accessionNumber: null },
      ...ifVersion(1),
    });
    expect(kept.palpable).toEqual(palpable);
    const cleared = await calls.must<Study>('OPERATOR', 'PUT', path, {
      body: { accessionNumber: null, palpable: [] },
      ...ifVersion(2),
    });
    expect(cleared.palpable).toEqual([]);
  });

  it('stores the questionnaire of the visit, and can be changed only with the current version', async () => {
    const { id: patientId } = await newPatient();
    const fields = {
      accessionNumber: ' ACC-1 ',
      indications: ['DENSE', 'focpain'],
      imagingHistory: ['MAMMO'],
      followUp: ['MRI'],
      menopause: 'PERI',
      pregnancy: 'NO',
      smoking: 'SMOKER',
    };
    const { body: study } = await createStudy(patientId, fields);
    expect(study).toMatchObject({
      ...fields,
      accessionNumber: 'ACC-1',
      indications: ['DENSE', 'FOCPAIN'],
      state: 'N',
      patient: { id: patientId },
    });
    const path = `/studies/${study.id}`;
    const change = { ...fields, menopause: 'POST', accessionNumber: '' };
    expect((await calls.as('OPERATOR', 'PUT', path, { body: change })).status).toBe(428);
    const changed = await calls.must<Study>('OPERATOR', 'PUT', path, {
      body: change,
      ...ifVersion(1),
    });
    expect(changed).toMatchObject({ menopause: 'POST', accessionNumber: null, version: 2 });
    const late = await calls.as('OPERATOR', 'PUT', path, { body: fields, ...ifVersion(1) });
    expect(late.status).toBe(412);
    expect(late.body).toMatchObject({ data: { menopause: 'POST' } });
  });

  it('sent again under its id with other fields is rejected', async () => {
    const { id: patientId } = await newPatient();
    const id = newId();
    const fields = { id, indications: ['DENSE'], smoking: 'NO' };
    const created = await createStudy(patientId, fields);
    expect((await createStudy(patientId, fields)).body).toEqual(created.body);
    for (const other of [{ indications: ['DENSE', 'FOCPAIN'] }, { smoking: 'SMOKER' }]) {
      expect((await createStudy(patientId, { ...fields, ...other })).status).toBe(409);
    }
  });

  it.each([
    ['indications', ['NOTHING'], 'ITEM_NOT_FOUND'],
    ['imagingHistory', ['MRI', 'MRI'], 'DUPLICATE_ITEMS'],
    ['followUp', ['x'.repeat(17)], 'too_big'],
    ['palpable', [place({ clockMinutes: 720 })], 'PALPABLE_CLOCK'],
    ['palpable', [place({ clockMinutes: 10.5 })], 'PALPABLE_CLOCK'],
    ['palpable', [place({ distanceMm: -1 })], 'PALPABLE_DISTANCE'],
    ['palpable', [place({ distanceMm: 201 })], 'PALPABLE_DISTANCE'],
    ['palpable', [place({ side: 'B' })], 'invalid_value'],
    ['palpable', Array.from({ length: 9 }, () => place()), 'PALPABLE_COUNT'],
    ['organizationId', newId(), 'unrecognized_keys'],
    ['createdAt', '2020-01-01T00:00:00Z', 'unrecognized_keys'],
  ])('with the %s %j is rejected', async (field, value, code) => {
    const { id: patientId } = await newPatient();
    const rejected = await createStudy(patientId, { [field]: value });
    expect(rejected.status).toBe(400);
    const { errors } = rejected.body as unknown as { errors: { field: string; code: string }[] };
    expect(errors[0]).toMatchObject({ code });
    expect(errors[0]?.field.split('.')[0]).toBe(field);
  });

  it('is found by its accession number, which is in no audit row', async () => {
    const number = `A/${newId().slice(0, 8)}`;
    const { body: study } = await createStudy((await newPatient()).id, { accessionNumber: number });
    const path = `/studies/accession/${encodeURIComponent(number)}`;
    expect((await calls.must<Study>('VIEWER', 'GET', path)).id).toBe(study.id);
    const { db, ownOrg } = calls.tenants;
    const rows = await db
      .selectFrom('audit')
      .select('subject')
      .where('organizationId', '=', ownOrg.organizationId)
      .where('act', '=', 'getStudyByAccession')
      .execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).toContain(study.id);
    expect(JSON.stringify(rows)).not.toContain(number);
    expect((await calls.as('VIEWER', 'GET', `${path}x`)).status).toBe(404);
  });

  it('with one accession number from twenty concurrent clients is created once; the others get a conflict', async () => {
    const { id: patientId } = await newPatient();
    const accessionNumber = `RACE-${newId().slice(0, 8)}`;
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => createStudy(patientId, { accessionNumber })),
    );
    const created = responses.filter(({ status }) => status === 200);
    expect(created).toHaveLength(1);
    for (const rejected of responses.filter(({ status }) => status !== 200)) {
      expect(rejected.body).toMatchObject({ errorType: 'DuplicateAccession' });
    }
    const otherResponse = await calls.tenants.server.call('POST', '/studies', {
      token: calls.tenants.otherOrg.tokenOf('OPERATOR'),
      body: { patientId: calls.tenants.otherOrg.patientId, accessionNumber },
    });
    expect(otherResponse.status, 'the same accession number in another tenant').toBe(200);
  });

  it('created while its patient is deleted never remains without a patient', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await newPatient();
      const [created, deleted] = await Promise.all([
        createStudy(id),
        calls.as('OPERATOR', 'DELETE', `/patients/${id}`, ifVersion(1)),
      ]);
      expect([created.status, deleted.status].sort()).not.toEqual([200, 200]);
    }
  });

  it('can’t be deleted while it has a scan', async () => {
    const { body: study } = await createStudy((await newPatient()).id);
    const body = { studyId: study.id, laterality: 'L' };
    const scan = await calls.must<{ id: string }>('OPERATOR', 'POST', '/scans', { body });
    const path = `/studies/${study.id}`;
    const rejected = await calls.as('OPERATOR', 'DELETE', path, ifVersion(1));
    expect(rejected.body).toMatchObject({ errorType: 'StudyHasScans', data: { scans: 1 } });
    await calls.must('OPERATOR', 'DELETE', `/scans/${scan.id}`, {
      body: { reason: 'Wrong import' },
      ...ifVersion(1),
    });
    expect(
      (await calls.must<Study>('OPERATOR', 'DELETE', path, ifVersion(1))).deletedAt,
    ).not.toBeNull();
    expect((await calls.as('OPERATOR', 'GET', path)).status).toBe(404);
  });
});

describe('the worklist', () => {
  const ids = ({ items }: Page) => items.map(({ id }) => id);

  it('shows patient, sides and state, and filters by each', async () => {
    const keyword = `Wl${newId().slice(-8)}`;
    const { id: patientId } = await newPatient({ lastName: keyword, code: keyword });
    const plain = await createStudy(patientId);
    const scanned = await createStudy(patientId);
    for (const laterality of ['R', 'L']) {
      const body = { studyId: scanned.body.id, laterality };
      await calls.must('OPERATOR', 'POST', '/scans', { body });
    }
    const page = await worklist(`_keywords=${keyword}`);
    expect(ids(page)).toEqual([scanned.body.id, plain.body.id]);
    expect(page.items[0]).toMatchObject({
      sides: ['R', 'L'],
      scanCount: 2,
      state: 'N',
      acquisitionTime: null,
      who: { lastName: keyword, code: keyword, firstName: 'Ann' },
    });
    expect(ids(await worklist(`_keywords=${keyword}&laterality=L`))).toEqual([scanned.body.id]);
    await calls.tenants.db
      .updateTable('scan')
      .set({ scanState: 'C', acquisitionTime: '2026-01-02T00:00:00.000Z' })
      .where('studyId', '=', scanned.body.id)
      .where('laterality', '=', 'L')
      .execute();
    expect(ids(await worklist(`_keywords=${keyword}&state=I`))).toEqual([scanned.body.id]);
    expect(ids(await worklist(`_keywords=${keyword}&state=N`))).toEqual([plain.body.id]);
    expect((await worklist(`_keywords=${keyword}&state=C`)).total).toBe(0);
    expect((await worklist(`_keywords=${keyword}&state=I`)).items[0]?.state).toBe('I');
  });

  it('pages through all studies once, ascending and descending', async () => {
    const keyword = `Pg${newId().slice(-8)}`;
    const { id: patientId } = await newPatient({ lastName: keyword });
    for (let count = 0; count < 5; count += 1) await createStudy(patientId);
    for (const direction of ['asc', 'desc'] as const) {
      const collected: string[] = [];
      let cursor = '';
      do {
        const page = await worklist(
          `_keywords=${keyword}&limit=2&sort=updatedAt&direction=${direction}${cursor}`,
        );
        expect(page.total).toBe(5);
        collected.push(...page.items.map(({ updatedAt }) => updatedAt));
        cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
      } while (cursor !== '');
      const sorted = [...collected].sort();
      expect(collected).toEqual(direction === 'asc' ? sorted : sorted.reverse());
      expect(collected).toHaveLength(5);
    }
  });

  it('includes both days of a date range', async () => {
    const keyword = `Dy${newId().slice(-8)}`;
    const { body: study } = await createStudy((await newPatient({ lastName: keyword })).id);
    const day = study.createdAt.slice(0, 10);
    expect((await worklist(`_keywords=${keyword}&from=${day}&to=${day}`)).total).toBe(1);
    expect((await worklist(`_keywords=${keyword}&to=2020-01-01`)).total).toBe(0);
  });

  it.each([
    'sort=created_at desc; drop table study',
    'sort=patient.last_name',
    "direction=asc'--",
    "state=N' or '1'='1",
    'laterality=L%27%20or%20true',
    'from=2026-01-01%27%3B--',
    'limit=0',
    'limit=100000',
    '_keywords=%25%27)%20or%20(1=1',
  ])('rejects %s and reveals no internals', async (query) => {
    const rejected = await calls.as('PHYSICIAN', 'GET', `/studies?${query}`);
    expect(rejected.status).toBe(400);
    expect(JSON.stringify(rejected.body)).not.toMatch(/select|syntax|relation|column/i);
  });
});
