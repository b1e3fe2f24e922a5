import { sql } from 'kysely';
import { newId } from '#foundation';
import type { workerRoutes } from '../../../platform/contracts/routes/administration/worker-routes.ts';
import { hashToken } from '../../../platform/server/accounts/tokens.ts';
import { WORKER_JOB_TYPE } from './matrix-tenant.ts';
import type { Caller, MatrixTenant, RouteCases } from './route-case.ts';

/** Inserts a running job that the caller has leased. */
async function leasedJob({ db, organizationId, newScan }: MatrixTenant, caller: Caller) {
  const id = newId();
  const token = await db
    .selectFrom('sessionToken')
    .select('id')
    .where('tokenHash', '=', hashToken(caller.token))
    .executeTakeFirst();
  const row = await db
    .insertInto('job')
    .values({
      id,
      organizationId,
      jobType: WORKER_JOB_TYPE,
      entityId: await newScan(),
      runner: 'WORKER',
      workerId: token?.id ?? null,
      status: 'IN_PROGRESS',
      attempt: 1,
      fencingToken: sql<number>`nextval('job_fencing')`,
      heartbeatAt: sql<string>`clock_timestamp()`,
      createdBy: null,
      problem: null,
    })
    .returning('fencingToken')
    .executeTakeFirstOrThrow();
  return { params: { id }, body: { fencingToken: row.fencingToken } };
}

export const workerCases: RouteCases<typeof workerRoutes> = {
  listWorkerVolumes: {
    roles: [],
    principals: ['worker'],
    call: () => ({}),
    foreign: { scanId: (_ownOrg, { scanId }) => ({ query: { scanId } }) },
    foreignResponse: 'nothing',
  },
  takeJob: {
    roles: [],
    principals: ['worker'],
    call: () => ({ body: { types: [WORKER_JOB_TYPE] } }),
    foreign: 'takes a job of the caller’s organization',
  },
  startJob: {
    roles: [],
    principals: ['worker'],
    call: async ({ newScan }) => ({ body: { jobType: WORKER_JOB_TYPE, scanId: await newScan() } }),
    foreign: {
      scanId: (_ownOrg, { scanId }) => ({ body: { jobType: WORKER_JOB_TYPE, scanId } }),
    },
  },
  renewJob: {
    roles: [],
    principals: ['worker'],
    call: leasedJob,
    foreign: { id: 'theirs' },
  },
  completeJob: {
    roles: [],
    principals: ['worker'],
    call: leasedJob,
    foreign: {
      id: 'theirs',
      volumeFileId: async (ownOrg, { fileId: volumeFileId }, caller) => {
        const { params, body } = await leasedJob(ownOrg, caller);
        const masks = [{ volumeFileId, fileName: 'lesion.nrrd', nrrdBase64: 'AAAA' }];
        return { params, body: { ...body, masks } };
      },
    },
  },
  failJob: {
    roles: [],
    principals: ['worker'],
    call: async (tenant, caller) => {
      const { params, body } = await leasedJob(tenant, caller);
      return { params, body: { ...body, title: 'Out of memory' } };
    },
    foreign: { id: 'theirs' },
  },
};
