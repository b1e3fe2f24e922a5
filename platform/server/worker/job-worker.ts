import type { Kysely } from 'kysely';
import type { PgBoss } from 'pg-boss';
import { type AnyJobType, isJobType, type ScanMessage, topics } from '#contracts';
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
    let next: readonly JobRow[] = [];
    const queueNext = async (trx: Kysely<Database>): Promise<void> => {
      next = await this.#queueNext(trx, row);
    };
    try {
      const ended = await runJob({ ...this.#deps, queueNext }, job, registered, lease);
      if (ended !== null) this.#publish(ended);
      if (ended?.status !== 'COMPLETED') return;
      this.#publishScan(ended);
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
    const { boss, handlers } = this.#deps;
    const { organizationId, entityId } = completed;
    const queued: JobRow[] = [];
    if (!isJobType(completed.jobType)) return queued;
    for (const [jobType, { handler, settings }] of handlers) {
      if (handler.startsAfter?.(completed.jobType, settings) !== true) continue;
      const runner = (await hasWorkerFor(trx, organizationId, jobType)) ? 'WORKER' : 'SERVER';
      const key = { id: newId(), organizationId };
      const row = await insertJob(trx, { ...key, entityId, jobType, createdBy: null, runner });
      if (row === null) continue;
      if (runner === 'SERVER') await enqueue(boss, jobType, row, trx);
      queued.push(row);
    }
    return queued;
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
        const ended = await endStalledJob(db, row);
        if (ended !== null) this.#publish(ended);
        else if (!row.cancelRequested && row.runner === 'SERVER' && isJobType(row.jobType)) {
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
