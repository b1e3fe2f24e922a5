import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Patient, Scan, Study } from '#contracts';
import { newId } from '#foundation';
import { addScan, aPatient } from '../support/records.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

interface Page<T> {
  items: T[];
  total: number;
  nextCursor: string | null;
}

let server: TestServer;
let token = '';
beforeAll(async () => {
  server = await startTestServer();
  token = await server.signIn('OPERATOR');
});
afterAll(() => server.stop());

const post = <T = Patient>(path: string, body: unknown, headers: Record<string, string> = {}) =>
  server.call<T>('POST', path, { token, body, headers });
const get = <T>(path: string) => server.call<T>('GET', path, { token });
const put = <T>(path: string, body: unknown, headers: Record<string, string> = {}) =>
  server.call<T>('PUT', path, { token, body, headers });

describe('a patient', () => {
  it('is created and read back with its author', async () => {
    const response = await post('/patients', aPatient({ code: 'MRN-1' }));
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ code: 'MRN-1', birthDate: '1970-02-28', version: 1 });
    expect(response.body.createdBy).not.toBeNull();
    expect(response.headers.get('etag')).toBe('"v1"');
    expect((await get(`/patients/${response.body.id}`)).body).toEqual(response.body);
  });

  it('is rejected with the code of another patient; an empty code is stored as none', async () => {
    await post('/patients', aPatient({ code: 'TAKEN' }));
    const again = await post('/patients', aPatient({ code: 'TAKEN' }));
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ errorType: 'DuplicatePatientCode' });
    for (let count = 0; count < 2; count += 1) {
      expect((await post('/patients', aPatient({ code: '' }))).body.code).toBeNull();
    }
  });

  it('with the same code from twenty concurrent clients exists once', async () => {
    const body = aPatient({ code: 'RACE' });
    const responses = await Promise.all(Array.from({ length: 20 }, () => post('/patients', body)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  it('sent twenty times with one Idempotency-Key is one patient with one response', async () => {
    const headers = { 'idempotency-key': newId() };
    const body = aPatient({ lastName: 'Twice' });
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => post('/patients', body, headers)),
    );
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1);
    const result = await get<Page<Patient>>('/patients/actions/search?_keywords=Twice');
    expect(result.body.total).toBe(1);
    const other = await post('/patients', aPatient({ lastName: 'Other' }), headers);
    expect(other.status).toBe(422);
  });

  it('can’t set its own organization, author or id', async () => {
    for (const field of [
      'id',
      'organizationId',
      'createdBy',
      'createdAt',
      'riskScore',
      'version',
    ]) {
      const response = await post<unknown>('/patients', aPatient({ [field]: newId() }));
      expect(response.status, field).toBe(400);
      expect(response.body).toMatchObject({
        errorType: 'ValidationFailed',
        errors: [{ field, code: 'unrecognized_keys' }],
      });
    }
  });

  it.each([
    ['code', 'no/slash'],
    ['lastName', '  '],
    ['birthDate', '1970-02-30'],
    ['sex', 'OTHER'],
  ])('with an invalid %s is rejected with the field name', async (field, value) => {
    const response = await post<unknown>('/patients', aPatient({ [field]: value }));
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ errorType: 'ValidationFailed', errors: [{ field }] });
  });
});

describe('changing a patient', () => {
  it('requires the current version, and returns the newer patient otherwise', async () => {
    const { body: patient } = await post('/patients', aPatient());
    const path = `/patients/${patient.id}`;
    const changed = aPatient({ lastName: 'Married' });
    expect((await put(path, changed)).status).toBe(428);
    const first = await put<Patient>(path, changed, { 'if-match': '"v1"' });
    expect(first.body).toMatchObject({ lastName: 'Married', version: 2 });
    const late = await put(path, aPatient({ lastName: 'Late' }), { 'if-match': '"v1"' });
    expect(late.status).toBe(412);
    expect(late.body).toMatchObject({ data: { lastName: 'Married', version: 2 } });
    expect((await put(path, changed, { 'if-match': 'yesterday' })).status).toBe(400);
  });

  it('by twenty concurrent clients succeeds exactly once', async () => {
    const { body: patient } = await post('/patients', aPatient());
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        put(`/patients/${patient.id}`, aPatient({ lastName: `N${index}` }), { 'if-match': '1' }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 412)).toHaveLength(19);
  });
});

describe('the patient search', () => {
  it('pages through all patients once, newest first', async () => {
    for (let index = 0; index < 7; index += 1) {
      await post('/patients', aPatient({ lastName: `Paged${index}` }));
    }
    const collected: string[] = [];
    let cursor: string | null = null;
    do {
      const cursorParameter: string = cursor === null ? '' : `&cursor=${cursor}`;
      const path = `/patients/actions/search?_keywords=paged&limit=3${cursorParameter}`;
      const { body } = await get<Page<Patient>>(path);
      expect(body.total).toBe(7);
      collected.push(...body.items.map((item) => item.lastName));
      cursor = body.nextCursor;
    } while (cursor !== null);
    expect(collected).toEqual([
      'Paged6',
      'Paged5',
      'Paged4',
      'Paged3',
      'Paged2',
      'Paged1',
      'Paged0',
    ]);
    expect((await get('/patients?cursor=nonsense')).status).toBe(400);
  });

  it('matches every keyword in code or names, and treats pattern characters literally', async () => {
    await post('/patients', aPatient({ code: 'A_1', firstName: 'Zoë', lastName: 'Quist' }));
    const find = async (keywords: string) =>
      (
        await get<Page<Patient>>(
          `/patients/actions/search?_keywords=${encodeURIComponent(keywords)}`,
        )
      ).body.total;
    expect(await find('quist zoë')).toBe(1);
    expect(await find('ZOË a_1')).toBe(1);
    expect(await find('a_1')).toBe(1);
    expect(await find('a_2')).toBe(0);
    expect(await find('axx1')).toBe(0);
    expect(await find('quist nobody')).toBe(0);
    expect((await get('/patients/actions/search?_keywords=%25')).status).toBe(400);
  });

  it.each([
    ['an apostrophe', "O'Brien", "o'brien"],
    ['a curly apostrophe', 'D’Arcy', 'd’arcy'],
    ['letters with combining marks', 'नेहा', 'नेहा'],
    ['a combining accent, searched for as one letter', 'E\u0301clair', '\u00e9clair'],
    ['one letter, searched for with a combining accent', 'Caf\u00e9', 'cafe\u0301'],
  ])('finds a name with %s', async (_what, lastName, keywords) => {
    await post('/patients', aPatient({ lastName }));
    const path = `/patients/actions/search?_keywords=${encodeURIComponent(keywords)}`;
    expect((await get<Page<Patient>>(path)).body.total).toBe(1);
  });

  it('returns the newest study and its sides', async () => {
    const { patient, study } = await addScan(server, token);
    await post<Scan>('/scans', { studyId: study.id, laterality: 'L' });
    const { body } = await get<Patient>(`/patients/${patient.id}`);
    expect(body).toMatchObject({ lastStudyId: study.id, sides: ['R', 'L'] });
  });
});

describe('a study', () => {
  it('created twice with one id is one study, and another study with that id is rejected', async () => {
    const { body: patient } = await post('/patients', aPatient());
    const body = { id: newId(), patientId: patient.id, accessionNumber: 'ACC-7' };
    const first = await post<Study>('/studies', body);
    expect((await post<Study>('/studies', body)).body).toEqual(first.body);
    expect((await post('/studies', { ...body, accessionNumber: 'ACC-8' })).status).toBe(409);
    const same = await post('/studies', { ...body, id: newId() });
    expect(same.body).toMatchObject({ errorType: 'DuplicateAccession' });
    const list = await get<Page<Study>>(`/patients/${patient.id}/studies`);
    expect(list.body.items.map(({ id }) => id)).toEqual([body.id]);
  });

  it('of an unknown patient is rejected', async () => {
    const response = await post('/studies', { patientId: newId(), accessionNumber: null });
    expect(response.status).toBe(404);
  });

  it('is not found by a blind annotator under its own id', async () => {
    const { body: patient } = await post('/patients', aPatient());
    const studyFields = { patientId: patient.id, accessionNumber: 'ACC-SECRET' };
    const { body: study } = await post<Study>('/studies', studyFields);
    const blind = await server.signIn('BLIND_ANNOTATOR');
    const response = await server.call('GET', `/studies/${study.id}`, { token: blind });
    expect(response.status).toBe(404);
    expect(JSON.stringify(response.body)).not.toContain('ACC-SECRET');
  });
});
