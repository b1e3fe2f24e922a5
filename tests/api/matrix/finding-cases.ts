import { newId } from '#foundation';
import type { jobRoutes } from '../../../platform/contracts/routes/administration/job-routes.ts';
import type { aiRunRoutes } from '../../../platform/contracts/routes/records/ai-run-routes.ts';
import type { findingProviderRoutes } from '../../../platform/contracts/routes/records/finding-provider-routes.ts';
import type { findingRoutes } from '../../../platform/contracts/routes/records/finding-routes.ts';
import { anAiRun } from '../support/ai-finding.ts';
import { aFinding, aMark } from '../support/records.ts';
import { type Caller, ifMatch, type MatrixTenant, type RouteCases } from './route-case.ts';

const READERS = ['OPERATOR', 'PHYSICIAN', 'VIEWER', 'BLIND_ANNOTATOR'] as const;
const MAKERS = ['OPERATOR', 'PHYSICIAN'] as const;
/** Blind annotators get 404 for a study's own id. */
const BLIND_NOT_FOUND = { BLIND_ANNOTATOR: 404, BLIND_PHYSICIAN: 404 } as const;
const ANNOTATORS = ['PHYSICIAN', 'BLIND_ANNOTATOR'] as const;
/** Returns changed fields with a fresh mark. */
function changedFields(): object {
  const { id: _id, scanId: _scanId, ...fields } = aFinding(newId());
  return fields;
}

const isBlind = ({ name }: Caller): boolean => name.startsWith('BLIND');

/** Returns a finding visible to the caller: blind annotators see only their own. */
const ownFinding = (tenant: MatrixTenant, caller: Caller): Promise<string> =>
  tenant.newFinding(isBlind(caller) ? caller : undefined);

/** Stores an export of one finding, as the address of an export would. */
async function newFindingExport(
  { db, organizationId }: MatrixTenant,
  findingId: string,
): Promise<string> {
  const id = newId();
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  await db
    .insertInto('findingExport')
    .values({ organizationId, id, findingIds: [findingId], format: 'CSV', expiresAt })
    .execute();
  return id;
}

/** Inserts a finding of a model into the database, because no user can create an AI finding. */
async function newAiFinding({ db, organizationId, scanId }: MatrixTenant): Promise<string> {
  const id = newId();
  // Differs from the numbers that the server assigns to the other findings of the scan.
  const label = Math.floor(Math.random() * 1e9) + 1000;
  await db
    .insertInto('finding')
    .values({
      id,
      organizationId,
      scanId,
      label,
      generator: 'AI',
      note: null,
      createdBy: null,
      updatedBy: null,
    })
    .execute();
  return id;
}

/** Posts an AI run with one finding and returns the finding's id. */
async function newFindingOfRun(tenant: MatrixTenant): Promise<string> {
  const body = anAiRun();
  await tenant.must('PHYSICIAN', 'POST', `/scans/${tenant.scanId}/aiRuns`, { body });
  const [finding] = body.findings;
  if (finding === undefined) throw new Error('The run has no finding');
  return finding.id;
}

async function newFindingOfTwoMarks(tenant: MatrixTenant, caller: Caller): Promise<string> {
  const creator = isBlind(caller) ? caller : 'PHYSICIAN';
  const body = aFinding(tenant.scanId, [aMark(), aMark()]);
  return (await tenant.must(creator, 'POST', '/findings', { body })).id;
}

/** Inserts a relation visible to the caller into the database. */
async function newRelation(tenant: MatrixTenant, caller: Caller | null) {
  const { db, organizationId } = tenant;
  const userFindingId =
    caller === null ? await tenant.newFinding() : await ownFinding(tenant, caller);
  const id = newId();
  const aiFindingId = await newAiFinding(tenant);
  await db
    .insertInto('findingRelation')
    .values({
      id,
      organizationId,
      autoSegmentFindingId: aiFindingId,
      userFindingId,
      relationType: 'USER_TO_ML',
      createdBy: null,
      updatedBy: null,
    })
    .execute();
  return { id, aiFindingId };
}

export const findingCases: RouteCases<
  typeof aiRunRoutes & typeof findingProviderRoutes & typeof findingRoutes & typeof jobRoutes
> = {
  listFindings: {
    roles: READERS,
    principals: [],
    call: ({ scanId }) => ({ params: { scanId } }),
    foreign: { scanId: 'theirs' },
  },
  getFinding: {
    roles: READERS,
    principals: [],
    call: async (tenant, caller) => ({ params: { id: await ownFinding(tenant, caller) } }),
    foreign: { id: (_ownOrg, { findingId }) => ({ params: { id: findingId } }) },
  },
  listFindingEdits: {
    roles: READERS,
    principals: [],
    call: async (tenant, caller) => ({ params: { id: await ownFinding(tenant, caller) } }),
    foreign: { id: (_ownOrg, { findingId }) => ({ params: { id: findingId } }) },
  },
  setFindingThumbnail: {
    roles: ANNOTATORS,
    principals: [],
    call: async (tenant, caller) => ({
      params: { id: await ownFinding(tenant, caller) },
      headers: ifMatch(1),
      body: { thumbnailBase64: null },
    }),
    foreign: {
      id: (_ownOrg, { findingId }) => ({
        params: { id: findingId },
        headers: ifMatch(1),
        body: { thumbnailBase64: null },
      }),
    },
  },
  listHiddenFindings: {
    roles: READERS,
    principals: [],
    call: ({ scanId }) => ({ params: { scanId } }),
    foreign: { scanId: 'theirs' },
  },
  setFindingHidden: {
    roles: ANNOTATORS,
    principals: [],
    call: async (tenant, caller) => ({
      params: { id: await ownFinding(tenant, caller) },
      body: { hidden: true },
    }),
    foreign: {
      id: (_ownOrg, { findingId }) => ({ params: { id: findingId }, body: { hidden: true } }),
    },
  },
  groupFindings: {
    roles: ANNOTATORS,
    principals: [],
    call: async (tenant, caller) => ({
      body: {
        targetId: await ownFinding(tenant, caller),
        sourceIds: [await ownFinding(tenant, caller)],
      },
    }),
    foreign: {
      targetId: async (ownOrg, { findingId }, caller) => ({
        body: { targetId: findingId, sourceIds: [await ownFinding(ownOrg, caller)] },
      }),
      sourceIds: async (ownOrg, { findingId }, caller) => ({
        body: { targetId: await ownFinding(ownOrg, caller), sourceIds: [findingId] },
      }),
    },
  },
  ungroupFinding: {
    roles: ANNOTATORS,
    principals: [],
    call: async (tenant, caller) => ({ body: { id: await newFindingOfTwoMarks(tenant, caller) } }),
    foreign: { id: (_ownOrg, { findingId }) => ({ body: { id: findingId } }) },
  },
  exportFindings: {
    roles: READERS,
    principals: [],
    call: async (tenant, caller) => ({ body: { ids: [await ownFinding(tenant, caller)] } }),
    foreign: { ids: (_ownOrg, { findingId }) => ({ body: { ids: [findingId] } }) },
  },
  createFindingExport: {
    roles: READERS,
    principals: [],
    call: async (tenant, caller) => ({ body: { ids: [await ownFinding(tenant, caller)] } }),
    foreign: { ids: (_ownOrg, { findingId }) => ({ body: { ids: [findingId] } }) },
  },
  downloadFindingExport: {
    roles: READERS,
    principals: [],
    call: async (tenant, caller) => {
      const findingId = await ownFinding(tenant, caller);
      return { params: { id: await newFindingExport(tenant, findingId) } };
    },
    foreign: {
      id: async (_ownOrg, otherOrg) => ({
        params: { id: await newFindingExport(otherOrg, otherOrg.findingId) },
      }),
    },
  },
  deleteAiContour: {
    roles: ANNOTATORS,
    principals: [],
    call: async (tenant, caller) => ({ body: { findingId: await ownFinding(tenant, caller) } }),
    foreign: { findingId: (_ownOrg, { findingId }) => ({ body: { findingId } }) },
  },
  upsertFindingRelation: {
    roles: ANNOTATORS,
    principals: [],
    call: async (tenant, caller) => ({
      body: {
        autoSegmentFindingId: await newAiFinding(tenant),
        userFindingId: await ownFinding(tenant, caller),
      },
    }),
    foreign: {
      autoSegmentFindingId: async (ownOrg, { findingId }, caller) => ({
        body: { autoSegmentFindingId: findingId, userFindingId: await ownFinding(ownOrg, caller) },
      }),
      userFindingId: async (ownOrg, { findingId }) => ({
        body: { autoSegmentFindingId: await newAiFinding(ownOrg), userFindingId: findingId },
      }),
    },
  },
  getFindingRelation: {
    roles: READERS,
    principals: [],
    call: async (tenant, caller) => ({ params: { id: (await newRelation(tenant, caller)).id } }),
    foreign: {
      id: async (_ownOrg, otherOrg) => ({ params: { id: (await newRelation(otherOrg, null)).id } }),
    },
  },
  listRelationsOfAiFinding: {
    roles: READERS,
    principals: [],
    call: async (tenant, caller) => ({
      params: { id: (await newRelation(tenant, caller)).aiFindingId },
    }),
    foreign: {
      id: async (_ownOrg, otherOrg) => ({
        params: { id: (await newRelation(otherOrg, null)).aiFindingId },
      }),
    },
  },
  getFirstRead: {
    roles: READERS,
    principals: [],
    call: ({ studyId }) => ({ params: { id: studyId } }),
    foreign: { id: 'theirs' },
    statusByCaller: BLIND_NOT_FOUND,
  },
  finishFirstRead: {
    roles: READERS,
    principals: [],
    call: async (tenant) => ({ params: { id: await tenant.newStudy() } }),
    foreign: { id: 'theirs' },
    statusByCaller: BLIND_NOT_FOUND,
  },
  listAiRuns: {
    roles: READERS,
    principals: [],
    call: ({ scanId }) => ({ params: { scanId } }),
    foreign: { scanId: 'theirs' },
  },
  createAiRun: {
    roles: ANNOTATORS,
    principals: [],
    call: ({ scanId }) => ({ params: { scanId }, body: anAiRun() }),
    foreign: {
      scanId: 'theirs',
      volumeFileId: ({ scanId }, { fileId }) => ({
        params: { scanId },
        body: anAiRun({ volumeFileId: fileId }),
      }),
      imageFileId: ({ scanId }, { fileId }) => ({
        params: { scanId },
        body: anAiRun({ imageFileId: fileId }),
      }),
    },
  },
  getProviderWeights: {
    // No extension of the test site has a provider with weights, so permitted callers get an error.
    roles: ANNOTATORS,
    principals: [],
    status: 404,
    call: () => ({ params: { provider: 'org.example.gone.model' } }),
    foreign: 'takes no id of a record',
  },
  askFindingProvider: {
    // No extension of the test site has a provider at an address, so permitted callers get an error.
    roles: ANNOTATORS,
    principals: [],
    status: 404,
    call: ({ scanId }) => ({
      params: { id: scanId },
      body: { providerId: 'org.example.gone.model', runId: newId(), seed: null },
    }),
    foreign: { id: 'theirs' },
  },
  decideAiFinding: {
    roles: ANNOTATORS,
    principals: [],
    // Blind annotators do not see the runs of others.
    statusByCaller: { BLIND_ANNOTATOR: 404, BLIND_PHYSICIAN: 404 },
    call: async (tenant) => ({
      params: { id: await newFindingOfRun(tenant) },
      body: { decision: 'ACCEPTED', reason: null },
    }),
    foreign: { id: 'theirs' },
  },
  createFinding: {
    roles: ANNOTATORS,
    principals: [],
    call: ({ scanId }) => ({ body: aFinding(scanId) }),
    foreign: { scanId: 'theirs' },
  },
  updateFinding: {
    roles: ANNOTATORS,
    principals: [],
    call: async (tenant, caller) => ({
      params: { id: await ownFinding(tenant, caller) },
      headers: ifMatch(1),
      body: changedFields(),
    }),
    foreign: {
      id: (_ownOrg, { findingId }) => ({
        params: { id: findingId },
        headers: ifMatch(1),
        body: changedFields(),
      }),
    },
  },
  deleteFinding: {
    roles: ANNOTATORS,
    principals: [],
    call: async (tenant, caller) => ({
      params: { id: await ownFinding(tenant, caller) },
      headers: ifMatch(1),
    }),
    foreign: {
      id: (_ownOrg, { findingId }) => ({ params: { id: findingId }, headers: ifMatch(1) }),
    },
  },
  queueJob: {
    roles: ['ADMIN', ...MAKERS],
    principals: [],
    // The test site has no extension for this job, so permitted callers get 409.
    status: 409,
    call: async (tenant) => ({ body: { jobType: 'R3D', entityId: await tenant.newScan() } }),
    foreign: { entityId: 'theirs' },
  },
  stopJob: {
    roles: ['ADMIN', ...MAKERS],
    principals: [],
    call: ({ jobId }) => ({ params: { id: jobId }, body: {} }),
    foreign: { id: 'theirs' },
  },
  listRunningJobs: {
    roles: ['ADMIN', ...READERS],
    principals: [],
    call: () => ({}),
    foreign: 'contains no id',
  },
  listJobs: {
    roles: ['ADMIN'],
    principals: [],
    call: () => ({ query: { status: 'NOT_STARTED' } }),
    foreign: 'contains no id',
  },
  getJob: {
    roles: READERS,
    principals: [],
    call: ({ jobId }) => ({ params: { id: jobId } }),
    foreign: { id: 'theirs' },
  },
  latestJob: {
    roles: READERS,
    principals: [],
    call: ({ scanId }) => ({ params: { entityId: scanId, jobType: 'R3D' } }),
    foreign: { entityId: 'theirs' },
  },
  listJobsOfScan: {
    roles: READERS,
    principals: [],
    call: ({ scanId }) => ({ params: { scanId } }),
    foreign: { scanId: 'theirs' },
  },
};
