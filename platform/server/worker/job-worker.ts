import type { Kysely } from 'kysely';
import type { PgBoss } from 'pg-boss';
import { type AnyJobType, isJobType, type JobType, type ScanMessage, topics } from '#contracts';
import {
  type Disposable,
  disposeAll,
  type Logger,
  messageOf,
  newId,
  problem,
  toDisposable,
} from '#foundation';
import { hasWorkerFor } from '../accounts/worker-credentials.ts';
import type { Database, JobRow } from '../database/schema.ts';
import { enqueue, type QueuedJob, requeue, requeueLost } from '../jobs/job-boss.ts';
import { jobMessage, type PublishJob } from '../jobs/job-queue.ts';
import {
  endJob,
  insertJob,
  type LeasedJob,
  leaseJob,
  MAX_JOB_ATTEMPTS,
  stalledJobs,
  toJob,
  waitingJobs,
} from '../jobs/job-rows.ts';
import type { RegisteredHandler, ServerRegistrations } from '../site/server-registrations.ts';
import type { FileStore } from '../store/index.ts';
import { JobLease } from './job-lease.ts';
import type { PublishScan } from './job-publisher.ts';
import { runJob } from './run-job.ts';

const STALL_CHECK_MS = 1_000;
/**
 * Interval of the check for lost queue entries: they are rare, and each waiting job costs a query.
 */
const LOST_CHECK_MS = 3_000;

/** Parts of a job whose handler shares nothing with a worker. */
const WORKER_ONLY = { server: false, worker: true };

export interface JobWorkerDeps {
  readonly db: Kysely<Database>;
  readonly store: FileStore;
  readonly boss: PgBoss;
  readonly log: Logger;
  readonly handlers: ServerRegistrations['handlers'];
  readonly publish: PublishJob & PublishScan;
}

/** Claims jobs, runs them with the extensions' handlers, and requeues jobs of dead workers. */
export class JobWorker {
  readonly #deps: JobWorkerDeps;
  readonly #leases = new Set<JobLease>();
  readonly #running = new Set<Promise<void>>();
  readonly #owned: Disposable[] = [];
  #isPolling = false;
  #lostCheckedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: JobWorkerDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    const { boss, handlers } = this.#deps;
    for (const [jobType, registered] of handlers) {
      await boss.work<QueuedJob>(
        jobType,
        { batchSize: 1, pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 },
        async (queued) => {
          for (const { data } of queued) await this.#track(this.#run(data, registered));
        },
      );
    }
    const timer = setInterval(() => void this.#requeueStalled(), STALL_CHECK_MS);
    this.#owned.push(toDisposable(() => clearInterval(timer)));
    await this.#requeueStalled();
  }

  async #track(run: Promise<void>): Promise<void> {
    this.#running.add(run);
    await run.finally(() => this.#running.delete(run));
  }

  #publish(row: JobRow): void {
    this.#deps.publish(topics.job(row.organizationId, row.id), jobMessage(toJob(row)));
  }

  /**
   * Publishes that the files of a scan have changed; clients with the open scan then reload files
   * and locations.
   */
  #publishScan({ organizationId, entityId: scanId }: JobRow): void {
    const message: ScanMessage = {
      id: newId(),
      at: new Date().toISOString(),
      scanId,
      what: 'FILES',
    };
    this.#deps.publish(topics.scan(organizationId, scanId), message);
  }

  async #run(queued: QueuedJob, registered: RegisteredHandler): Promise<void> {
    const { db, log } = this.#deps;
    const row = await leaseJob(db, queued);
    if (row === null || row.fencingToken === null) return;
    const job = { ...row, fencingToken: row.fencingToken };
    this.#publish(row);
    const lease = new JobLease(db, job, log, (changed) => this.#publish(changed));
    this.#leases.add(lease);
    const next: JobRow[] = [];
    try {
      const isServerPart = await this.#isServerPart(row, registered);
      const queueWorkerPart = async (trx: Kysely<Database>): Promise<void> => {
        if (isServerPart) next.push(...(await this.#queueWorkerPart(trx, row, registered)));
      };
      const queueNext = async (trx: Kysely<Database>): Promise<void> => {
        // The transaction may be repeated.
        next.length = 0;
        await queueWorkerPart(trx);
        next.push(...(await this.#queueNext(trx, row)));
      };
      const deps = { ...this.#deps, queueNext, isServerPart };
      const ended = await runJob(deps, job, registered, lease);
      if (ended !== null) this.#publish(ended);
      // The part of the worker does not need that of the server.
      if (ended?.status === 'FAILED') await db.transaction().execute(queueWorkerPart);
      else if (ended?.status === 'COMPLETED') this.#publishScan(ended);
      else return;
      for (const queued of next) this.#publish(queued);
    } finally {
      lease.dispose();
      this.#leases.delete(lease);
    }
  }

  /**
   * Queues the jobs that start after the completed job, in its transaction. A job of such a type
   * that already waits or runs is not queued again.
   */
  async #queueNext(trx: Kysely<Database>, completed: JobRow): Promise<readonly JobRow[]> {
    const { handlers } = this.#deps;
    const { organizationId, entityId } = completed;
    const queued: JobRow[] = [];
    if (!isJobType(completed.jobType)) return queued;
    for (const [jobType, { handler, settings }] of handlers) {
      if (handler.startsAfter?.(completed.jobType, settings) !== true) continue;
      const parts = handler.shareWithWorker?.(settings) ?? WORKER_ONLY;
      const hasWorker = await hasWorkerFor(trx, organizationId, jobType);
      const runner = hasWorker && !parts.server ? 'WORKER' : 'SERVER';
      const row = await this.#insert(trx, { organizationId, entityId, jobType, runner });
      if (row !== null) queued.push(row);
    }
    return queued;
  }

  /** Returns whether a worker outside the server does a part of a job that the server has queued. */
  async #isServerPart(row: JobRow, { handler }: RegisteredHandler): Promise<boolean> {
    if (row.createdBy !== null || handler.shareWithWorker === undefined) return false;
    return hasWorkerFor(this.#deps.db, row.organizationId, row.jobType);
  }

  /**
   * Queues the part of a worker after that of the server, if the site asks for it. The server does
   * both if the credential of the worker has been revoked meanwhile.
   */
  async #queueWorkerPart(
    trx: Kysely<Database>,
    { organizationId, entityId, jobType }: JobRow,
    { handler, settings }: RegisteredHandler,
  ): Promise<readonly JobRow[]> {
    if (!isJobType(jobType) || handler.shareWithWorker?.(settings).worker !== true) return [];
    const runner = (await hasWorkerFor(trx, organizationId, jobType)) ? 'WORKER' : 'SERVER';
    const row = await this.#insert(trx, { organizationId, entityId, jobType, runner });
    return row === null ? [] : [row];
  }

  /** Inserts a job, queued by the server; null if a job of this type already waits or runs. */
  async #insert(
    trx: Kysely<Database>,
    job: Pick<JobRow, 'organizationId' | 'entityId' | 'runner'> & { readonly jobType: JobType },
  ): Promise<JobRow | null> {
    const row = await insertJob(trx, { ...job, id: newId(), createdBy: null });
    if (row !== null && job.runner === 'SERVER') {
      await enqueue(this.#deps.boss, job.jobType, row, trx);
    }
    return row;
  }

  /**
   * Requeues jobs of dead workers; fails a job after `MAX_JOB_ATTEMPTS`. Workers with a credential
   * find stalled jobs themselves.
   */
  async #requeueStalled(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    const { db, boss, log } = this.#deps;
    try {
      for (const row of await stalledJobs(db)) {
        const ended = await this.#endStalled(row);
        for (const changed of ended) this.#publish(changed);
        if (ended.length > 0) continue;
        if (!row.cancelRequested && row.runner === 'SERVER' && isJobType(row.jobType)) {
          await requeue(boss, row.jobType, row, db);
        }
      }
      await this.#requeueLost();
    } catch (thrown) {
      log.log('warn', 'Stalled jobs could not be detected', { detail: messageOf(thrown) });
    } finally {
      this.#isPolling = false;
    }
  }

  /**
   * Ends a stalled job that was stopped or has no attempts left, and queues the part of the worker of
   * a failed job; returns the changed jobs, none if the job can run again.
   */
  async #endStalled(row: JobRow): Promise<readonly JobRow[]> {
    const { db, handlers } = this.#deps;
    const registered = isJobType(row.jobType) ? handlers.get(row.jobType) : undefined;
    const isServerPart =
      row.runner === 'SERVER' &&
      registered !== undefined &&
      (await this.#isServerPart(row, registered));
    return db.transaction().execute(async (trx) => {
      const ended = await endStalledJob(trx, row);
      if (ended === null) return [];
      if (ended.status !== 'FAILED' || !isServerPart) return [ended];
      return [ended, ...(await this.#queueWorkerPart(trx, row, registered))];
    });
  }

  /** Requeues waiting jobs whose queue entry is lost, because no worker would claim them. */
  async #requeueLost(): Promise<void> {
    if (performance.now() - this.#lostCheckedAt < LOST_CHECK_MS) return;
    this.#lostCheckedAt = performance.now();
    const { db, boss, handlers, log } = this.#deps;
    for (const row of await waitingJobs(db)) {
      if (!isJobType(row.jobType) || !handlers.has(row.jobType)) continue;
      if (await requeueLost(boss, row.jobType, row, db)) {
        log.log('warn', 'A waiting job had lost its queue entry', { jobId: row.id });
      }
    }
  }

  /** Releases running jobs, so that another worker can claim them at once. */
  async stop(): Promise<void> {
    disposeAll(this.#owned.splice(0));
    for (const lease of this.#leases) lease.abort('shutdown');
    await Promise.allSettled(this.#running);
    await this.#deps.boss.stop({ graceful: false, close: true });
  }
}

/** Ends a stalled job that was stopped or has no attempts left; null when it can run again. */
function endStalledJob(db: Kysely<Database>, row: JobRow): Promise<JobRow | null> {
  if (row.fencingToken === null) return Promise.resolve(null);
  const leased: LeasedJob = { ...row, fencingToken: row.fencingToken };
  if (row.cancelRequested) return endJob(db, leased, { status: 'CANCELLED' });
  if (row.attempt < MAX_JOB_ATTEMPTS) return Promise.resolve(null);
  return endJob(db, leased, { status: 'FAILED', problem: workerCrashed(row.jobType, row.attempt) });
}

const workerCrashed = (jobType: AnyJobType, attempts: number) =>
  problem(
    'JOB_WORKER_DIED',
    'The job ended without a result',
    `The worker of ${jobType} stopped ${attempts} times during the job.`,
    'Queue the job again. If it fails again, read the log of the server.',
  );
