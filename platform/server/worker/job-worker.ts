import type { Kysely } from 'kysely';
import type { PgBoss } from 'pg-boss';
import { type JobType, type ScanMessage, topics } from '#contracts';
import {
  type Disposable,
  disposeAll,
  type Logger,
  messageOf,
  newId,
  problem,
  toDisposable,
} from '#foundation';
import type { Database, JobRow } from '../database/schema.ts';
import { type QueuedJob, requeue, requeueLost } from '../jobs/job-boss.ts';
import { jobMessage, type TellJob } from '../jobs/job-queue.ts';
import {
  endJob,
  type HeldJob,
  MAX_ATTEMPTS,
  silentJobs,
  takeJob,
  toJob,
  waitingJobs,
} from '../jobs/job-rows.ts';
import type { RegisteredHandler, ServerDoors } from '../site/server-doors.ts';
import type { FileStore } from '../store/index.ts';
import { JobLease } from './job-lease.ts';
import type { TellScan } from './job-teller.ts';
import { runJob } from './run-job.ts';

const LOOK_FOR_SILENT_MS = 1_000;
/** Lost entries are rare, and each waiting job costs a question. */
const LOOK_FOR_LOST_MS = 3_000;

export interface JobWorkerParts {
  readonly db: Kysely<Database>;
  readonly store: FileStore;
  readonly boss: PgBoss;
  readonly log: Logger;
  readonly handlers: ServerDoors['handlers'];
  readonly tell: TellJob & TellScan;
}

/** Takes jobs, runs them with the extensions' handlers, and finds those whose worker died. */
export class JobWorker {
  readonly #parts: JobWorkerParts;
  readonly #leases = new Set<JobLease>();
  readonly #running = new Set<Promise<void>>();
  readonly #owned: Disposable[] = [];
  #looking = false;
  #lookedForLostAt = Number.NEGATIVE_INFINITY;

  constructor(parts: JobWorkerParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const { boss, handlers } = this.#parts;
    for (const [jobType, registered] of handlers) {
      await boss.work<QueuedJob>(
        jobType,
        { batchSize: 1, pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 },
        async (queued) => {
          for (const { data } of queued) await this.#track(this.#take(data, registered));
        },
      );
    }
    const timer = setInterval(() => void this.#lookForSilent(), LOOK_FOR_SILENT_MS);
    this.#owned.push(toDisposable(() => clearInterval(timer)));
    await this.#lookForSilent();
  }

  async #track(run: Promise<void>): Promise<void> {
    this.#running.add(run);
    await run.finally(() => this.#running.delete(run));
  }

  #tell(row: JobRow): void {
    this.#parts.tell(topics.job(row.organizationId, row.id), jobMessage(toJob(row)));
  }

  /** It has other files, and places may be told otherwise: whoever has it open reads it again. */
  #tellScan({ organizationId, entityId: scanId }: JobRow): void {
    const message: ScanMessage = {
      id: newId(),
      at: new Date().toISOString(),
      scanId,
      what: 'FILES',
    };
    this.#parts.tell(topics.scan(organizationId, scanId), message);
  }

  async #take(queued: QueuedJob, registered: RegisteredHandler): Promise<void> {
    const { db, log } = this.#parts;
    const row = await takeJob(db, queued);
    if (row === null || row.fencingToken === null) return;
    const job = { ...row, fencingToken: row.fencingToken };
    this.#tell(row);
    const lease = new JobLease(db, job, log, (changed) => this.#tell(changed));
    this.#leases.add(lease);
    try {
      const ended = await runJob(this.#parts, job, registered, lease);
      if (ended !== null) this.#tell(ended);
      if (ended?.status === 'COMPLETED') this.#tellScan(ended);
    } finally {
      lease.dispose();
      this.#leases.delete(lease);
    }
  }

  /** Jobs of dead workers are queued again; after several deaths they fail, and say so. */
  async #lookForSilent(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    const { db, boss, log } = this.#parts;
    try {
      for (const row of await silentJobs(db)) {
        const ended = await endIfOver(db, row);
        if (ended !== null) this.#tell(ended);
        else if (!row.cancelRequested) await requeue(boss, row.jobType, row, db);
      }
      await this.#lookForLost();
    } catch (thrown) {
      log.log('warn', 'Silent jobs could not be looked for', { detail: messageOf(thrown) });
    } finally {
      this.#looking = false;
    }
  }

  /** Jobs that wait, but whose queue entry is gone: nobody would ever take them. */
  async #lookForLost(): Promise<void> {
    if (performance.now() - this.#lookedForLostAt < LOOK_FOR_LOST_MS) return;
    this.#lookedForLostAt = performance.now();
    const { db, boss, handlers, log } = this.#parts;
    for (const row of await waitingJobs(db)) {
      if (!handlers.has(row.jobType)) continue;
      if (await requeueLost(boss, row.jobType, row, db)) {
        log.log('warn', 'A waiting job had lost its queue entry', { jobId: row.id });
      }
    }
  }

  /** Gives running jobs back, so that the next worker takes them at once. */
  async stop(): Promise<void> {
    disposeAll(this.#owned.splice(0));
    for (const lease of this.#leases) lease.abort('shutdown');
    await Promise.allSettled(this.#running);
    await this.#parts.boss.stop({ graceful: false, close: true });
  }
}

function endIfOver(db: Kysely<Database>, row: JobRow): Promise<JobRow | null> {
  if (row.fencingToken === null) return Promise.resolve(null);
  const held: HeldJob = { ...row, fencingToken: row.fencingToken };
  if (row.cancelRequested) return endJob(db, held, { status: 'CANCELLED' });
  if (row.attempt < MAX_ATTEMPTS) return Promise.resolve(null);
  return endJob(db, held, { status: 'FAILED', problem: workerDied(row.jobType, row.attempt) });
}

const workerDied = (jobType: JobType, attempts: number) =>
  problem(
    'JOB_WORKER_DIED',
    'The job ended without a result',
    `The worker of ${jobType} stopped ${attempts} times while it ran.`,
    'Queue it again; if it happens again, the log of the server says more.',
  );
