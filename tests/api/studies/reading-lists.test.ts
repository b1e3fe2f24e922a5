import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedStudy, Patient, ReadingCounts, Report, Scan, Study } from '#contracts';
import { newId } from '#foundation';
import { hashPassword } from '../../../platform/server/accounts/passwords.ts';
import { aPatient } from '../support/records.ts';
import { ifVersion, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

interface Page<Item> {
  items: Item[];
  total: number;
  nextCursor: string | null;
}

const PASSWORD = 'Correct-horse-1!';
let calls: TenantCalls;
beforeAll(async () => {
  calls = await startTenantCalls();
  const { db, ownOrg } = calls.tenants;
  const set = { passwordHash: await hashPassword(PASSWORD), lastName: 'Reader', jobTitle: 'MD' };
  const { id } = ownOrg.accountOf('PHYSICIAN');
  await db.updateTable('account').set(set).where('id', '=', id).execute();
});
afterAll(() => calls?.[Symbol.asyncDispose]());

/** Returns a unique word for the names of a single test's patients. */
const newKeyword = () => `W${newId().slice(-10)}`;
const newPatient = (overrides: object = {}) =>
  calls.must<Patient>('OPERATOR', 'POST', '/patients', { body: aPatient(overrides) });
const newStudy = (patientId: string, overrides: object = {}) =>
  calls.must<Study>('OPERATOR', 'POST', '/studies', {
    body: { patientId, accessionNumber: null, ...overrides },
  });
const newScan = (studyId: string, laterality: 'L' | 'R') =>
  calls.must<Scan>('OPERATOR', 'POST', '/scans', { body: { studyId, laterality } });
const post = (path: string, body: object) =>
  calls.must<Report>('PHYSICIAN', 'POST', path, { body });
const left = { biradsScore: 3, breastDensity: 'HETERO', text: { text: 'A mass' } } as const;
const saveReport = (studyId: string, id = newId()) =>
  post('/reports', { id, studyId, content: { left, impression: { text: 'Benign' } } });

const studiesOf = (keyword: string, query = '') =>
  calls.must<Page<ListedStudy>>('PHYSICIAN', 'GET', `/studies?_keywords=${keyword}&${query}`);
const patientsOf = (keyword: string, query = '') =>
  calls.must<Page<Patient>>(
    'PHYSICIAN',
    'GET',
    `/patients/actions/search?_keywords=${keyword}&${query}`,
  );
const countRows = (list: 'studies' | 'patients', query: string) =>
  calls.must<ReadingCounts>('PHYSICIAN', 'GET', `/${list}/actions/count?${query}`);

async function setScanFields(
  id: string,
  set: { acquisitionTime?: string; breastDensity?: string; origin?: 'IMPORTED' },
) {
  await calls.tenants.db.updateTable('scan').set(set).where('id', '=', id).execute();
}

describe('the lists of studies and patients', () => {
  it.each([
    '/studies?sort=density',
    '/studies?sort=summary.density',
    '/studies?direction=up',
    '/studies?readingState=READ',
    '/studies?readingState=',
    "/studies?readingState=NEW' or '1'='1",
    '/studies?priority=HIGH',
    '/studies?claimed=me',
    '/studies?cursor=WzFd',
    '/studies/actions/count?priority=stat',
    '/patients?sort=search_text',
    '/patients?sex=F',
    '/patients?breastDensity=THICK',
    '/patients?riskFrom=high',
    '/patients?riskFrom=',
    '/patients?riskTo=1e9',
    '/patients?riskTo=NaN',
    '/patients?lastStudyFrom=yesterday',
    '/patients?lastStudyTo=2026-02-30',
    '/patients/actions/search?readingState=none',
    '/patients/actions/count?lastStudyFrom=2026',
  ])('reject %s by name and reveal no internals', async (path) => {
    const rejected = await calls.as('PHYSICIAN', 'GET', encodeURI(path));
    expect(rejected.status).toBe(400);
    const name = /[?](\w+)=/.exec(path)?.[1];
    expect(rejected.body).toMatchObject({ errors: [{ field: name }] });
    expect(JSON.stringify(rejected.body)).not.toMatch(/select|syntax|relation|column/i);
  });

  it('reject the cursor of another order or list, which would skip rows silently', async () => {
    const keyword = newKeyword();
    const { id } = await newPatient({ lastName: keyword });
    for (let count = 0; count < 3; count += 1) await newStudy(id);
    const { nextCursor } = await studiesOf(keyword, 'limit=1&sort=name&direction=asc');
    expect(nextCursor).not.toBeNull();
    for (const path of [
      `/studies?sort=createdAt&cursor=${nextCursor}`,
      `/studies?sort=name&direction=desc&cursor=${nextCursor}`,
      `/patients?sort=code&direction=asc&cursor=${nextCursor}`,
    ]) {
      expect((await calls.as('PHYSICIAN', 'GET', path)).status, path).toBe(400);
    }
  });
});

describe('the reading progress of a study', () => {
  it('follows its newest report, and a signed report counts before a draft', async () => {
    const keyword = newKeyword();
    const { id: patientId } = await newPatient({ lastName: keyword });
    const { id } = await newStudy(patientId);
    const scan = await newScan(id, 'L');
    const { db } = calls.tenants;
    await db.updateTable('scan').set({ scanState: 'C' }).where('id', '=', scan.id).execute();
    const readState = async () => {
      const [row] = (await studiesOf(keyword)).items;
      const [patient] = (await patientsOf(keyword)).items;
      expect(patient?.readingState).toBe(row?.readingState);
      return row?.readingState;
    };
    expect(await readState()).toBe('NEW');
    const draft = await saveReport(id);
    expect(await readState()).toBe('IN_PROGRESS');
    await calls.must('PHYSICIAN', 'DELETE', `/reports/${draft.id}`, ifVersion(1));
    expect(await readState(), 'a discarded draft').toBe('NEW');
    const report = await saveReport(id);
    await post(`/reports/${report.id}/actions/preliminary`, {});
    expect(await readState()).toBe('PRELIMINARY');
    await post(`/studies/${id}/actions/claim`, {});
    expect(await readState(), 'the study was opened again').toBe('PRELIMINARY');
    const second = await saveReport(id);
    expect(await readState(), 'the report was edited again').toBe('IN_PROGRESS');
    await post(`/reports/${report.id}/actions/sign`, { password: PASSWORD });
    expect(await readState(), `with ${second.id} unsigned`).toBe('SIGNED');
    await post(`/reports/${report.id}/actions/addendum`, { id: newId(), text: 'Seen again' });
    expect(await readState()).toBe('ADDENDUM');
  });

  it('filters both lists, and is counted among the rows that match all other filters', async () => {
    const keyword = newKeyword();
    const patientToRead = await newPatient({ lastName: keyword });
    const patientInProgress = await newPatient({ lastName: keyword });
    await newPatient({ lastName: keyword });
    await newStudy(patientToRead.id);
    const statStudy = await newStudy(patientToRead.id, { priority: 'STAT' });
    const studyInProgress = await newStudy(patientInProgress.id, { priority: 'URGENT' });
    await saveReport(studyInProgress.id);
    const byReadingState = { NEW: 2, IN_PROGRESS: 1, PRELIMINARY: 0, SIGNED: 0, ADDENDUM: 0 };
    expect(await countRows('studies', `_keywords=${keyword}`)).toEqual({
      total: 3,
      byReadingState,
    });
    const narrowed = `_keywords=${keyword}&priority=STAT`;
    expect(await countRows('studies', narrowed)).toMatchObject({
      total: 1,
      byReadingState: { NEW: 1 },
    });
    expect(await countRows('patients', `_keywords=${keyword}`)).toEqual({
      total: 3,
      byReadingState: { ...byReadingState, NEW: 1 },
    });
    const ids = (page: Page<{ id: string }>) => page.items.map(({ id }) => id);
    expect(ids(await studiesOf(keyword, 'readingState=IN_PROGRESS'))).toEqual([studyInProgress.id]);
    expect(ids(await studiesOf(keyword, 'readingState=NEW&priority=STAT'))).toEqual([statStudy.id]);
    expect(ids(await patientsOf(keyword, 'readingState=IN_PROGRESS'))).toEqual([
      patientInProgress.id,
    ]);
    expect(ids(await patientsOf(keyword, 'readingState=NEW'))).toEqual([patientToRead.id]);
  });

  it('includes its claim, by which the worklist can be filtered', async () => {
    const keyword = newKeyword();
    const { id: patientId } = await newPatient({ lastName: keyword });
    const claimed = await newStudy(patientId);
    const free = await newStudy(patientId);
    await post(`/studies/${claimed.id}/actions/claim`, {});
    const listedIds = async (role: 'PHYSICIAN' | 'VIEWER', claimFilter: string) => {
      const path = `/studies?_keywords=${keyword}&claimed=${claimFilter}`;
      return (await calls.must<Page<Study>>(role, 'GET', path)).items.map(({ id }) => id);
    };
    expect(await listedIds('PHYSICIAN', 'mine')).toEqual([claimed.id]);
    expect(await listedIds('PHYSICIAN', 'others')).toEqual([]);
    expect(await listedIds('VIEWER', 'mine')).toEqual([]);
    expect(await listedIds('VIEWER', 'others')).toEqual([claimed.id]);
    expect(await listedIds('VIEWER', 'none')).toEqual([free.id]);
    const ownCounts = await countRows('studies', `_keywords=${keyword}&claimed=mine`);
    expect(ownCounts).toMatchObject({ total: 1, byReadingState: { IN_PROGRESS: 1 } });
  });
});

describe('the priority of a study', () => {
  it('is routine by default, changes with its form, and stays if a form omits it', async () => {
    const { id: patientId } = await newPatient();
    const study = await newStudy(patientId);
    expect(study.priority).toBe('ROUTINE');
    const invalid = await calls.as('OPERATOR', 'POST', '/studies', {
      body: { patientId, accessionNumber: null, priority: 'SOON' },
    });
    expect(invalid.status).toBe(400);
    const change = (body: object, version: number) =>
      calls.must<Study>('OPERATOR', 'PUT', `/studies/${study.id}`, {
        body: { accessionNumber: null, ...body },
        ...ifVersion(version),
      });
    expect((await change({ priority: 'STAT' }, 1)).priority).toBe('STAT');
    expect((await change({ smoking: 'NO' }, 2)).priority).toBe('STAT');
    const repeated = { id: study.id, patientId, accessionNumber: null, smoking: 'NO' };
    const createAgain = (priority: string) =>
      calls.as('OPERATOR', 'POST', '/studies', { body: { ...repeated, priority } });
    expect((await createAgain('STAT')).status).toBe(200);
    expect((await createAgain('URGENT')).status, 'the stored study has another priority').toBe(409);
  });
});

describe('a worklist row', () => {
  it('lists waiting, running and failed jobs of its scans, unless a later job succeeded', async () => {
    const keyword = newKeyword();
    const { id: patientId } = await newPatient({ lastName: keyword });
    const study = await newStudy(patientId);
    const right = await newScan(study.id, 'R');
    const left = await newScan(study.id, 'L');
    const { db, ownOrg } = calls.tenants;
    const aJob = (entityId: string, minute: number, fields: object) => ({
      id: newId(),
      organizationId: ownOrg.organizationId,
      jobType: 'R3D' as const,
      entityId,
      createdAt: `2026-01-01T00:0${minute}:00.000Z`,
      createdBy: null,
      problem: null,
      ...fields,
    });
    const rows = [
      aJob(right.id, 1, { status: 'FAILED' }),
      aJob(right.id, 2, { status: 'COMPLETED' }),
      aJob(right.id, 3, { jobType: 'AUTO_DETECTION', status: 'IN_PROGRESS', done: 3, total: 4 }),
      aJob(left.id, 4, { status: 'COMPLETED' }),
      aJob(left.id, 5, { status: 'FAILED', done: 1, total: 0 }),
      aJob(left.id, 6, { jobType: 'DICOM_3D_TO_PACS', status: 'CANCELLED' }),
    ];
    await db.insertInto('job').values(rows).execute();
    expect((await studiesOf(keyword)).items[0]?.jobs).toEqual([
      {
        id: rows[2]?.id,
        scanId: right.id,
        scanLabel: 'R',
        jobType: 'AUTO_DETECTION',
        status: 'IN_PROGRESS',
        progress: 0.75,
      },
      {
        id: rows[4]?.id,
        scanId: left.id,
        scanLabel: 'L',
        jobType: 'R3D',
        status: 'FAILED',
        progress: null,
      },
    ]);
    await calls.must('OPERATOR', 'DELETE', `/scans/${left.id}`, {
      body: { reason: 'Wrong import' },
      ...ifVersion(1),
    });
    expect((await studiesOf(keyword)).items[0]?.jobs).toHaveLength(1);
  });

  it('shows the higher density of both sides, as the patient list does for the newest study', async () => {
    const keyword = newKeyword();
    const { id: patientId } = await newPatient({ lastName: keyword });
    const older = await newStudy(patientId);
    await setScanFields((await newScan(older.id, 'R')).id, { breastDensity: 'EXTREME' });
    const readDensities = async () => [
      (await studiesOf(keyword)).items.map(({ breastDensity }) => breastDensity),
      (await patientsOf(keyword)).items[0]?.breastDensity,
    ];
    expect(await readDensities()).toEqual([['EXTREME'], 'EXTREME']);
    const newer = await newStudy(patientId);
    expect(await readDensities()).toEqual([[null, 'EXTREME'], null]);
    const right = await newScan(newer.id, 'R');
    const left = await newScan(newer.id, 'L');
    const setDensity = (id: string, breastDensity: string | null) =>
      calls.must<Scan>('PHYSICIAN', 'PUT', `/scans/${id}/updateBreastDensity`, {
        body: { breastDensity },
      });
    await setDensity(right.id, 'HETERO');
    const { version } = await setDensity(left.id, 'FIBRO');
    expect(await readDensities()).toEqual([['HETERO', 'EXTREME'], 'HETERO']);
    expect((await patientsOf(keyword, 'breastDensity=HETERO')).total).toBe(1);
    expect((await patientsOf(keyword, 'breastDensity=EXTREME')).total).toBe(0);
    await setDensity(right.id, null);
    expect(await readDensities()).toEqual([['FIBRO', 'EXTREME'], 'FIBRO']);
    await calls.must('OPERATOR', 'DELETE', `/scans/${left.id}`, {
      body: { reason: 'Wrong import' },
      ...ifVersion(version),
    });
    expect(await readDensities()).toEqual([[null, 'EXTREME'], null]);
  });

  it('shows the higher density after concurrent updates of both sides', async () => {
    const keyword = newKeyword();
    const { id } = await newStudy((await newPatient({ lastName: keyword })).id);
    const right = await newScan(id, 'R');
    const left = await newScan(id, 'L');
    for (let round = 0; round < 10; round += 1) {
      const densities = round % 2 === 0 ? ['EXTREME', 'FATTY'] : ['FATTY', 'FIBRO'];
      await Promise.all(
        [right, left].map((scan, side) =>
          calls.must('PHYSICIAN', 'PUT', `/scans/${scan.id}/updateBreastDensity`, {
            body: { breastDensity: densities[side] },
          }),
        ),
      );
      const expected = round % 2 === 0 ? 'EXTREME' : 'FIBRO';
      expect((await studiesOf(keyword)).items[0]?.breastDensity).toBe(expected);
    }
  });
});

/** Returns all ids of a list, fetched in pages of two rows. */
async function listAllIds(path: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor = '';
  do {
    const page = await calls.must<Page<{ id: string }>>('PHYSICIAN', 'GET', `${path}${cursor}`);
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
  } while (cursor !== '');
  return ids;
}

describe('a sort order', () => {
  it('of studies pages through all rows once, with unknown values last in both directions', async () => {
    const keyword = newKeyword();
    const patients = [
      await newPatient({ lastName: `${keyword} Özil`, firstName: 'B' }),
      await newPatient({ lastName: `${keyword} ozil`, firstName: 'A' }),
      await newPatient({ lastName: `${keyword} Zahn`, firstName: null }),
    ];
    const studyFields = [
      { patientIdx: 2, number: null, priority: 'STAT', acquiredAt: '2026-02-02T00:00:00.123Z' },
      { patientIdx: 0, number: 'b2', priority: 'ROUTINE', acquiredAt: null },
      { patientIdx: 1, number: 'B1', priority: 'URGENT', acquiredAt: '2026-02-03T00:00:00.000Z' },
      { patientIdx: 0, number: null, priority: 'ROUTINE', acquiredAt: '2026-02-02T00:00:00.123Z' },
      { patientIdx: 2, number: 'a9', priority: 'STAT', acquiredAt: null },
    ];
    const studies: Study[] = [];
    const scanIds: string[] = [];
    for (const { patientIdx, number, priority, acquiredAt } of studyFields) {
      const accessionNumber = number === null ? null : `${number}-${keyword}`;
      const study = await newStudy(patients[patientIdx]?.id ?? '', { accessionNumber, priority });
      studies.push(study);
      const scan = await newScan(study.id, 'R');
      scanIds.push(scan.id);
      if (acquiredAt !== null) await setScanFields(scan.id, { acquisitionTime: acquiredAt });
    }
    /** Returns the indices into `studyFields` in the order of the list. */
    const order = async (sort: string, direction: string) => {
      const path = `/studies?_keywords=${keyword}&limit=2&sort=${sort}&direction=${direction}`;
      return (await listAllIds(path)).map((id) => studies.findIndex((study) => study.id === id));
    };
    expect(await order('priority', 'desc')).toEqual([4, 0, 2, 3, 1]);
    expect(await order('priority', 'asc')).toEqual([1, 3, 2, 0, 4]);
    expect(await order('acquisitionTime', 'desc')).toEqual([2, 3, 0, 4, 1]);
    expect(await order('acquisitionTime', 'asc')).toEqual([0, 3, 2, 1, 4]);
    const acquiredOnDay = async (): Promise<boolean | undefined> => {
      const { items } = await calls.must<{ items: ListedStudy[] }>(
        'PHYSICIAN',
        'GET',
        `/studies?_keywords=${keyword}`,
      );
      return items.find(({ id }) => id === studies[4]?.id)?.acquiredOnDay;
    };
    expect(await acquiredOnDay()).toBe(false);
    const [imported] = scanIds.slice(4);
    const acquisitionTime = '2025-01-01T11:00:00.000Z';
    await setScanFields(imported ?? '', { origin: 'IMPORTED', acquisitionTime });
    expect(await acquiredOnDay()).toBe(true);
    expect(await order('acquisitionTime', 'asc')).toEqual([4, 0, 3, 2, 1]);
    expect(await order('name', 'asc')).toEqual([2, 1, 3, 0, 4]);
    expect(await order('name', 'desc')).toEqual([4, 0, 3, 1, 2]);
    expect(await order('accessionNumber', 'asc')).toEqual([4, 2, 1, 0, 3]);
    expect(await order('accessionNumber', 'desc')).toEqual([1, 2, 4, 3, 0]);
    expect(await order('createdAt', 'asc')).toEqual([0, 1, 2, 3, 4]);
  });

  it('of patients pages through all rows once, with unknown values last in both directions', async () => {
    const keyword = newKeyword();
    const patientFields = [
      { lastName: `${keyword} B`, code: `2-${keyword}`, birthDate: '1980-01-01', sex: 'MALE' },
      { lastName: `${keyword} C`, code: null, birthDate: null, sex: null },
      { lastName: `${keyword} A`, code: `1-${keyword}`, birthDate: '1950-01-01', sex: 'FEMALE' },
      { lastName: `${keyword} D`, code: null, birthDate: '1950-01-01', sex: 'FEMALE' },
    ];
    const patients: Patient[] = [];
    for (const overrides of patientFields) patients.push(await newPatient(overrides));
    const [first, , third] = patients;
    const setRisk = (id: string, riskScore: number) =>
      calls.must('OPERATOR', 'POST', `/patients/${id}/actions/updateRiskScore`, {
        body: { riskScore },
      });
    await setRisk(first?.id ?? '', -0.1);
    await setRisk(third?.id ?? '', 12.3456789);
    await saveReport((await newStudy(third?.id ?? '')).id);
    const { id: studyId } = await newStudy(first?.id ?? '');
    await setScanFields((await newScan(studyId, 'L')).id, { breastDensity: 'FATTY' });
    /** Returns the indices into `patientFields` in the order of the list. */
    const order = async (sort: string, direction: string, filter = '') => {
      const list = `/patients/actions/search?_keywords=${keyword}&limit=1${filter}`;
      const ids = await listAllIds(`${list}&sort=${sort}&direction=${direction}`);
      return ids.map((id) => patients.findIndex((patient) => patient.id === id));
    };
    /** Ascending and descending order, as indices into `patientFields`. */
    const orders = {
      name: ['2,0,1,3', '3,1,0,2'],
      code: ['2,0,1,3', '0,2,3,1'],
      birthDate: ['2,3,0,1', '0,3,2,1'],
      sex: ['2,3,0,1', '0,3,2,1'],
      risk: ['0,2,1,3', '2,0,3,1'],
      lastStudy: ['2,0,1,3', '0,2,3,1'],
      density: ['0,1,2,3', '0,3,2,1'],
      state: ['0,2,1,3', '2,0,3,1'],
      createdAt: ['0,1,2,3', '3,2,1,0'],
    };
    for (const [sort, [asc, desc]] of Object.entries(orders)) {
      expect((await order(sort, 'asc')).join(), `${sort}, ascending`).toBe(asc);
      expect((await order(sort, 'desc')).join(), `${sort}, descending`).toBe(desc);
    }
    expect(await order('name', 'asc', '&sex=FEMALE')).toEqual([2, 3]);
    expect(await order('name', 'asc', '&riskFrom=-0.1&riskTo=12')).toEqual([0]);
    expect(await order('name', 'asc', '&breastDensity=FATTY')).toEqual([0]);
    const day = new Date().toISOString().slice(0, 10);
    expect(await order('name', 'asc', `&lastStudyFrom=${day}`)).toEqual([2, 0]);
    expect(await order('name', 'asc', '&lastStudyTo=2020-01-01')).toEqual([]);
  });

  it('of patients follows the newest remaining study after a deletion', async () => {
    const keyword = newKeyword();
    const { id } = await newPatient({ lastName: keyword });
    const older = await newStudy(id);
    const newer = await newStudy(id);
    expect((await patientsOf(keyword)).items[0]?.lastStudyId).toBe(newer.id);
    await calls.must('OPERATOR', 'DELETE', `/studies/${newer.id}`, ifVersion(1));
    expect((await patientsOf(keyword)).items[0]).toMatchObject({
      lastStudyId: older.id,
      lastStudyAt: older.createdAt,
    });
    await calls.must('OPERATOR', 'DELETE', `/studies/${older.id}`, ifVersion(1));
    expect((await patientsOf(keyword)).items[0]).toMatchObject({
      lastStudyId: null,
      lastStudyAt: null,
      readingState: null,
      sides: [],
    });
  });
});
