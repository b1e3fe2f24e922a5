import { newId } from '#foundation';
import type {
  deviceRoutes,
  findingRoutes,
  jobRoutes,
} from '../../../platform/contracts/routes/finding-routes.ts';
import { aFinding } from '../support/records.ts';
import { type Caller, ifMatch, type MatrixClinic, type RouteCases } from './route-case.ts';

const READERS = ['OPERATOR', 'PHYSICIAN', 'VIEWER', 'BLIND_ANNOTATOR'] as const;
const MAKERS = ['OPERATOR', 'PHYSICIAN'] as const;
const ANNOTATORS = ['PHYSICIAN', 'BLIND_ANNOTATOR'] as const;
/** Changed fields, with a mark of its own each time. */
function anUpdate(): object {
  const { id: _id, scanId: _scanId, ...fields } = aFinding(newId());
  return fields;
}

/** A finding that the caller may see: blind annotators see their own only. */
const ownFinding = (clinic: MatrixClinic, caller: Caller): Promise<string> =>
  clinic.newFinding(/^BLIND/.test(caller.name) ? caller : undefined);

export const findingCases: RouteCases<
  typeof findingRoutes & typeof jobRoutes & typeof deviceRoutes
> = {
  listFindings: {
    ...{ roles: READERS, principals: ['worker'] },
    call: ({ scanId }) => ({ params: { scanId } }),
    foreign: { scanId: 'theirs' },
  },
  createFinding: {
    ...{ roles: ANNOTATORS, principals: ['worker'] },
    call: ({ scanId }) => ({ body: aFinding(scanId) }),
    foreign: { scanId: 'theirs' },
  },
  updateFinding: {
    ...{ roles: ANNOTATORS, principals: [] },
    call: async (clinic, caller) => ({
      ...{ params: { id: await ownFinding(clinic, caller) }, headers: ifMatch(1) },
      body: anUpdate(),
    }),
    foreign: {
      id: (_ours, { findingId }) => ({
        params: { id: findingId },
        headers: ifMatch(1),
        body: anUpdate(),
      }),
    },
  },
  deleteFinding: {
    ...{ roles: ANNOTATORS, principals: [] },
    call: async (clinic, caller) => ({
      ...{ params: { id: await ownFinding(clinic, caller) }, headers: ifMatch(1) },
    }),
    foreign: { id: (_ours, { findingId }) => ({ params: { id: findingId }, headers: ifMatch(1) }) },
  },
  queueJob: {
    ...{ roles: MAKERS, principals: [] },
    // The test's own site has no extension that does the job; whoever may, hears that.
    status: 409,
    call: async (clinic) => ({ body: { jobType: 'R3D', entityId: await clinic.newScan() } }),
    foreign: { entityId: 'theirs' },
  },
  stopJob: {
    ...{ roles: MAKERS, principals: [] },
    call: ({ jobId }) => ({ params: { id: jobId }, body: {} }),
    foreign: { id: 'theirs' },
  },
  listRunningJobs: {
    ...{ roles: READERS, principals: [] },
    call: () => ({}),
    foreign: 'names nothing',
  },
  getJob: {
    ...{ roles: READERS, principals: [] },
    call: ({ jobId }) => ({ params: { id: jobId } }),
    foreign: { id: 'theirs' },
  },
  latestJob: {
    ...{ roles: READERS, principals: [] },
    call: ({ scanId }) => ({ params: { entityId: scanId, jobType: 'R3D' } }),
    foreign: { entityId: 'theirs' },
  },
  listDevices: {
    ...{ roles: ['ADMIN', 'OPERATOR', 'PHYSICIAN', 'VIEWER'], principals: [] },
    call: ({ organizationId }) => ({ params: { organizationId } }),
    foreign: { organizationId: 'theirs' },
  },
  leaseDevice: {
    ...{ roles: MAKERS, principals: [] },
    call: async (clinic) => ({ params: { id: await freeDevice(clinic) }, body: {} }),
    foreign: { id: 'theirs' },
  },
  releaseDevice: {
    ...{ roles: MAKERS, principals: [] },
    call: ({ deviceId }) => ({ params: { id: deviceId }, body: {} }),
    foreign: { id: 'theirs' },
    foreignAnswer: 'nothing',
  },
};

/** A device that nobody holds. */
async function freeDevice({ db, organizationId }: MatrixClinic): Promise<string> {
  const id = newId();
  await db
    .insertInto('device')
    .values({
      ...{ id, organizationId, serialNumber: id, model: 'Test', activatedAt: null },
      ...{ createdBy: null, updatedBy: null },
    })
    .execute();
  return id;
}
