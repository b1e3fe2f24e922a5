import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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
import { anAiRun, aProposal } from '../support/ai-finding.ts';
import { addDatasetScan, IDENTITY } from '../support/dataset.ts';
import {
  aReaderStudy,
  closeReaderStudy,
  completeCase,
  openReaderStudy,
  startCase,
} from '../support/reader-studies.ts';
import { aFinding } from '../support/records.ts';
import { ifVersion, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
let scans: Awaited<ReturnType<typeof addDatasetScan>>[] = [];
/** Study of the test that runs, closed at its end. */
let running: ReaderStudy[] = [];

beforeAll(async () => {
  calls = await startTenantCalls();
  scans = [await addDatasetScan(calls), await addDatasetScan(calls)];
});
afterAll(() => calls?.[Symbol.asyncDispose]());
afterEach(async () => {
  for (const study of running)
    await calls.as('ADMIN', 'POST', `/reader-studies/${study.id}/actions/close`);
  running = [];
});

const studyIds = () => scans.map(({ study }) => study.id);
const scanIdOf = (studyId: string): string =>
  scans.find(({ study }) => study.id === studyId)?.scan.id ?? '';

async function opened(fields: Partial<NewReaderStudy> = {}): Promise<ReaderStudy> {
  const study = await openReaderStudy(calls, studyIds(), fields);
  running.push(study);
  return study;
}

const create = (fields: Partial<NewReaderStudy> = {}) =>
  calls.as<ReaderStudy & ErrorResponse>('ADMIN', 'POST', '/reader-studies', {
    body: aReaderStudy(calls, studyIds(), fields),
  });

async function started(study: ReaderStudy): Promise<CaseReading> {
  const response = await startCase(calls, study);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
}

async function completed(study: ReaderStudy): Promise<CaseReading> {
  const response = await completeCase(calls, await started(study));
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
}

const assigned = async (): Promise<AssignedReaderStudy[]> =>
  (
    await calls.must<{ items: AssignedReaderStudy[] }>(
      'BLIND_ANNOTATOR',
      'GET',
      '/reader-studies/assigned',
    )
  ).items;

const aliasOf = async (studyId: string): Promise<string> =>
  (
    await calls.tenants.db
      .selectFrom('study')
      .select('blindAlias')
      .where('id', '=', studyId)
      .executeTakeFirstOrThrow()
  ).blindAlias;

const mark = (scanId: string) =>
  calls.must<{ id: string }>('BLIND_ANNOTATOR', 'POST', '/findings', { body: aFinding(scanId) });

const findingsOf = async (
  scanId: string,
  role: 'BLIND_ANNOTATOR' | 'PHYSICIAN' = 'BLIND_ANNOTATOR',
) =>
  (
    await calls.must<{ items: { id: string }[] }>(role, 'GET', `/scans/${scanId}/findings`)
  ).items.map(({ id }) => id);

async function csvOf(study: ReaderStudy, rows: 'BREASTS' | 'FINDINGS'): Promise<string[]> {
  const { server, ownOrg } = calls.tenants;
  const path = `${server.url}/api/reader-studies/${study.id}/csv?rows=${rows}`;
  const response = await fetch(path, {
    headers: { 'x-api-key': server.apiKey, authorization: `Bearer ${ownOrg.tokenOf('ADMIN')}` },
  });
  expect(response.status).toBe(200);
  return (await response.text()).trim().split('\r\n');
}

describe('a draft of a reader study', () => {
  it('selects its cases by the filter and can be changed, opened and no longer deleted', async () => {
    const draft = (await create()).body;
    expect(draft).toMatchObject({ state: 'DRAFT', caseCount: 2, planned: 2, completed: 0 });
    const path = `/reader-studies/${draft.id}`;
    const body = aReaderStudy(calls, studyIds().slice(1), { design: 'CROSSOVER' });
    const stale = { body, headers: { 'if-match': '"v9"' } };
    expect((await calls.as('ADMIN', 'PUT', path, stale)).status).toBe(412);
    const changed = await calls.must<ReaderStudy>('ADMIN', 'PUT', path, { body, ...ifVersion(1) });
    expect(changed).toMatchObject({ version: 2, caseCount: 1, planned: 2, seed: draft.seed });
    const open = await calls.must<ReaderStudy>('ADMIN', 'POST', `${path}/actions/open`);
    running.push(open);
    expect(open).toMatchObject({ state: 'OPEN', openedAt: expect.any(String) });
    const late = { body, ...ifVersion(open.version) };
    const rejected = [
      await calls.as<ErrorResponse>('ADMIN', 'PUT', path, late),
      await calls.as<ErrorResponse>('ADMIN', 'DELETE', path, ifVersion(open.version)),
      await calls.as<ErrorResponse>('ADMIN', 'POST', `${path}/actions/open`),
    ];
    for (const response of rejected)
      expect(response).toMatchObject({ status: 409, body: { code: 'READER_STUDY_NOT_DRAFT' } });
  });

  it('can be deleted', async () => {
    const draft = (await create()).body;
    const path = `/reader-studies/${draft.id}`;
    await calls.must('ADMIN', 'DELETE', path, ifVersion(1));
    expect((await calls.as('ADMIN', 'GET', path)).status).toBe(404);
  });

  it('is rejected with a reason for invalid readers, names, filters and numbers', async () => {
    const { ownOrg } = calls.tenants;
    const first = (await create({ name: 'Taken' })).body;
    const codeOf = async (fields: object) => {
      const { status, body } = await create(fields);
      return [status, body.code ?? (body as { errors?: { code: string }[] }).errors?.[0]?.code];
    };
    const reader = ownOrg.accountOf('BLIND_ANNOTATOR').id;
    expect(await codeOf({ name: first.name.toLowerCase() })).toEqual([
      409,
      'READER_STUDY_NAME_TAKEN',
    ]);
    expect(await codeOf({ readerIds: [ownOrg.accountOf('VIEWER').id] })).toEqual([
      409,
      'READER_STUDY_READER',
    ]);
    expect(await codeOf({ readerIds: [newId()] })).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    expect(await codeOf({ readerIds: [reader, reader] })).toEqual([400, 'DUPLICATE_READERS']);
    expect((await codeOf({ readerIds: [] }))[0]).toBe(400);
    expect(await codeOf({ filter: { studyIds: [newId()] } })).toEqual([404, 'STUDY_NOT_FOUND']);
    expect(await codeOf({ filter: { from: '1990-01-01', to: '1990-01-02' } })).toEqual([
      409,
      'READER_STUDY_EMPTY',
    ]);
    for (const washoutDays of [-1, 1.5, 366, '7']) {
      expect((await codeOf({ washoutDays }))[0], String(washoutDays)).toBe(400);
    }
  });
});

describe('a case of a reader study', () => {
  it('is completed only with ratings of each breast and each own finding, then the next one opens', async () => {
    const study = await opened();
    const first = await started(study);
    expect(first).toMatchObject({ position: 1, caseCount: 2, sides: ['R'], arm: 'WITHOUT_AI' });
    expect(first.studyId).toBe(await aliasOf(studyIds()[0] ?? ''));
    const { id: findingId } = await mark(scanIdOf(studyIds()[0] ?? ''));
    const ratings = { findings: [{ findingId, suspicion: 71 }] };
    const fieldsOf = async (fields: object) =>
      (
        (await completeCase(calls, first, fields)).body as unknown as {
          errors: { field: string }[];
        }
      ).errors.map(({ field }) => field);
    expect(await fieldsOf({})).toEqual([`findings.${findingId}`]);
    expect(await fieldsOf({ ...ratings, breasts: [] })).toEqual(['breasts.R']);
    const left = { laterality: 'L', biradsScore: 2, suspicion: 0 };
    expect(await fieldsOf({ ...ratings, breasts: [left] })).toEqual(['breasts.R', 'breasts.L']);
    for (const suspicion of [-1, 101, 50.5, null]) {
      const breasts = [{ laterality: 'R', biradsScore: 5, suspicion }];
      expect((await completeCase(calls, first, { ...ratings, breasts })).status).toBe(400);
    }
    const unknown = [...ratings.findings, { findingId: newId(), suspicion: 1 }];
    expect((await completeCase(calls, first, { findings: unknown })).status).toBe(404);
    expect((await assigned())[0]?.reading?.id).toBe(first.id);
    const done = await completeCase(calls, first, ratings);
    expect(done.body).toMatchObject({ completedAt: expect.any(String), ratings });
    // A page whose first response was lost sends the same again.
    expect(await completeCase(calls, first, ratings)).toEqual(done);
    const other = { findings: [{ findingId, suspicion: 72 }] };
    expect(await completeCase(calls, first, other)).toMatchObject({
      status: 409,
      body: { code: 'READING_COMPLETED' },
    });
    expect((await started(study)).position).toBe(2);
  });

  it('is open alone: of several starts at once one succeeds', async () => {
    const study = await opened();
    const responses = await Promise.all(Array.from({ length: 6 }, () => startCase(calls, study)));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409]);
    for (const { status, body } of responses)
      if (status === 409) expect(body).toMatchObject({ code: 'READING_OPEN' });
  });

  it('counts active time, but never more than has passed', async () => {
    const reading = await started(await opened());
    const path = `/reader-studies/readings/${reading.id}/actions/heartbeat`;
    const report = (activeMs: number) =>
      calls.as<CaseReading>('BLIND_ANNOTATOR', 'POST', path, { body: { activeMs } });
    expect((await report(60_000)).body.activeSeconds).toBeLessThan(10);
    await calls.tenants.db
      .updateTable('caseReading')
      .set({ reportedAt: new Date(Date.now() - 30_000).toISOString(), activeMs: 0 })
      .where('id', '=', reading.id)
      .execute();
    expect((await report(20_000)).body.activeSeconds).toBe(20);
    // After an outage of some minutes the page reports all of them.
    await calls.tenants.db
      .updateTable('caseReading')
      .set({ reportedAt: new Date(Date.now() - 300_000).toISOString(), activeMs: 0 })
      .where('id', '=', reading.id)
      .execute();
    expect((await report(240_000)).body.activeSeconds).toBe(240);
    expect((await report(86_400_001)).status).toBe(400);
  });

  it('can’t be opened again if the reader study forbids it', async () => {
    const study = await opened({ noReturn: true });
    const done = await completed(study);
    const path = `/reader-studies/readings/${done.id}/actions/reopen`;
    const again = await calls.as<ErrorResponse>('BLIND_ANNOTATOR', 'POST', path);
    expect(again).toMatchObject({ status: 409, body: { code: 'READING_NO_RETURN' } });
    expect((await assigned())[0]?.lastReadingId).toBeNull();
    const [studyId = ''] = studyIds();
    for (const closed of [
      `/studies/${await aliasOf(studyId)}`,
      `/studies/${await aliasOf(studyId)}/scans`,
      `/scans/${scanIdOf(studyId)}`,
    ])
      expect((await calls.as('BLIND_ANNOTATOR', 'GET', closed)).status, closed).toBe(404);
  });

  it('can be opened again with its ratings if the reader study permits it and no other is open', async () => {
    const study = await opened({ noReturn: false });
    const first = await completed(study);
    const reopen = (id: string) =>
      calls.as<CaseReading>(
        'BLIND_ANNOTATOR',
        'POST',
        `/reader-studies/readings/${id}/actions/reopen`,
      );
    const second = await started(study);
    expect(await reopen(first.id)).toMatchObject({ status: 409, body: { code: 'READING_OPEN' } });
    await completeCase(calls, second);
    expect(await reopen(first.id)).toMatchObject({
      status: 409,
      body: { code: 'READING_NOT_LAST' },
    });
    expect((await assigned())[0]?.lastReadingId).toBe(second.id);
    const { body } = await reopen(second.id);
    expect(body).toMatchObject({ completedAt: null, ratings: { breasts: [{ suspicion: 60 }] } });
  });

  it('ends without ratings when the reader study is closed, and no more can be started', async () => {
    const study = await opened();
    const reading = await started(study);
    await closeReaderStudy(calls, study);
    const late = await completeCase(calls, reading);
    expect(late).toMatchObject({ status: 409, body: { code: 'READER_STUDY_NOT_OPEN' } });
    expect(await startCase(calls, study)).toMatchObject({
      status: 409,
      body: { code: 'READER_STUDY_NOT_OPEN' },
    });
    expect(await csvOf(study, 'BREASTS')).toHaveLength(1);
  });

  it('belongs to its reader alone', async () => {
    const study = await opened();
    expect((await startCase(calls, study, 'PHYSICIAN')).status).toBe(404);
    const reading = await started(study);
    expect((await completeCase(calls, reading, {}, 'PHYSICIAN')).status).toBe(404);
  });
});

describe('the reader of a crossover', () => {
  it('waits for the washout, then reads all cases again in the other arm', async () => {
    const study = await opened({ design: 'CROSSOVER', washoutDays: 14 });
    const first = await completed(study);
    const second = await completed(study);
    const early = await startCase(calls, study);
    expect(early).toMatchObject({ status: 409, body: { code: 'READING_WASHOUT' } });
    const [waiting] = await assigned();
    const opensAt = Date.parse(second.completedAt ?? '') + 14 * 86_400_000;
    expect(waiting).toMatchObject({
      ...{ session: 2, completed: 0, isFinished: false, reading: null },
      opensAt: new Date(opensAt).toISOString(),
    });
    const past = new Date(Date.now() - 14 * 86_400_000 - 1_000).toISOString();
    await calls.tenants.db
      .updateTable('caseReading')
      .set({ completedAt: past })
      .where('readerStudyId', '=', study.id)
      .execute();
    const third = await started(study);
    expect(third).toMatchObject({ session: 2, position: 1 });
    expect([first.arm, third.arm].sort()).toEqual(['WITHOUT_AI', 'WITH_AI']);
    const { progress } = await calls.must<ReaderStudyDetails>(
      'ADMIN',
      'GET',
      `/reader-studies/${study.id}`,
    );
    expect(progress).toMatchObject([
      { session: 1, completed: 2, total: 2, isReading: false },
      { session: 2, completed: 0, total: 2, isReading: true, opensAt: expect.any(String) },
    ]);
  });

  it('does not see the findings of session 1 in session 2', async () => {
    const study = await opened({ design: 'CROSSOVER' });
    const [scanId = ''] = studyIds().map(scanIdOf);
    const reading = await started(study);
    const { id: findingId } = await mark(scanId);
    expect(await findingsOf(scanId)).toEqual([findingId]);
    await completeCase(calls, reading, { findings: [{ findingId, suspicion: 30 }] });
    await completed(study);
    await started(study);
    expect(await findingsOf(scanId)).toEqual([]);
    expect((await calls.as('BLIND_ANNOTATOR', 'GET', `/findings/${findingId}`)).status).toBe(404);
  });
});

describe('blindness in a reader study', () => {
  it('hides identities, the list of cases and every case out of its turn', async () => {
    const before = await calls.must<{ total: number }>('BLIND_ANNOTATOR', 'GET', '/studies');
    const study = await opened();
    const list = () =>
      calls.must<{ items: { id: string }[]; total: number }>(
        'BLIND_ANNOTATOR',
        'GET',
        '/studies?limit=200',
      );
    expect((await list()).total).toBe(before.total - 2);
    const reading = await started(study);
    expect((await list()).items.map(({ id }) => id)).toContain(reading.studyId);
    expect((await list()).total).toBe(before.total - 1);
    expect((await calls.as('BLIND_ANNOTATOR', 'GET', `/studies/${reading.studyId}`)).status).toBe(
      200,
    );
    const text = JSON.stringify([reading, await assigned()]);
    const identities = [IDENTITY, ...scans.flatMap(({ study, patient }) => [study.id, patient.id])];
    expect(identities.filter((identity) => text.includes(identity))).toEqual([]);
    for (const path of ['/reader-studies', `/reader-studies/${study.id}`])
      expect((await calls.as('BLIND_ANNOTATOR', 'GET', path)).status, path).toBe(403);
  });

  it.each([
    ['WITHOUT_AI', false],
    ['WITH_AI', true],
  ] as const)('shows findings of models in the arm %s: %s', async (arm, isShown) => {
    const [studyId = ''] = studyIds();
    const scanId = scanIdOf(studyId);
    const proposal = aProposal({ score: 0.9 });
    const run = anAiRun({ findings: [proposal] });
    await calls.must('PHYSICIAN', 'POST', `/scans/${scanId}/aiRuns`, { body: run });
    const other = await calls.must<{ id: string }>('PHYSICIAN', 'POST', '/findings', {
      body: aFinding(scanId),
    });
    expect(await findingsOf(scanId)).not.toContain(proposal.id);
    const readers = (['BLIND_ANNOTATOR', 'PHYSICIAN'] as const).map((role) => ({
      role,
      id: calls.tenants.ownOrg.accountOf(role).id,
    }));
    const study = await opened({ arm, readerIds: readers.map(({ id }) => id) });
    for (const { role } of readers) {
      expect((await startCase(calls, study, role)).status).toBe(200);
      const seen = await findingsOf(scanId, role);
      expect(seen.includes(proposal.id), role).toBe(isShown);
      expect(seen, role).not.toContain(other.id);
      const path = `/scans/${scanId}/aiRuns`;
      const runs = await calls.must<{ items: { id: string }[] }>(role, 'GET', path);
      expect(
        runs.items.some(({ id }) => id === run.id),
        role,
      ).toBe(isShown);
    }
  });
});

describe('the results of a reader study', () => {
  it('are a CSV by breast and one by finding, with pseudonyms and safe names', async () => {
    const study = await opened({ name: `=HYPERLINK("${newId()}")` });
    const [scanId = ''] = studyIds().map(scanIdOf);
    const nipple = { sag: 2, tra: 0, depth: 3, rad: 0, grid: null, thumbnailBase64: null };
    await calls.must('PHYSICIAN', 'PUT', `/scans/${scanId}/nipple`, { body: nipple });
    const reading = await started(study);
    const { id: findingId } = await mark(scanId);
    await completeCase(calls, reading, { findings: [{ findingId, suspicion: 88 }] });
    const breasts = await csvOf(study, 'BREASTS');
    expect(breasts[0]).toBe(
      'study,reader,session,arm,position,case,patient,breast,category,suspicion,activeSeconds,startedAt,completedAt,skippedAt',
    );
    expect(breasts[1]).toMatch(
      /^"'=HYPERLINK\(""[0-9a-f-]+""\)",R-[0-9a-f]{20},1,WITHOUT_AI,1,E-[0-9a-f]{20},P-[0-9a-f]{20},R,4A,60,\d+,20/,
    );
    const findings = await csvOf(study, 'FINDINGS');
    expect(findings).toHaveLength(2);
    // The mark is at (0, 25, 50) mm, the nipple at (1, 1.75, 0) mm.
    expect(findings[1]).toMatch(/,R,S-[0-9a-f]{20},F-[0-9a-f]{20},\d+,88,-1,23\.3,50,20$/);
    const text = [...breasts, ...findings].join('\n');
    expect(text).not.toContain(IDENTITY);
    expect(text).not.toContain(findingId);
  });

  it('keep the findings as they were at the completion', async () => {
    const study = await opened({ noReturn: false });
    const [scanId = ''] = studyIds().map(scanIdOf);
    const reading = await started(study);
    const { id: findingId } = await mark(scanId);
    await completeCase(calls, reading, { findings: [{ findingId, suspicion: 12 }] });
    await closeReaderStudy(calls, study);
    await calls.must('BLIND_ANNOTATOR', 'DELETE', `/findings/${findingId}`, ifVersion(1));
    expect(await csvOf(study, 'FINDINGS')).toHaveLength(2);
  });

  it('have the FROC of each reader against the findings of a reference', async () => {
    const study = await opened();
    const reference = calls.tenants.ownOrg.accountOf('PHYSICIAN').id;
    for (const studyId of studyIds()) {
      const scanId = scanIdOf(studyId);
      await calls.tenants.db.deleteFrom('findingRelation').execute();
      await calls.tenants.db
        .updateTable('finding')
        .set({ deletedAt: new Date().toISOString() })
        .where('scanId', '=', scanId)
        .execute();
      await calls.must('PHYSICIAN', 'POST', '/findings', { body: aFinding(scanId) });
      const reading = await started(study);
      if (studyId !== studyIds()[0]) {
        await completeCase(calls, reading);
        continue;
      }
      const { id: findingId } = await mark(scanId);
      await completeCase(calls, reading, { findings: [{ findingId, suspicion: 90 }] });
    }
    const path = `/reader-studies/${study.id}/results`;
    const results = await calls.must<ReaderStudyResults>(
      'ADMIN',
      'GET',
      `${path}?referenceId=${reference}`,
    );
    expect(results).toMatchObject({ cases: 2, withoutReference: 0, lesions: 2 });
    expect(results.readers).toMatchObject([
      { arm: 'WITHOUT_AI', cases: 2, scans: 2, lesions: 2, findings: 1 },
    ]);
    expect(results.readers[0]?.froc.meanSensitivity).toEqual({ value: 0.5, low: 0, high: 1 });
    const unsigned = await calls.must<ReaderStudyResults>('ADMIN', 'GET', path);
    expect(unsigned).toMatchObject({ cases: 0, withoutReference: 2, lesions: 0 });
    const [reader] = study.readerIds;
    const own = await calls.as<ErrorResponse>('ADMIN', 'GET', `${path}?referenceId=${reader}`);
    expect(own).toMatchObject({ status: 409, body: { code: 'READER_STUDY_REFERENCE_READS' } });
  });
});
