import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Evaluation, EvaluationSet } from '#contracts';
import { newId } from '#foundation';
import { A_MODEL, anAiRun } from '../support/ai-finding.ts';
import { addDatasetScan } from '../support/dataset.ts';
import { startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
let studyId = '';

beforeAll(async () => {
  calls = await startTenantCalls({
    extensions: { 'ai-findings': { settings: { secondReader: true } } },
  });
  const { scan, study } = await addDatasetScan(calls);
  studyId = study.id;
  await calls.must('PHYSICIAN', 'POST', `/scans/${scan.id}/aiRuns`, { body: anAiRun() });
});
afterAll(() => calls?.[Symbol.asyncDispose]());

/** Evaluates the model on a new set of the study, which has or lacks the filter for signed scans. */
async function evaluate(onlySigned: boolean) {
  const filter = { studyIds: [studyId], hasFindings: true };
  const set = await calls.must<EvaluationSet>('PHYSICIAN', 'POST', '/evaluations/sets', {
    body: { name: newId(), filter, origin: 'PATIENTS' },
  });
  await calls.tenants.db
    .updateTable('evaluationSet')
    .set({ filter: JSON.stringify({ ...filter, onlySigned }) } as object)
    .where('id', '=', set.id)
    .execute();
  const model = {
    task: 'DETECTION',
    providerId: 'org.example.detector.find',
    modelName: A_MODEL.name,
    modelVersion: A_MODEL.version,
  };
  return calls.as<Evaluation>('PHYSICIAN', 'POST', '/evaluations', {
    body: { ...model, setId: set.id },
  });
}

describe('an evaluation at a site with AI as second reader', () => {
  it('is refused for a set that may contain scans without a signed report', async () => {
    expect(await evaluate(false)).toMatchObject({
      status: 409,
      body: { code: 'EVALUATION_UNSIGNED' },
    });
  });

  it('is permitted for a set of scans with a signed report', async () => {
    expect(await evaluate(true)).toMatchObject({ status: 200, body: { number: 1 } });
  });

  it('is no longer shown if its set may contain scans without a signed report', async () => {
    const { body } = await evaluate(true);
    await calls.tenants.db
      .updateTable('evaluationSet')
      .set({ filter: JSON.stringify({ onlySigned: false }) } as object)
      .where('id', '=', body.setId)
      .execute();
    for (const path of ['', '/csv', `/failures/${newId()}/image`]) {
      const response = await calls.as('PHYSICIAN', 'GET', `/evaluations/${body.id}${path}`);
      expect(response, path).toMatchObject({ status: 409, body: { code: 'EVALUATION_UNSIGNED' } });
    }
  });
});
