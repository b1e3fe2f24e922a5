import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { type AnyJobType, type Job, routes, serverMessage, type WorkerLease } from '#contracts';
import { problem } from '#foundation';
import { jobTypesOfWorker } from '../accounts/worker-credentials.ts';
import type { Database, JobRow } from '../database/schema.ts';
import { actionOf, writeAudit } from '../http/audit.ts';
import { bindRoute } from '../http/bind-route.ts';
import type { CallOf, ResponseOf } from '../http/call.ts';
import { ErrorResponse, errorResponse } from '../http/error-response.ts';
import type { RouteDeps, ServerDeps } from '../http/server-deps.ts';
import { newestPage } from '../records/shared/newest-page.ts';
import type { FileStore } from '../store/index.ts';
import { completeWorkerJob } from './complete-worker-job.ts';
import type { JobQueue } from './job-queue.ts';
import {
  endJob,
  leaseJob,
  leaseOldestJob,
  renewJobLease,
  toJob,
  WORKER_LEASE_MS,
} from './job-rows.ts';
import { leaseEnded } from './lease-ended.ts';
import { lockWorkerLease } from './lock-worker-lease.ts';
import { queueScanJob } from './queue-scan-job.ts';
import { toWorkerVolume, workerVolumeOf, workerVolumesOf } from './worker-volumes.ts';

type WorkerRouteDeps = RouteDeps & Pick<ServerDeps, 'scanChanged'>;

/** Registers the routes of workers with a credential: volumes, leases, results. */
export function registerWorkerRoutes(
  server: FastifyInstance,
  deps: WorkerRouteDeps,
  jobs: JobQueue,
  store: FileStore,
): void {
  bindRoute(server, deps, routes.listWorkerVolumes, async ({ db, query, principal }) => {
    const { scanId } = query;
    const volumes = workerVolumesOf(db, principal.organizationId);
    const rows = scanId === undefined ? volumes : volumes.where('scanId', '=', scanId);
    const page = await newestPage(rows, query, toWorkerVolume);
    if (page instanceof ErrorResponse) return page;
    return { ...page, items: page.items.filter((volume) => volume !== null) };
  });

  bindRoute(server, deps, routes.takeJob, (call) => takeJob(call, jobs));
  bindRoute(server, deps, routes.startJob, (call) => startJob(call, jobs));
  bindRoute(server, deps, routes.renewJob, (call) => renewJob(call, jobs));

  bindRoute(server, deps, routes.completeJob, async (call) => {
    const row = await completeWorkerJob(call, store);
    if (row instanceof ErrorResponse) return row;
    const { organizationId, entityId: scanId } = row;
    call.afterCommit(() => {
      jobs.publish(row);
      deps.scanChanged.emit({ organizationId, scanId, what: 'FILES' });
    });
    return toJob(row);
  });

  bindRoute(server, deps, routes.failJob, async (call) => {
    const { db, params, body, principal, addAuditSubject, afterCommit } = call;
    const job = await lockWorkerLease(db, principal, { ...body, id: params.id });
    if (job instanceof ErrorResponse) return job;
    addAuditSubject({ scanId: job.entityId, jobType: job.jobType });
    if (job.status === 'FAILED') return toJob(job);
    const failure = problem('WORKER_FAILED', body.title, body.detail, TRY_AGAIN);
    const end = job.cancelRequested
      ? ({ status: 'CANCELLED' } as const)
      : ({ status: 'FAILED', problem: failure } as const);
    const row = await endJob(db, job, end);
    if (row === null) return leaseEnded();
    afterCommit(() => jobs.publish(row));
    return toJob(row);
  });
}

const TRY_AGAIN = 'Queue the job again. If it fails again, ask the operator of the worker.';

/** Leases the oldest waiting job of the types. Rejects types that the credential does not have. */
async function takeJob(
  call: CallOf<typeof routes.takeJob>,
  jobs: JobQueue,
): Promise<ResponseOf<typeof routes.takeJob> | ErrorResponse> {
  const { db, body, principal, afterCommit } = call;
  const { organizationId, tokenId } = principal;
  const denied = await deniedTypes(call, body.types);
  if (denied !== null) return denied;
  const row = await leaseOldestJob(db, organizationId, body.types, tokenId);
  if (row === null || row.fencingToken === null) return { lease: null };
  // Polled, so that only calls that lease a job are audited.
  const subject = { jobId: row.id, scanId: row.entityId, jobType: row.jobType };
  const action = actionOf(routes.takeJob);
  await writeAudit(db, { principal, organizationId, action, outcome: 'done', subject });
  afterCommit(() => jobs.publish(row));
  return { lease: await leaseOf(db, { ...row, fencingToken: row.fencingToken }) };
}

/**
 * Queues a job for a scan and leases it in the same transaction, so that a worker can process scans
 * that no reader has queued. Its results are stored and audited as those of any job.
 */
async function startJob(
  call: CallOf<typeof routes.startJob>,
  jobs: JobQueue,
): Promise<ResponseOf<typeof routes.startJob> | ErrorResponse> {
  const { db, body, principal, addAuditSubject, afterCommit } = call;
  const { organizationId, tokenId } = principal;
  const { jobType, scanId: entityId } = body;
  addAuditSubject({ scanId: entityId, jobType });
  const denied = await deniedTypes(call, [jobType]);
  if (denied !== null) return denied;
  const queued = await queueScanJob(db, jobs, {
    organizationId,
    entityId,
    jobType,
    createdBy: null,
  });
  if (queued instanceof ErrorResponse) return queued;
  const row = await leaseJob(db, queued, tokenId);
  if (row === null || row.fencingToken === null) return leaseEnded();
  addAuditSubject({ jobId: row.id });
  afterCommit(() => jobs.publish(row));
  return leaseOf(db, { ...row, fencingToken: row.fencingToken });
}

/** Returns the error of types that the credential does not have; else null. */
async function deniedTypes(
  { db, principal }: Pick<CallOf<typeof routes.takeJob>, 'db' | 'principal'>,
  types: readonly AnyJobType[],
): Promise<ErrorResponse | null> {
  const permitted = await jobTypesOfWorker(db, principal);
  const denied = types.filter((type) => !permitted.includes(type));
  return denied.length === 0
    ? null
    : errorResponse('Forbidden', serverMessage('WORKER_TYPES', { types: denied.join(', ') }));
}

async function leaseOf(
  db: Kysely<Database>,
  row: JobRow & { readonly fencingToken: number },
): Promise<WorkerLease> {
  const { organizationId, entityId: scanId, fencingToken } = row;
  const volume = await workerVolumeOf(db, { organizationId, scanId });
  return { job: toJob(row), fencingToken, leaseSeconds: WORKER_LEASE_MS / 1000, volume };
}

/** Renews a lease with its progress. A job that a reader has stopped ends as CANCELLED. */
async function renewJob(
  { db, params, body, principal, afterCommit }: CallOf<typeof routes.renewJob>,
  jobs: JobQueue,
): Promise<{ job: Job; stop: boolean } | ErrorResponse> {
  const job = await lockWorkerLease(db, principal, { ...body, id: params.id });
  if (job instanceof ErrorResponse) return job;
  const row = job.cancelRequested
    ? await endJob(db, job, { status: 'CANCELLED' })
    : await renewJobLease(db, job, body.progress);
  if (row === null) return leaseEnded();
  if (body.progress !== null || job.cancelRequested) afterCommit(() => jobs.publish(row));
  return { job: toJob(row), stop: job.cancelRequested };
}
