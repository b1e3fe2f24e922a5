import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  AddendumRequest,
  ErrorResponse,
  FindingOutcome,
  FollowUp,
  ReportStatistics,
} from '#contracts';
import { newId } from '#foundation';
import { aPatient } from '../support/records.ts';
import {
  addDatedStudy,
  addSignedCase,
  allowSigning,
  SIGNING_PASSWORD,
  type SignedCaseOptions,
} from '../support/signed-case.ts';
import { callsOf } from '../support/tenant-calls.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

type Body<T = unknown> = T & ErrorResponse & { items: T[]; total: number; nextCursor: string };

let tenants: TwoTenants;
let physician = '';
let readerId = '';
let patientId = '';
/** Patients of the current test. */
let patientIds: string[] = [];
beforeAll(async () => {
  tenants = await startTwoTenants({
    timeZone: 'UTC',
    // Viewers of this site see reports and no patients.
    roles: { VIEWER: ['STUDY_VIEW', 'REPORT_VIEW'] },
  });
  physician = tenants.ownOrg.tokenOf('PHYSICIAN');
  readerId = tenants.ownOrg.accountOf('PHYSICIAN').id;
  await allowSigning(tenants, { lastName: '=Reader' });
});
afterAll(() => tenants?.[Symbol.asyncDispose]());
const newPatient = async (): Promise<void> => {
  patientId = (await must<{ id: string }>('POST', '/patients', aPatient({ lastName: '=Doe' }))).id;
  patientIds.push(patientId);
};
beforeEach(async () => {
  patientIds = [];
  await newPatient();
});

const call = <T>(method: string, path: string, body?: unknown, token = physician) =>
  tenants.server.call<Body<T>>(method, path, body === undefined ? { token } : { token, body });

async function must<T>(method: string, path: string, body?: unknown): Promise<Body<T>> {
  const response = await call<T>(method, path, body);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
}

/** Returns a CSV with its byte order mark. */
async function csvOf(path: string, token = physician): Promise<string> {
  const response = await fetch(`${tenants.server.url}/api${path}`, {
    headers: { 'x-api-key': tenants.server.apiKey, authorization: `Bearer ${token}` },
  });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const bytes = await response.arrayBuffer();
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

const addStudy = (day: string, indications: readonly string[] = []) =>
  addDatedStudy(callsOf(tenants), { patientId, day, indications });
const signCase = (options: SignedCaseOptions = {}) =>
  addSignedCase(callsOf(tenants), patientId, options);

const anOutcome = (overrides: object = {}) => ({
  ...{ id: newId(), kind: 'FOLLOW_UP', result: 'STABLE', day: '2026-08-01', histology: null },
  ...overrides,
});
const addOutcome = (findingId: string, overrides: object = {}, token = physician) =>
  call<FindingOutcome>('POST', `/findings/${findingId}/outcomes`, anOutcome(overrides), token);

/** Returns the follow-ups of the patients of this test. */
async function followUps(query = ''): Promise<readonly FollowUp[]> {
  const { items } = await must<FollowUp>('GET', `/followUps?limit=200${query}`);
  return items.filter((item) => patientIds.includes(item.patientId));
}

describe('the list of follow-ups', () => {
  it('shows a category 3 with the day that its report states, and the days left', async () => {
    const { studyId, findingId, reportId } = await signCase();
    const [item, ...others] = await followUps();
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      id: studyId,
      reason: 'CATEGORY_3',
      studyId,
      reportId,
      reader: { id: readerId, name: expect.stringContaining('=Reader') },
      who: { lastName: '=Doe' },
      studyDay: '2026-01-31',
      // The end of July has a day 31.
      dueDay: '2026-07-31',
      months: 6,
      isAssumed: false,
      sides: ['L'],
      request: null,
      findings: [{ id: findingId, biradsScore: 4, outcomes: 0 }],
    });
    const days =
      (Date.parse('2026-07-31') - Date.parse(new Date().toISOString().slice(0, 10))) / 864e5;
    expect(item?.daysLeft).toBe(days);
  });

  it('shows the interval of any other category, and no report without one', async () => {
    await signCase({ score: 3, months: 12 });
    await signCase({ score: 3, months: null });
    expect((await followUps()).map(({ reason, dueDay }) => [reason, dueDay])).toEqual([
      ['INTERVAL', '2027-01-31'],
    ]);
  });

  it('ends with a later completed scan of that breast, and not with an earlier one or the other breast', async () => {
    await signCase();
    await addStudy('2025-12-01');
    expect(await followUps()).toHaveLength(1);
    const { scanId } = await addStudy('2026-07-20');
    const set = async (change: object): Promise<void> => {
      await tenants.db.updateTable('scan').set(change).where('id', '=', scanId).execute();
    };
    await set({ laterality: 'R' });
    expect(await followUps()).toHaveLength(1);
    await set({ laterality: 'L', scanState: 'I' });
    expect(await followUps()).toHaveLength(1);
    await set({ scanState: 'C' });
    expect(await followUps()).toEqual([]);
  });

  it('assumes six months for a category 3 whose report recommends a follow-up without interval', async () => {
    await signCase({ months: null, codes: ['BIRAD_3'] });
    expect(await followUps()).toMatchObject([
      { reason: 'CATEGORY_3', months: 6, isAssumed: true, dueDay: '2026-07-31' },
    ]);
  });

  it('ends with a later import of unknown time only once that is signed, because it can be a prior', async () => {
    await signCase();
    const unknown = { origin: 'IMPORTED', acquisitionTime: null } as const;
    const setUnknown = (scanId: string) =>
      tenants.db.updateTable('scan').set(unknown).where('id', '=', scanId).execute();
    await setUnknown((await addStudy('2026-07-20')).scanId);
    expect(await followUps()).toHaveLength(1);
    await setUnknown((await signCase({ score: 3, months: null })).scanId);
    expect(await followUps()).toEqual([]);
  });

  it('ends with the outcome of its findings, and returns when the outcome is deleted', async () => {
    const { findingId } = await signCase();
    const { body } = await addOutcome(findingId);
    expect(await followUps()).toEqual([]);
    await must('DELETE', `/outcomes/${body.id}`, { reason: 'Another patient' });
    expect(await followUps()).toHaveLength(1);
  });

  it('needs no outcome of an arrow, which is an annotation', async () => {
    const { findingId } = await signCase({ score: 3, months: 12, hasArrow: true });
    expect(await followUps()).toMatchObject([
      { reason: 'INTERVAL', findings: [{ id: findingId }] },
    ]);
    await addOutcome(findingId);
    expect(await followUps()).toEqual([]);
  });

  it('is filtered by due day, reader, reason and overdue, and paged without gaps', async () => {
    await signCase({ day: '2026-02-01', months: 1 });
    await newPatient();
    await signCase({ day: '2026-03-01', months: 120, score: 3 });
    await newPatient();
    await signCase({ day: '2026-02-10', months: 1 });
    const days = async (query: string) => (await followUps(query)).map(({ dueDay }) => dueDay);
    expect(await days('')).toEqual(['2026-03-01', '2026-03-10', '2036-03-01']);
    expect(await days('&dueUntil=2026-03-09')).toEqual(['2026-03-01']);
    expect(await days('&overdue=true')).toEqual(['2026-03-01', '2026-03-10']);
    expect(await days('&reason=INTERVAL')).toEqual(['2036-03-01']);
    expect(await days(`&readerId=${readerId}`)).toHaveLength(3);
    expect(await days(`&readerId=${tenants.ownOrg.accountOf('VIEWER').id}`)).toEqual([]);
    expect((await must('GET', '/followUps?_keywords=doe')).total).toBeGreaterThan(2);
    const ids: string[] = [];
    let cursor = '';
    do {
      const path = `/followUps?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const page = await must<FollowUp>('GET', path);
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? '';
    } while (cursor !== '');
    expect(ids).toEqual(
      (await must<FollowUp>('GET', '/followUps?limit=200')).items.map(({ id }) => id),
    );
  });

  it('names no patient and finds none by name for a role without patients', async () => {
    const { studyId } = await signCase();
    const viewer = tenants.ownOrg.tokenOf('VIEWER');
    const list = await call<FollowUp>('GET', '/followUps?limit=200', undefined, viewer);
    expect(list.body.items.find(({ id }) => id === studyId)?.who).toBeNull();
    expect(JSON.stringify(list.body)).not.toContain('Doe');
    expect((await call('GET', '/followUps?_keywords=doe', undefined, viewer)).body.total).toBe(0);
    expect(await csvOf('/followUps/csv', viewer)).not.toContain('Doe');
  });

  it('is hidden from blind annotators, and shows nothing of another tenant', async () => {
    await signCase();
    const blind = tenants.ownOrg.tokenOf('BLIND_ANNOTATOR');
    expect((await call('GET', '/followUps', undefined, blind)).status).toBe(403);
    const foreign = tenants.otherOrg.tokenOf('PHYSICIAN');
    const list = await call('GET', '/followUps', undefined, foreign);
    expect(list.body).toEqual({ items: [], total: 0, nextCursor: null });
  });

  it('is saved as CSV without formulas', async () => {
    await signCase();
    const csv = await csvOf('/followUps/csv');
    expect(csv.startsWith('\uFEFFdue day,days left,')).toBe(true);
    expect(csv).toContain(",'=Doe,");
    expect(csv).toContain('\r\n2026-07-31,');
  });

  it('rejects invalid filters and cursors by their names', async () => {
    for (const query of [
      'dueUntil=2026-13-01',
      'readerId=x',
      'overdue=1',
      'reason=X',
      'cursor=x',
    ]) {
      const { status, body } = await call('GET', `/followUps?${query}`);
      expect([status, JSON.stringify(body)]).toEqual([
        400,
        expect.stringContaining(query.split('=')[0] ?? ''),
      ]);
    }
    expect((await call('GET', `/followUps?readerId=${newId()}`)).status).toBe(404);
  });
});

describe('an outcome', () => {
  it('is entered on a finding of a signed report, which stays intact', async () => {
    const { findingId, reportId } = await signCase({ score: 6 });
    const fields = { kind: 'BIOPSY', result: 'MALIGNANT', day: '2026-02-10', histology: ' NST ' };
    const { status, body } = await addOutcome(findingId, fields);
    expect([status, body]).toMatchObject([
      200,
      { findingId, ...fields, histology: 'NST', author: expect.stringContaining('=Reader') },
    ]);
    expect(await must('GET', `/reports/${reportId}`)).toMatchObject({ intact: true });
    const { items } = await must<FindingOutcome>('GET', `/findings/${findingId}/outcomes`);
    expect(items).toEqual([body]);
  });

  it('is rejected with the field that is wrong, and stores nothing', async () => {
    const { findingId } = await signCase();
    for (const [overrides, field, code] of [
      [{ result: 'MALIGNANT' }, 'result', 'RESULT_OF_KIND'],
      [{ kind: 'BIOPSY', result: 'STABLE' }, 'result', 'RESULT_OF_KIND'],
      [{ histology: 'NST' }, 'histology', 'HISTOLOGY_OF_KIND'],
      [{ kind: 'BIOPSY', result: 'BENIGN', histology: 'x'.repeat(2_001) }, 'histology', 'too_big'],
      [{ day: '2999-01-01' }, 'day', 'DAY_IN_FUTURE'],
      [{ day: '2026-01-30' }, 'day', 'DAY_BEFORE_STUDY'],
      [{ day: '2026-02-30' }, 'day', 'DATE_FORMAT'],
      [{ kind: 'GUESS' }, 'kind', 'invalid_value'],
      [{ id: 'x' }, 'id', 'invalid_format'],
      [{ author: 'me' }, 'author', 'unrecognized_keys'],
    ] as const) {
      const { status, body } = await addOutcome(findingId, overrides);
      expect.soft([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(field)]);
      if (code !== 'DATE_FORMAT') {
        expect.soft(body).toMatchObject({ errors: [expect.objectContaining({ code })] });
      }
    }
    const { items } = await must<FindingOutcome>('GET', `/findings/${findingId}/outcomes`);
    expect(items).toEqual([]);
  });

  it('takes the day of the study and any day of an import of unknown time', async () => {
    const { findingId, scanId } = await signCase();
    expect((await addOutcome(findingId, { day: '2026-01-31' })).status).toBe(200);
    await tenants.db
      .updateTable('scan')
      .set({ acquisitionTime: null })
      .where('id', '=', scanId)
      .execute();
    expect((await addOutcome(findingId, { day: '2020-01-01' })).status).toBe(200);
  });

  it('belongs to a finding of a reader, not to a proposal or a blind annotator', async () => {
    const { findingId } = await signCase();
    const change = async (set: object): Promise<void> => {
      await tenants.db.updateTable('finding').set(set).where('id', '=', findingId).execute();
    };
    await change({ createdBy: tenants.ownOrg.accountOf('BLIND_ANNOTATOR').id });
    const research = await addOutcome(findingId);
    expect([research.status, research.body.code]).toEqual([409, 'OUTCOME_OF_RESEARCH']);
    await change({ generator: 'AIAD', createdBy: null });
    const proposal = await addOutcome(findingId);
    expect([proposal.status, proposal.body.code]).toEqual([409, 'OUTCOME_OF_READER']);
    await change({ deletedAt: new Date().toISOString() });
    expect((await addOutcome(findingId)).status).toBe(404);
  });

  it('is stored once when its call is repeated or made twice at once, and its id is not reused', async () => {
    const { findingId } = await signCase();
    const id = newId();
    const responses = await Promise.all([1, 2, 3].map(() => addOutcome(findingId, { id })));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { total } = await must('GET', `/findings/${findingId}/outcomes`);
    expect(total).toBe(1);
    const other = await addOutcome(findingId, { id, result: 'GROWN' });
    expect([other.status, other.body.code]).toEqual([409, 'OUTCOME_ID_TAKEN']);
  });

  it('is deleted by one of two users at once, with a reason that stays in the history', async () => {
    const { findingId } = await signCase();
    const { id } = (await addOutcome(findingId)).body;
    expect((await call('DELETE', `/outcomes/${id}`, { reason: ' ' })).status).toBe(400);
    const reasons = ['Another patient', 'Another finding'];
    const responses = await Promise.all(
      reasons.map((reason) => call<FindingOutcome>('DELETE', `/outcomes/${id}`, { reason })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { items } = await must<FindingOutcome>('GET', `/findings/${findingId}/outcomes`);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ deletedBy: readerId });
    expect(reasons).toContain(items[0]?.deletionReason);
    expect((await addOutcome(findingId, { id })).status).toBe(409);
  });

  it('is in the audit with its finding', async () => {
    const { findingId, studyId } = await signCase();
    const { id } = (await addOutcome(findingId)).body;
    const rows = await tenants.db
      .selectFrom('audit')
      .select('subject')
      .where('organizationId', '=', tenants.ownOrg.organizationId)
      .where('act', '=', 'addOutcome')
      .execute();
    expect(rows.map(({ subject }) => subject)).toContainEqual(
      expect.objectContaining({ outcomeId: id, id: findingId, studyId, patientId }),
    );
  });
});

describe('a request for an addendum', () => {
  const text = 'State the size of the finding';
  const ask = (reportId: string, token = physician, id = newId()) =>
    call<AddendumRequest>('POST', `/reports/${reportId}/addendumRequests`, { id, text }, token);
  const requestsOf = async (studyId: string) =>
    (await must<AddendumRequest>('GET', `/studies/${studyId}/addendumRequests`)).items;
  const viewer = () => tenants.ownOrg.tokenOf('VIEWER');

  it('is listed with the days of waiting until an addendum is signed', async () => {
    const { studyId, reportId } = await signCase({ score: 3, months: null });
    const { status, body } = await ask(reportId, viewer());
    expect([status, body.isOpen]).toEqual([200, true]);
    expect(await followUps('&overdue=true')).toEqual([
      expect.objectContaining({ id: body.id, studyId, reason: 'ADDENDUM', daysLeft: 0 }),
    ]);
    expect((await followUps())[0]?.request?.text).toBe(text);
    const addendumId = newId();
    const fields = { id: addendumId, text: 'It measures 20 mm.' };
    await must('POST', `/reports/${reportId}/actions/addendum`, fields);
    expect(await followUps()).toHaveLength(1);
    await must('POST', `/reports/${addendumId}/actions/sign`, { password: SIGNING_PASSWORD });
    expect(await followUps()).toEqual([]);
    expect(await requestsOf(studyId)).toMatchObject([
      { id: body.id, isOpen: false, closedAt: null },
    ]);
    const late = await call('POST', `/addendumRequests/${body.id}/actions/close`, { reason: 'x' });
    expect([late.status, late.body.code]).toEqual([409, 'ADDENDUM_REQUEST_CLOSED']);
  });

  it('is closed with a reason by its author or a reader, once', async () => {
    const { studyId, reportId } = await signCase({ score: 3, months: null });
    const { id } = (await ask(reportId)).body;
    const close = (token: string, reason: string) =>
      call('POST', `/addendumRequests/${id}/actions/close`, { reason }, token);
    const other = await close(viewer(), 'No reason');
    expect([other.status, other.body.code]).toEqual([403, 'ADDENDUM_REQUEST_NOT_AUTHOR']);
    expect((await close(physician, '')).status).toBe(400);
    const closed = await Promise.all([close(physician, 'Solved'), close(physician, 'Solved')]);
    expect(closed.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await requestsOf(studyId)).toMatchObject([
      { isOpen: false, closedBy: readerId, closeReason: 'Solved' },
    ]);
    expect(await followUps()).toEqual([]);
  });

  it('is rejected for a report that is not signed, and with an empty text', async () => {
    const { studyId } = await addStudy('2026-01-31');
    const id = newId();
    await must('POST', '/reports', { id, studyId, content: {} });
    const unsigned = await ask(id);
    expect([unsigned.status, unsigned.body.code]).toEqual([409, 'ADDENDUM_REQUEST_OF_SIGNED']);
    const empty = await call('POST', `/reports/${id}/addendumRequests`, { id: newId(), text: ' ' });
    expect(empty.status).toBe(400);
    const foreign = await ask(id, tenants.otherOrg.tokenOf('PHYSICIAN'));
    expect(foreign.status).toBe(404);
  });
});

describe('the statistics of reports', () => {
  const statistics = (query: string) => must<ReportStatistics>('GET', `/reportStatistics?${query}`);

  it('count signed studies of a range by the day of the study, with every denominator', async () => {
    const range = 'from=2024-05-01&to=2024-05-31';
    const screening = ['DENSE'];
    const positive = await signCase({ day: '2024-05-01', score: 6, indications: screening });
    await signCase({ day: '2024-05-31', score: 3, months: null, indications: screening });
    await signCase({ day: '2024-05-15', score: 5, indications: ['MASS'] });
    await signCase({ day: '2024-06-01', score: 5, indications: screening });
    await addStudy('2024-05-10', screening);
    const cancer = { kind: 'BIOPSY', result: 'MALIGNANT', day: '2024-05-20' };
    await addOutcome(positive.findingId, cancer);
    const figures = await statistics(range);
    expect(figures).toMatchObject({
      studies: 3,
      breasts: 3,
      screening: 2,
      diagnostic: 1,
      withoutIndication: 0,
      recall: { numerator: 1, denominator: 2 },
      ppv1: { numerator: 1, denominator: 1, positives: 1, withoutOutcome: 0 },
      ppv2: { numerator: 1, denominator: 1, positives: 2, withoutOutcome: 1 },
      ppv3: { numerator: 1, denominator: 1 },
      timeToSign: { studies: 3 },
      readers: [{ reader: { id: readerId }, studies: 3 }],
    });
    expect(figures.categories.filter(({ unit }) => unit === 'STUDY')).toMatchObject([
      { month: '2024-05', counts: [0, 0, 1, 0, 1, 1, 0, 0, 0], total: 3 },
    ]);
    const none = await statistics(`${range}&readerId=${tenants.ownOrg.accountOf('VIEWER').id}`);
    expect(none).toMatchObject({ studies: 0, recall: { denominator: 0, value: null } });
    const foreign = tenants.otherOrg.tokenOf('PHYSICIAN');
    const other = await call<ReportStatistics>(
      'GET',
      `/reportStatistics?${range}`,
      undefined,
      foreign,
    );
    expect(other.body.studies).toBe(0);
  });

  it('are saved as CSV with names that no spreadsheet evaluates', async () => {
    await signCase({ day: '2023-05-01' });
    const csv = await csvOf('/reportStatistics/csv?from=2023-05-01&to=2023-05-01');
    expect(csv).toContain("categories of studies,BI-RADS 3,'=Reader,2023-05,1,,,1,1,");
    expect(csv).toMatch(/rate,recall,,,,,,0,0,/);
  });

  it('reject a range that is reversed or longer than ten years, and an unknown reader', async () => {
    for (const [query, code] of [
      ['from=2026-01-02&to=2026-01-01', 'DATES_REVERSED'],
      ['from=2000-01-01&to=2026-01-01', 'DAYS_TOO_MANY'],
      ['from=2026-01-01', 'REQUIRED'],
    ]) {
      const { status, body } = await call('GET', `/reportStatistics?${query}`);
      expect([status, body]).toMatchObject([400, { errors: [{ field: 'to', code }] }]);
    }
    const unknown = `/reportStatistics?from=2026-01-01&to=2026-01-02&readerId=${newId()}`;
    expect((await call('GET', unknown)).status).toBe(404);
  });
});
