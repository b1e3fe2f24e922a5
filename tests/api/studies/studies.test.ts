import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedStudy, Patient, Study } from '#contracts';
import { newId } from '#foundation';
import { at, type ClinicCalls, startClinicCalls } from '../support/clinic-calls.ts';
import { aPatient } from '../support/records.ts';

interface Page {
  items: ListedStudy[];
  total: number;
  nextCursor: string | null;
}

let calls: ClinicCalls;
beforeAll(async () => {
  calls = await startClinicCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());

const newPatient = (wish: object = {}) =>
  calls.must<Patient>('OPERATOR', 'POST', '/patients', { body: aPatient(wish) });
const makeStudy = (patientId: string, wish: object = {}) =>
  calls.as<Study>('OPERATOR', 'POST', '/studies', {
    body: { patientId, accessionNumber: null, ...wish },
  });
const worklist = (query: string, role: 'PHYSICIAN' | 'OPERATOR' = 'PHYSICIAN') =>
  calls.must<Page>(role, 'GET', `/studies?${query}`);

describe('a study', () => {
  it('carries what was asked before the scan, and is changed by the version it was read in', async () => {
    const { id: patientId } = await newPatient();
    const asked = {
      accessionNumber: ' ACC-1 ',
      indications: ['DENSE', 'focpain'],
      imagingHistory: ['MAMMO'],
      followUp: ['MRI'],
      menopause: 'PERI',
      pregnancy: 'NO',
      smoking: 'SMOKER',
    };
    const { body: study } = await makeStudy(patientId, asked);
    expect(study).toMatchObject({
      ...asked,
      accessionNumber: 'ACC-1',
      indications: ['DENSE', 'FOCPAIN'],
      state: 'N',
      patient: { id: patientId },
    });
    const path = `/studies/${study.id}`;
    const change = { ...asked, menopause: 'POST', accessionNumber: '' };
    expect((await calls.as('OPERATOR', 'PUT', path, { body: change })).status).toBe(428);
    const changed = await calls.must<Study>('OPERATOR', 'PUT', path, { body: change, ...at(1) });
    expect(changed).toMatchObject({ menopause: 'POST', accessionNumber: null, version: 2 });
    const late = await calls.as('OPERATOR', 'PUT', path, { body: asked, ...at(1) });
    expect(late.status).toBe(412);
    expect(late.body).toMatchObject({ data: { menopause: 'POST' } });
  });

  it('sent again under its id with other answers is refused: they must not be taken for kept', async () => {
    const { id: patientId } = await newPatient();
    const id = newId();
    const asked = { id, indications: ['DENSE'], smoking: 'NO' };
    const made = await makeStudy(patientId, asked);
    expect((await makeStudy(patientId, asked)).body).toEqual(made.body);
    for (const other of [{ indications: ['DENSE', 'FOCPAIN'] }, { smoking: 'SMOKER' }]) {
      expect((await makeStudy(patientId, { ...asked, ...other })).status).toBe(409);
    }
  });

  it.each([
    ['indications', ['NOTHING'], 'ITEM_NOT_FOUND'],
    ['imagingHistory', ['MRI', 'MRI'], 'DUPLICATE_ITEMS'],
    ['followUp', ['x'.repeat(17)], 'too_big'],
    ['organizationId', newId(), 'unrecognized_keys'],
    ['createdAt', '2020-01-01T00:00:00Z', 'unrecognized_keys'],
  ])('with the %s %j is refused', async (field, value, code) => {
    const { id: patientId } = await newPatient();
    const refused = await makeStudy(patientId, { [field]: value });
    expect(refused.status).toBe(400);
    const { errors } = refused.body as unknown as { errors: { field: string; code: string }[] };
    expect(errors[0]).toMatchObject({ code });
    expect(errors[0]?.field.split('.')[0]).toBe(field);
  });

  it('is found by its accession number, which stands in no audit row', async () => {
    const number = `A/${newId().slice(0, 8)}`;
    const { body: study } = await makeStudy((await newPatient()).id, { accessionNumber: number });
    const path = `/studies/accession/${encodeURIComponent(number)}`;
    expect((await calls.must<Study>('VIEWER', 'GET', path)).id).toBe(study.id);
    const { db, ours } = calls.clinics;
    const rows = await db
      .selectFrom('audit')
      .select('subject')
      .where('organizationId', '=', ours.organizationId)
      .where('act', '=', 'getStudyByAccession')
      .execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).toContain(study.id);
    expect(JSON.stringify(rows)).not.toContain(number);
    expect((await calls.as('VIEWER', 'GET', `${path}x`)).status).toBe(404);
  });

  it('with one accession number from twenty desks at once is one study; each other desk is told', async () => {
    const { id: patientId } = await newPatient();
    const accessionNumber = `RACE-${newId().slice(0, 8)}`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => makeStudy(patientId, { accessionNumber })),
    );
    const made = answers.filter(({ status }) => status === 200);
    expect(made).toHaveLength(1);
    for (const refused of answers.filter(({ status }) => status !== 200)) {
      expect(refused.body).toMatchObject({ errorType: 'DuplicateAccession' });
    }
    const theirs = await calls.clinics.server.call('POST', '/studies', {
      token: calls.clinics.theirs.tokenOf('OPERATOR'),
      body: { patientId: calls.clinics.theirs.patientId, accessionNumber },
    });
    expect(theirs.status, 'another clinic has numbers of its own').toBe(200);
  });

  it('made and its patient deleted in the same moment never leave a study without a patient', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await newPatient();
      const [made, deleted] = await Promise.all([
        makeStudy(id),
        calls.as('OPERATOR', 'DELETE', `/patients/${id}`, at(1)),
      ]);
      expect([made.status, deleted.status].sort()).not.toEqual([200, 200]);
    }
  });

  it('is not deleted while it holds a scan', async () => {
    const { body: study } = await makeStudy((await newPatient()).id);
    const body = { studyId: study.id, laterality: 'L' };
    const scan = await calls.must<{ id: string }>('OPERATOR', 'POST', '/scans', { body });
    const path = `/studies/${study.id}`;
    const refused = await calls.as('OPERATOR', 'DELETE', path, at(1));
    expect(refused.body).toMatchObject({ errorType: 'StudyHasScans', data: { scans: 1 } });
    await calls.must('OPERATOR', 'DELETE', `/scans/${scan.id}`, at(1));
    expect((await calls.must<Study>('OPERATOR', 'DELETE', path, at(1))).deletedAt).not.toBeNull();
    expect((await calls.as('OPERATOR', 'GET', path)).status).toBe(404);
  });
});

describe('the worklist', () => {
  const ids = ({ items }: Page) => items.map(({ id }) => id);

  it('shows who it is, the sides and the state, and narrows by each', async () => {
    const word = `Wl${newId().slice(-8)}`;
    const { id: patientId } = await newPatient({ lastName: word, code: word });
    const [plain, scanned] = [await makeStudy(patientId), await makeStudy(patientId)];
    for (const laterality of ['R', 'L']) {
      const body = { studyId: scanned.body.id, laterality };
      await calls.must('OPERATOR', 'POST', '/scans', { body });
    }
    const all = await worklist(`_keywords=${word}`);
    expect(ids(all)).toEqual([scanned.body.id, plain.body.id]);
    expect(all.items[0]).toMatchObject({
      sides: ['R', 'L'],
      scanCount: 2,
      state: 'N',
      acquisitionTime: null,
      who: { lastName: word, code: word, firstName: 'Ann' },
    });
    expect(ids(await worklist(`_keywords=${word}&laterality=L`))).toEqual([scanned.body.id]);
    await calls.clinics.db
      .updateTable('scan')
      .set({ scanState: 'C', acquisitionTime: '2026-01-02T00:00:00.000Z' })
      .where('studyId', '=', scanned.body.id)
      .where('laterality', '=', 'L')
      .execute();
    expect(ids(await worklist(`_keywords=${word}&state=I`))).toEqual([scanned.body.id]);
    expect(ids(await worklist(`_keywords=${word}&state=N`))).toEqual([plain.body.id]);
    expect((await worklist(`_keywords=${word}&state=C`)).total).toBe(0);
    expect((await worklist(`_keywords=${word}&state=I`)).items[0]?.state).toBe('I');
  });

  it('walks its pages in each order, once', async () => {
    const word = `Pg${newId().slice(-8)}`;
    const { id: patientId } = await newPatient({ lastName: word });
    for (let made = 0; made < 5; made += 1) await makeStudy(patientId);
    for (const direction of ['asc', 'desc'] as const) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const page = await worklist(
          `_keywords=${word}&limit=2&sort=updatedAt&direction=${direction}${cursor}`,
        );
        expect(page.total).toBe(5);
        seen.push(...page.items.map(({ updatedAt }) => updatedAt));
        cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
      } while (cursor !== '');
      const sorted = [...seen].sort();
      expect(seen).toEqual(direction === 'asc' ? sorted : sorted.reverse());
      expect(seen).toHaveLength(5);
    }
  });

  it('takes days of making, both included', async () => {
    const word = `Dy${newId().slice(-8)}`;
    const { body: study } = await makeStudy((await newPatient({ lastName: word })).id);
    const day = study.createdAt.slice(0, 10);
    expect((await worklist(`_keywords=${word}&from=${day}&to=${day}`)).total).toBe(1);
    expect((await worklist(`_keywords=${word}&to=2020-01-01`)).total).toBe(0);
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
  ])('refuses %s and tells nothing of its inside', async (query) => {
    const refused = await calls.as('PHYSICIAN', 'GET', `/studies?${query}`);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).not.toMatch(/select|syntax|relation|column/i);
  });
});
