import type { Evaluation } from '#contracts';
import { newId } from '#foundation';
import type { evaluationRoutes } from '../../../platform/contracts/routes/records/evaluation-routes.ts';
import { anAiRun } from '../support/ai-finding.ts';
import { aFinding } from '../support/records.ts';
import type { MatrixTenant, RouteCases } from './route-case.ts';

const EVALUATORS = { roles: ['PHYSICIAN'], principals: [] } as const;
/** Has a role that permits the call, and stays blind. */
const BLIND = { statusByCaller: { BLIND_PHYSICIAN: 403 } } as const;

const aModel = (modelName: string) => ({
  task: 'DETECTION',
  providerId: 'org.example.detector.find',
  modelName,
  modelVersion: '1.0.0',
});

/** Inserts a set of one scan. */
async function newSet({ db, organizationId }: MatrixTenant, scanId: string): Promise<string> {
  const id = newId();
  await db
    .insertInto('evaluationSet')
    .values({
      ...{ id, organizationId, name: id, origin: 'PATIENTS', sealed: false },
      filter: JSON.stringify({ onlySigned: false, hasFindings: false }),
      scanIds: [scanId],
      createdBy: null,
    })
    .execute();
  return id;
}

/**
 * Returns an evaluation of a model that has a run on the scan of a set. The scan is new, because
 * other calls of the test may delete or sign that of the tenant.
 */
async function newBody(tenant: MatrixTenant) {
  const scanId = await tenant.newScan('C');
  await tenant.newVolume(scanId);
  await tenant.must('PHYSICIAN', 'POST', '/findings', { body: aFinding(scanId) });
  const model = aModel(`Model ${newId()}`);
  const { modelName: name, modelVersion: version } = model;
  const run = anAiRun({
    model: { name, version, weightsSha256: null, use: 'research' },
    findings: [],
  });
  await tenant.must('PHYSICIAN', 'POST', `/scans/${scanId}/aiRuns`, { body: run });
  return { ...model, setId: await newSet(tenant, scanId) };
}

async function newEvaluation(tenant: MatrixTenant): Promise<string> {
  const body = await newBody(tenant);
  return (await tenant.must('PHYSICIAN', 'POST', '/evaluations', { body })).id;
}

/** Returns an evaluation with the finding of its scan as missed. */
async function newFailure(tenant: MatrixTenant) {
  const id = await newEvaluation(tenant);
  const { result } = await tenant.must<Evaluation>('PHYSICIAN', 'GET', `/evaluations/${id}`);
  const findingId = result.missed[0]?.findingId;
  if (findingId === undefined) throw new Error('The scan has no finding of a reader');
  return { id, findingId };
}

const ofEvaluation = {
  ...EVALUATORS,
  ...BLIND,
  call: async (tenant: MatrixTenant) => ({ params: { id: await newEvaluation(tenant) } }),
  foreign: { id: 'theirs' },
} as const;

const listed = {
  ...EVALUATORS,
  ...BLIND,
  call: () => ({}),
  foreign: 'The rows of the caller’s organization; no id is named.',
} as const;

export const evaluationCases: RouteCases<typeof evaluationRoutes> = {
  listEvaluatedModels: listed,
  listEvaluationSets: listed,
  listEvaluations: listed,
  createEvaluationSet: {
    ...EVALUATORS,
    ...BLIND,
    call: ({ studyId }) => ({
      body: {
        name: newId(),
        filter: { studyIds: [studyId], hasFindings: false },
        origin: 'PATIENTS',
      },
    }),
    foreign: { studyIds: 'theirs' },
  },
  listScansWithoutRun: {
    ...EVALUATORS,
    ...BLIND,
    call: async (tenant) => ({
      params: { id: await newSet(tenant, tenant.scanId) },
      query: aModel('Any'),
    }),
    foreign: { id: 'theirs' },
  },
  createEvaluation: {
    ...EVALUATORS,
    ...BLIND,
    call: async (tenant) => ({ body: await newBody(tenant) }),
    foreign: { setId: 'theirs' },
  },
  getEvaluation: ofEvaluation,
  getFailureImage: {
    ...EVALUATORS,
    ...BLIND,
    call: async (tenant) => ({ params: await newFailure(tenant) }),
    foreign: {
      id: 'theirs',
      findingId: async (ownOrg, otherOrg) => ({
        params: { ...(await newFailure(ownOrg)), findingId: otherOrg.findingId },
      }),
    },
  },
  downloadEvaluation: ofEvaluation,
};
