import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CorrectedScan, ErrorResponse, Report, Scan, Study } from '#contracts';
import { newId } from '#foundation';
import {
  addCompletedScan,
  addPreliminaryReport,
  addStudy,
  startSigningTenants,
  trySigning,
} from '../support/completed-scans.ts';
import { ifVersion, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
let study: Study;
let scan: Scan;
beforeAll(async () => {
  calls = await startSigningTenants();
});
afterAll(() => calls?.[Symbol.asyncDispose]());
/** Creates a study with a completed scan of the left breast. */
beforeEach(async () => {
  study = await addStudy(calls);
  scan = await addCompletedScan(calls, study, 'L');
});

const correctSide = (laterality: 'L' | 'R', { id, version }: Pick<Scan, 'id' | 'version'> = scan) =>
  calls.must<CorrectedScan>('OPERATOR', 'POST', `/scans/${id}/actions/correct`, {
    body: { reason: 'The other breast was scanned', laterality },
    ...ifVersion(version),
  });
const readStudy = () => calls.must<Study>('PHYSICIAN', 'GET', `/studies/${study.id}`);
async function confirmReread(): Promise<void> {
  const { rereading } = await readStudy();
  const path = `/studies/${study.id}/actions/confirmReread`;
  await calls.must('PHYSICIAN', 'POST', path, { body: { at: rereading?.at } });
}

const REJECTED = {
  errorType: 'ReportIncomplete',
  code: 'REPORT_REREADING_OPEN',
};

describe('a corrected side that asks for a new reading', () => {
  it('prevents the signature of the report until a reader confirms the side', async () => {
    const reportId = await addPreliminaryReport(calls, study, 'right');
    const { scan: corrected } = await correctSide('R');
    const rejected = await trySigning(calls, reportId);
    expect([rejected.status, rejected.body]).toMatchObject([
      409,
      { ...REJECTED, values: { scans: [corrected.label] }, data: { scanIds: [scan.id] } },
    ]);
    expect(rejected.body.message).toContain('confirm');
    const report = await calls.must<Report>('PHYSICIAN', 'GET', `/reports/${reportId}`);
    expect(report).toMatchObject({ state: 'PRELIMINARY', signedAt: null });
    await confirmReread();
    expect((await trySigning(calls, reportId)).status).toBe(200);
  });

  it('prevents a preliminary report, which other users read', async () => {
    const assessment = { biradsScore: 2, breastDensity: 'FATTY', text: { text: '' } };
    const content = { right: assessment, impression: { text: 'Benign' } };
    const { id } = await calls.must<Report>('PHYSICIAN', 'POST', '/reports', {
      body: { id: newId(), studyId: study.id, content },
    });
    await correctSide('R');
    const markPreliminary = () =>
      calls.as<Report & ErrorResponse>('PHYSICIAN', 'POST', `/reports/${id}/actions/preliminary`, {
        body: {},
      });
    const rejected = await markPreliminary();
    expect([rejected.status, rejected.body]).toMatchObject([409, REJECTED]);
    await confirmReread();
    expect((await markPreliminary()).body).toMatchObject({ state: 'PRELIMINARY' });
  });

  it('no longer prevents the signature once the correction is undone or the scan is deleted', async () => {
    const reportId = await addPreliminaryReport(calls, study, 'left');
    const { correction } = await correctSide('R');
    expect((await trySigning(calls, reportId)).status).toBe(409);
    const path = `/scans/${scan.id}/actions/undoCorrection`;
    await calls.must('OPERATOR', 'POST', path, { body: { correctionId: correction.id } });
    const second = await addCompletedScan(calls, study, 'R');
    const { scan: corrected } = await correctSide('L', second);
    expect((await trySigning(calls, reportId)).body).toMatchObject({
      ...REJECTED,
      values: { scans: [corrected.label] },
    });
    await calls.must('OPERATOR', 'DELETE', `/scans/${second.id}`, {
      body: { reason: 'Wrong' },
      ...ifVersion(corrected.version),
    });
    expect((await trySigning(calls, reportId)).status).toBe(200);
  });
});
