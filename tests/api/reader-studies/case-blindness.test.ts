import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorResponse, Finding, NewReaderStudy, ReaderStudy, Report } from '#contracts';
import { newId } from '#foundation';
import { anAiRun, aProposal } from '../support/ai-finding.ts';
import { addDatasetScan } from '../support/dataset.ts';
import {
  closeReaderStudy,
  completeCase,
  openReaderStudy,
  type ReaderRole,
  startCase,
} from '../support/reader-studies.ts';
import { aFinding, aReportedFinding } from '../support/records.ts';
import { ifVersion, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
let studyId = '';
let scanId = '';
let running: ReaderStudy | null = null;

beforeAll(async () => {
  calls = await startTenantCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());
afterEach(async () => {
  if (running !== null) await closeReaderStudy(calls, running);
  running = null;
});

/** Creates a case with a finding of a model, about which a physician has decided. */
async function decidedCase(): Promise<{ id: string; runId: string }> {
  const { study, scan } = await addDatasetScan(calls);
  studyId = study.id;
  scanId = scan.id;
  const proposal = aProposal({ score: 0.8 });
  const run = anAiRun({ findings: [proposal] });
  await calls.must('PHYSICIAN', 'POST', `/scans/${scanId}/aiRuns`, { body: run });
  const body = { decision: 'REJECTED', reason: 'Shadow' };
  await calls.must('PHYSICIAN', 'POST', `/findings/${proposal.id}/actions/decideAi`, { body });
  return { id: proposal.id, runId: run.id };
}

const accountOf = (role: ReaderRole) => calls.tenants.ownOrg.accountOf(role).id;

async function open(fields: Partial<NewReaderStudy> = {}): Promise<ReaderStudy> {
  const readerIds = [accountOf('BLIND_ANNOTATOR'), accountOf('PHYSICIAN')];
  running = await openReaderStudy(calls, [studyId], { arm: 'WITH_AI', readerIds, ...fields });
  return running;
}

async function start(role: ReaderRole, fields: Partial<NewReaderStudy> = {}) {
  const response = await startCase(calls, running ?? (await open(fields)), role);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
}

const READERS = ['BLIND_ANNOTATOR', 'PHYSICIAN'] as const;
/** A PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Returns the body of an update that keeps all values of a finding. */
const bodyOf = ({ marks, note, massLengthUm, massWidthUm, massHeightUm }: Finding) => ({
  ...{ marks, note, massLengthUm, massWidthUm, massHeightUm },
});

describe('a finding of a model in a case', () => {
  it.each(READERS)('can’t be changed by its reader (%s)', async (role) => {
    const { id } = await decidedCase();
    await start(role);
    const path = `/findings/${id}`;
    const finding = await calls.must<Finding>(role, 'GET', path);
    const matching = ifVersion(finding.version);
    const labels = { ...bodyOf(finding), annotationLabels: {} };
    const responses = [
      await calls.as<ErrorResponse>(role, 'PUT', path, { body: labels, ...matching }),
      await calls.as<ErrorResponse>(role, 'PUT', `${path}/thumbnail`, {
        body: { thumbnailBase64: PIXEL },
        ...matching,
      }),
      await calls.as<ErrorResponse>(role, 'POST', '/findings/deleteAiContour', {
        body: { findingId: id },
      }),
      await calls.as<ErrorResponse>(role, 'POST', `${path}/actions/decideAi`, {
        body: { decision: 'REJECTED', reason: 'Shadow' },
      }),
    ];
    for (const response of responses)
      expect(response).toMatchObject({ status: 409, body: { code: 'READING_AI_READ_ONLY' } });
    const after = await calls.tenants.db
      .selectFrom('finding')
      .select(['version', 'deletedAt', 'aiDecisionReason'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(after).toEqual({
      version: finding.version,
      deletedAt: null,
      aiDecisionReason: 'Shadow',
    });
  });

  it.each(READERS)('shows no trace of what others decided (%s)', async (role) => {
    const { id } = await decidedCase();
    await start(role);
    const { items } = await calls.must<{ items: Finding[] }>(
      role,
      'GET',
      `/scans/${scanId}/findings`,
    );
    const body = { ids: [id], format: 'JSON' };
    const exported = await calls.must<{ items: Finding[] }>(role, 'POST', '/findings/export', {
      body,
    });
    const single = await calls.must<Finding>(role, 'GET', `/findings/${id}`);
    const stale = await calls.as<unknown>(role, 'PUT', `/findings/${id}`, {
      body: bodyOf(single),
      ...ifVersion(99),
    });
    for (const finding of [items.find((item) => item.id === id), exported.items[0], single])
      expect(finding).toMatchObject({
        ai: { score: 0.8, decision: null },
        updatedBy: null,
        labeledBy: null,
      });
    expect(JSON.stringify([items, exported, stale.body])).not.toContain('Shadow');
    const edits = await calls.must<{ items: unknown[] }>(role, 'GET', `/findings/${id}/edits`);
    const others = role === 'BLIND_ANNOTATOR' ? 0 : 1;
    expect(edits.items).toHaveLength(others);
  });

  it('is not of the case if its run is newer than the opening of the reader study', async () => {
    const { id, runId } = await decidedCase();
    await open();
    const late = anAiRun({ findings: [aProposal()] });
    await calls.must('PHYSICIAN', 'POST', `/scans/${scanId}/aiRuns`, { body: late });
    await start('BLIND_ANNOTATOR');
    const list = async (path: string) =>
      (
        await calls.must<{ items: { id: string }[] }>(
          'BLIND_ANNOTATOR',
          'GET',
          `/scans/${scanId}/${path}`,
        )
      ).items.map((item) => item.id);
    expect(await list('aiRuns')).toEqual([runId]);
    expect(await list('findings')).toEqual([id]);
  });
});

describe('AI in a case', () => {
  it.each(READERS)('can’t be run or stored by its reader (%s)', async (role) => {
    await decidedCase();
    await start(role, { arm: 'WITHOUT_AI' });
    const path = `/scans/${scanId}/aiRuns`;
    const stored = await calls.as<ErrorResponse>(role, 'POST', path, { body: anAiRun() });
    const asked = await calls.as<ErrorResponse>(
      role,
      'POST',
      `/scans/${scanId}/actions/askFindingProvider`,
      { body: { providerId: 'example.detector', runId: newId(), seed: null } },
    );
    for (const response of [stored, asked])
      expect(response).toMatchObject({ status: 409, body: { code: 'READING_NO_AI_RUN' } });
  });
});

describe('a closed case of a blind annotator', () => {
  it('can be neither read nor changed by the id of its scan', async () => {
    await decidedCase();
    const role = 'BLIND_ANNOTATOR';
    const own = await calls.must<Finding>(role, 'POST', '/findings', { body: aFinding(scanId) });
    await open();
    const path = `/findings/${own.id}`;
    const responses = [
      await calls.as(role, 'GET', `/scans/${scanId}/findings`),
      await calls.as(role, 'GET', `/scans/${scanId}/aiRuns`),
      await calls.as(role, 'POST', `/scans/${scanId}/aiRuns`, { body: anAiRun() }),
      await calls.as(role, 'POST', '/findings', { body: aFinding(scanId) }),
      await calls.as(role, 'PUT', path, { body: bodyOf(own), ...ifVersion(1) }),
      await calls.as(role, 'POST', '/findings/export', { body: { ids: [own.id], format: 'CSV' } }),
    ];
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 404));
    const reading = await start(role);
    await calls.must(role, 'POST', '/findings', { body: aFinding(scanId) });
    expect(reading.completedAt).toBeNull();
  });

  it('still takes the thumbnail of an own finding, which a page may draw late', async () => {
    await decidedCase();
    const role = 'BLIND_ANNOTATOR';
    const own = await calls.must<Finding>(role, 'POST', '/findings', { body: aFinding(scanId) });
    const foreign = await calls.must<Finding>('PHYSICIAN', 'POST', '/findings', {
      body: aFinding(scanId),
    });
    await open();
    const draw = (id: string) =>
      calls.as(role, 'PUT', `/findings/${id}/thumbnail`, {
        body: { thumbnailBase64: PIXEL },
        ...ifVersion(1),
      });
    expect((await draw(own.id)).status).toBe(200);
    expect((await draw(foreign.id)).status).toBe(404);
  });
});

describe('a finding that a physician makes in a case', () => {
  it('is in no report, and in the results of the case only', async () => {
    await decidedCase();
    const clinical = await calls.must<Finding>('PHYSICIAN', 'POST', '/findings', {
      body: aReportedFinding(scanId),
    });
    const reading = await start('PHYSICIAN');
    const inCase = await calls.must<Finding>('PHYSICIAN', 'POST', '/findings', {
      body: aReportedFinding(scanId),
    });
    const findings = [{ findingId: inCase.id, suspicion: 40 }];
    expect((await completeCase(calls, reading, { findings }, 'PHYSICIAN')).status).toBe(200);
    const content = { impression: { text: 'A mass' } };
    const body = { id: newId(), studyId, content };
    const report = await calls.must<Report>('PHYSICIAN', 'POST', '/reports', { body });
    expect(report.findings.map(({ id }) => id)).toEqual([clinical.id]);
  });
});
