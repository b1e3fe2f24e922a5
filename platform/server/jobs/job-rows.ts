import { type Kysely, sql } from 'kysely';
import type { AnyJobType, Job } from '#contracts';
import type { Problem } from '#foundation';
import type { Database, JobRow } from '../database/schema.ts';
import type { JobRunner } from '../database/tables/work.ts';

/** Milliseconds without a heartbeat after which another worker may take over a running job. */
export const JOB_LEASE_MS = 8_000;
/** The same for workers with a credential, whose connection may fail for some seconds. */
export const WORKER_LEASE_MS = 30_000;
/** Maximum number of attempts per job; each crashed worker uses up one. */
export const MAX_JOB_ATTEMPTS = 3;

/** Identifies a job within an organization. */
export interface JobKey {
  readonly id: string;
  readonly organizationId: string;
}

/**
 * Job that this worker has leased; its result is accepted only with the token of the newest lease.
 */
export interface LeasedJob extends JobKey {
  readonly fencingToken: number;
}

const ACTIVE_JOB_STATUSES = ['NOT_STARTED', 'IN_PROGRESS'] as const;
const now = sql<string>`clock_timestamp()`;
const leaseExpired = sql<boolean>`heartbeat_at < clock_timestamp() - make_interval(secs => (
  case runner when 'WORKER' then ${WORKER_LEASE_MS} else ${JOB_LEASE_MS} end)::int / 1000)`;

/** Converts a row to the contract type. */
export function toJob(row: JobRow): Job {
  return {
    id: row.id,
    jobType: row.jobType,
    entityId: row.entityId,
    status: row.status,
    phase: row.phase,
    done: row.done,
    total: row.total,
    attempt: row.attempt,
    problem: row.problem,
    createdAt: row.createdAt,
    startedAt: row.startedAt,
    endedAt: row.endedAt,
  };
}

/** Returns the new row, or null when a job of this type already waits or runs for the entity. */
export async function insertJob(
  db: Kysely<Database>,
  values: JobKey & {
    jobType: AnyJobType;
    entityId: string;
    createdBy: string | null;
    runner?: JobRunner;
  },
): Promise<JobRow | null> {
  const row = await db
    .insertInto('job')
    .values({ ...values, problem: null })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Leases a waiting or stalled job to a worker, with a new fencing token. Null when the job has
 * ended, was stopped, has no attempts left, is leased by another worker or belongs to the other
 * kind of workers.
 * @param workerId credential of the worker; null for the worker process
 */
export async function leaseJob(
  db: Kysely<Database>,
  job: JobKey,
  workerId: string | null = null,
): Promise<JobRow | null> {
  const row = await db
    .updateTable('job')
    .set((eb) => ({
      status: 'IN_PROGRESS',
      attempt: eb('attempt', '+', 1),
      fencingToken: sql<number>`nextval('job_fencing')`,
      startedAt: sql<string>`coalesce(started_at, clock_timestamp())`,
      heartbeatAt: now,
      workerId,
      phase: null,
      done: 0,
      total: 0,
    }))
    .where('organizationId', '=', job.organizationId)
    .where('id', '=', job.id)
    .where('runner', '=', workerId === null ? 'SERVER' : 'WORKER')
    .where('cancelRequested', '=', false)
    .where('attempt', '<', MAX_JOB_ATTEMPTS)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'NOT_STARTED'),
        eb.and([eb('status', '=', 'IN_PROGRESS'), leaseExpired]),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Leases the oldest waiting or stalled job of an organization to a worker with a credential; null
 * when no job of the types waits.
 */
export async function leaseOldestJob(
  db: Kysely<Database>,
  organizationId: string,
  types: readonly AnyJobType[],
  workerId: string,
): Promise<JobRow | null> {
  const next = await jobsOf(db, organizationId)
    .clearSelect()
    .select(['job.id', 'job.organizationId'])
    .where('runner', '=', 'WORKER')
    .where('jobType', 'in', types)
    .where('cancelRequested', '=', false)
    .where('attempt', '<', MAX_JOB_ATTEMPTS)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'NOT_STARTED'),
        eb.and([eb('status', '=', 'IN_PROGRESS'), leaseExpired]),
      ]),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return next === undefined ? null : leaseJob(db, next, workerId);
}

/** Progress of a running job, as shown to users. */
export interface JobProgress {
  /** Name of the current step. */
  readonly phase: string;
  /** Finished and total units of work of the phase. */
  readonly done: number;
  readonly total: number;
}

/**
 * Renews the lease and stores the progress. Null when the job is no longer leased by this worker.
 */
export async function renewJobLease(
  db: Kysely<Database>,
  job: LeasedJob,
  progress: JobProgress | null,
): Promise<JobRow | null> {
  const row = await db
    .updateTable('job')
    .set({ heartbeatAt: now, ...progress })
    .where('organizationId', '=', job.organizationId)
    .where('id', '=', job.id)
    .where('fencingToken', '=', job.fencingToken)
    .where('status', '=', 'IN_PROGRESS')
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Releases an unfinished job, so that another worker can take over at once; no attempt is used up.
 */
export async function releaseJob(db: Kysely<Database>, job: LeasedJob): Promise<void> {
  await db
    .updateTable('job')
    .set((eb) => ({
      // Older than any lease, so that the lease counts as expired.
      heartbeatAt: sql<string>`clock_timestamp() - interval '1 hour'`,
      attempt: eb('attempt', '-', 1),
    }))
    .where('organizationId', '=', job.organizationId)
    .where('id', '=', job.id)
    .where('fencingToken', '=', job.fencingToken)
    .where('status', '=', 'IN_PROGRESS')
    .execute();
}

export type JobEnd =
  | { readonly status: 'COMPLETED' | 'CANCELLED' }
  | { readonly status: 'FAILED'; readonly problem: Problem };

/** Ends a job. Null, without a change, when another worker has taken over the job. */
export async function endJob(
  db: Kysely<Database>,
  job: LeasedJob,
  end: JobEnd,
): Promise<JobRow | null> {
  const row = await db
    .updateTable('job')
    .set({
      status: end.status,
      endedAt: now,
      problem: end.status === 'FAILED' ? JSON.stringify(end.problem) : null,
    })
    .where('organizationId', '=', job.organizationId)
    .where('id', '=', job.id)
    .where('fencingToken', '=', job.fencingToken)
    .where('status', '=', 'IN_PROGRESS')
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Requests that a running job stops, and cancels a waiting job at once. Null when the job has
 * already ended.
 */
export async function requestCancel(db: Kysely<Database>, job: JobKey): Promise<JobRow | null> {
  const row = await db
    .updateTable('job')
    .set((eb) => ({
      cancelRequested: true,
      status: eb
        .case()
        .when('status', '=', 'NOT_STARTED')
        .then(sql<'CANCELLED'>`'CANCELLED'`)
        .else(eb.ref('status'))
        .end(),
      endedAt: sql<string>`case when status = 'NOT_STARTED' then clock_timestamp() end`,
    }))
    .where('organizationId', '=', job.organizationId)
    .where('id', '=', job.id)
    .where('status', 'in', ACTIVE_JOB_STATUSES)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the running jobs with an expired lease, of every organization. */
export function stalledJobs(db: Kysely<Database>): Promise<JobRow[]> {
  return db
    .selectFrom('job')
    .selectAll()
    .where('status', '=', 'IN_PROGRESS')
    .where(leaseExpired)
    .orderBy('createdAt')
    .execute();
}

/** Selects all jobs of an organization, those of deleted scans included. */
function jobsWithDeleted(db: Kysely<Database>, organizationId: string) {
  return db.selectFrom('job').selectAll('job').where('job.organizationId', '=', organizationId);
}

/** Selects the jobs of an organization whose scan is not deleted. */
export function jobsOf(db: Kysely<Database>, organizationId: string) {
  return jobsWithDeleted(db, organizationId).where((eb) =>
    eb.exists(
      eb
        .selectFrom('scan')
        .whereRef('scan.organizationId', '=', 'job.organizationId')
        .whereRef('scan.id', '=', 'job.entityId')
        .where('scan.deletedAt', 'is', null),
    ),
  );
}

/** Selects the jobs of an organization that wait or run. */
export function liveJobsOf(db: Kysely<Database>, organizationId: string) {
  return jobsOf(db, organizationId).where('status', 'in', ACTIVE_JOB_STATUSES);
}

/** Age of a waiting job after which a missing queue entry counts as lost. */
const ENTRY_WITHIN_SECONDS = 2;
const WAITING_BATCH = 200;

/**
 * Returns the oldest jobs of every organization that wait for the worker process, at most 200, whose
 * queue entries may be lost.
 */
export function waitingJobs(db: Kysely<Database>): Promise<JobRow[]> {
  return db
    .selectFrom('job')
    .selectAll()
    .where('status', '=', 'NOT_STARTED')
    .where('runner', '=', 'SERVER')
    .where(
      'createdAt',
      '<',
      sql<string>`clock_timestamp() - make_interval(secs => ${ENTRY_WITHIN_SECONDS})`,
    )
    .orderBy('createdAt')
    .limit(WAITING_BATCH)
    .execute();
}

/** Returns a job; undefined when none exists. */
export function jobByKey(db: Kysely<Database>, job: JobKey): Promise<JobRow | undefined> {
  return jobsWithDeleted(db, job.organizationId).where('id', '=', job.id).executeTakeFirst();
}
