import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  AssignedReaderStudy,
  CaseReading,
  ErrorResponse,
  NewReaderStudy,
  ReaderStudy,
  ReaderStudyDetails,
  ReaderStudyResults,
} from '#contracts';
import { newId } from '#foundation';
import { addDatasetScan } from '../support/dataset.ts';
import {
  closeReaderStudy,
  completeCase,
  openReaderStudy,
  startCase,
} from '../support/reader-studies.ts';
import { aReportedFinding } from '../support/records.ts';
import { startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

const READER = 'BLIND_ANNOTATOR';
let calls: TenantCalls;
let studyIds: string[] = [];
let running: ReaderStudy[] = [];

beforeAll(async () => {
  calls = await startTenantCalls();
});
beforeEach(async () => {
  const added = [await addDatasetScan(calls), await addDatasetScan(calls)];
  studyIds = added.map(({ study }) => study.id);
});
afterEach(async () => {
  for (const study of running)
    await calls.as('ADMIN', 'POST', `/reader-studies/${study.id}/actions/close`);
  running = [];
});
afterAll(() => calls?.[Symbol.asyncDispose]());

async function opened(fields: Partial<NewReaderStudy> = {}): Promise<ReaderStudy> {
  const study = await openReaderStudy(calls, studyIds, fields);
  running.push(study);
  return study;
}

async function started(study: ReaderStudy): Promise<CaseReading> {
  const response = await startCase(calls, study);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
}

const act = (
  reading: CaseReading,
  name: 'leave' | 'reopen' | 'heartbeat',
  body = { activeMs: 0 },
) =>
  calls.as<CaseReading & ErrorResponse>(
    READER,
    'POST',
    `/reader-studies/readings/${reading.id}/actions/${name}`,
    name === 'reopen' ? {} : { body },
  );

const assigned = async (): Promise<AssignedReaderStudy | undefined> =>
  (await calls.must<{ items: AssignedReaderStudy[] }>(READER, 'GET', '/reader-studies/assigned'))
    .items[0];

const removeStudy = (studyId = '') =>
  calls.tenants.db
    .updateTable('scan')
    .set({ deletedAt: new Date().toISOString() })
    .where('studyId', '=', studyId)
    .execute();

const detailsOf = (study: ReaderStudy): Promise<ReaderStudyDetails> =>
  calls.must('ADMIN', 'GET', `/reader-studies/${study.id}`);

/** Returns the rows of the CSV by breast, without its header. */
const csvRows = async (study: ReaderStudy): Promise<readonly string[]> => {
  const { server, ownOrg } = calls.tenants;
  const response = await fetch(`${server.url}/api/reader-studies/${study.id}/csv`, {
    headers: { 'x-api-key': server.apiKey, authorization: `Bearer ${ownOrg.tokenOf('ADMIN')}` },
  });
  return (await response.text()).trim().split('\r\n').slice(1);
};

describe('a case whose study was deleted', () => {
  it('is not offered again, can’t be completed, and the next one opens', async () => {
    const study = await opened();
    const reading = await started(study);
    await removeStudy(studyIds[0]);
    expect((await assigned())?.reading).toBeNull();
    expect(await completeCase(calls, reading, { breasts: [] })).toMatchObject({
      status: 409,
      body: { code: 'READING_NO_SCANS' },
    });
    expect(await started(study)).toMatchObject({ position: 2 });
  });

  it('can’t be opened again, and does not keep the last case from being opened again', async () => {
    const study = await opened({ noReturn: false });
    const first = await started(study);
    expect((await completeCase(calls, first)).status).toBe(200);
    await started(study);
    await removeStudy(studyIds[1]);
    expect((await assigned())?.lastReadingId).toBe(first.id);
    expect((await act(first, 'reopen')).status).toBe(200);
    expect((await completeCase(calls, first)).status).toBe(200);
    await removeStudy(studyIds[0]);
    expect((await assigned())?.lastReadingId).toBeNull();
    expect(await act(first, 'reopen')).toMatchObject({
      status: 409,
      body: { code: 'READING_NO_SCANS' },
    });
  });
});

describe('a case that was opened again', () => {
  it('keeps its rating when the reader study is closed or the reader leaves it', async () => {
    const study = await opened({ noReturn: false });
    const reading = await started(study);
    await completeCase(calls, reading);
    expect((await act(reading, 'reopen')).body).toMatchObject({ completedAt: null });
    expect((await act(reading, 'leave')).body.completedAt).not.toBeNull();
    expect((await act(reading, 'reopen')).status).toBe(200);
    await closeReaderStudy(calls, study);
    expect(await csvRows(study)).toHaveLength(1);
    expect(await detailsOf(study)).toMatchObject({ completed: 1 });
  });
});

describe('a case that its reader leaves', () => {
  it('can be continued if the reader study permits a return; its time counts', async () => {
    const study = await opened({ noReturn: false });
    const reading = await started(study);
    await calls.tenants.db
      .updateTable('caseReading')
      .set({ reportedAt: new Date(Date.now() - 30_000).toISOString() })
      .where('id', '=', reading.id)
      .execute();
    expect((await act(reading, 'leave', { activeMs: 9_000 })).status).toBe(200);
    expect((await assigned())?.reading).toBeNull();
    expect(await started(study)).toMatchObject({
      ...{ id: reading.id, position: 1, activeSeconds: 9, completedAt: null },
    });
  });

  it('is skipped without a rating if the reader study permits no return', async () => {
    const study = await opened();
    const first = await started(study);
    expect((await act(first, 'leave')).status).toBe(200);
    const late = await act(first, 'leave');
    expect(late).toMatchObject({ status: 409, body: { code: 'READER_STUDY_NOT_OPEN' } });
    const second = await started(study);
    expect(second.position).toBe(2);
    await act(second, 'leave');
    expect(await assigned()).toMatchObject({ isFinished: true, completed: 0, skipped: 2 });
  });

  it('counts as skipped in the progress of its reader, which is finished then', async () => {
    const study = await opened();
    await act(await started(study), 'leave');
    expect(await detailsOf(study)).toMatchObject({
      ...{ completed: 0, skipped: 1 },
      progress: [{ completed: 0, skipped: 1, total: 2, isFinished: false }],
    });
    expect((await completeCase(calls, await started(study))).status).toBe(200);
    expect(await detailsOf(study)).toMatchObject({
      progress: [{ completed: 1, skipped: 1, total: 2, isFinished: true }],
    });
    expect(await assigned()).toMatchObject({ isFinished: true, completed: 1, skipped: 1 });
  });

  it('begins the washout of its reader, which the progress shows', async () => {
    const study = await opened({ design: 'CROSSOVER', washoutDays: 1 });
    await act(await started(study), 'leave');
    expect((await detailsOf(study)).progress).toMatchObject([{}, { opensAt: null }]);
    await act(await started(study), 'leave');
    const opensAt = (await assigned())?.opensAt;
    expect(opensAt).toEqual(expect.any(String));
    expect((await detailsOf(study)).progress).toMatchObject([
      { skipped: 2, isFinished: true },
      { skipped: 0, isFinished: false, opensAt },
    ]);
  });

  it('is one row of the CSV without ratings, with its time and the end', async () => {
    const study = await opened();
    const reading = await started(study);
    await act(reading, 'leave');
    await completeCase(calls, await started(study));
    const [skipped = '', completed = '', ...others] = await csvRows(study);
    expect(others).toEqual([]);
    expect(skipped.split(',').slice(7)).toEqual([
      ...['', '', '', '0', reading.startedAt, ''],
      expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    ]);
    expect(completed).toMatch(/,R,4A,60,0,[^,]+,[^,]+,$/);
  });

  it('is neither completed nor skipped while it can be continued', async () => {
    const study = await opened({ noReturn: false });
    await act(await started(study), 'leave');
    expect(await detailsOf(study)).toMatchObject({
      progress: [{ completed: 0, skipped: 0, isFinished: false }],
    });
    expect(await csvRows(study)).toEqual([]);
  });
});

describe('the FROC against the signers', () => {
  it('leaves out the cases that a reader has signed, for this reader', async () => {
    const readerId = calls.tenants.ownOrg.accountOf('PHYSICIAN').id;
    const [studyId = ''] = studyIds;
    const scan = await calls.tenants.db
      .selectFrom('scan')
      .select('id')
      .where('studyId', '=', studyId)
      .executeTakeFirstOrThrow();
    await calls.must('PHYSICIAN', 'POST', '/findings', { body: aReportedFinding(scan.id) });
    const study = await opened({
      readerIds: [readerId, calls.tenants.ownOrg.accountOf(READER).id],
    });
    for (const role of ['PHYSICIAN', READER] as const) {
      const { body } = await startCase(calls, study, role);
      expect((await completeCase(calls, body, {}, role)).status).toBe(200);
    }
    await signFor(studyId, readerId);
    const path = `/reader-studies/${study.id}/results`;
    const { cases, readers } = await calls.must<ReaderStudyResults>('ADMIN', 'GET', path);
    expect(cases).toBe(1);
    const ofReader = (id: string) => readers.find((reader) => reader.readerId === id);
    expect(ofReader(readerId)).toMatchObject({ cases: 0, ownCases: 1 });
    expect(readers.find((reader) => reader.readerId !== readerId)).toMatchObject({
      ...{ cases: 1, ownCases: 0 },
    });
  });
});

/** Stores a signed report of a study. */
async function signFor(studyId: string, signedBy: string): Promise<void> {
  const content = { impression: { text: 'A mass' } };
  const body = { id: newId(), studyId, content };
  const report = await calls.must<{ id: string }>('PHYSICIAN', 'POST', '/reports', { body });
  await calls.tenants.db
    .updateTable('report')
    .set({
      ...{ signedAt: new Date().toISOString(), signedBy },
      ...{ frozen: JSON.stringify({}), contentHash: 'a'.repeat(64) },
    })
    .where('id', '=', report.id)
    .execute();
}
