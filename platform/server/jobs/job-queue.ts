import type { Kysely } from 'kysely';
import type { PgBoss } from 'pg-boss';
import {
  type AnyJobType,
  isJobType,
  type Job,
  type JobMessage,
  type JobType,
  serverMessage,
  topics,
} from '#contracts';
import { newId } from '#foundation';
import { hasWorkerFor } from '../accounts/worker-credentials.ts';
import type { Database, JobRow, ScanRow } from '../database/schema.ts';
import { ErrorResponse, errorResponse, notFound } from '../http/error-response.ts';
import { rejectIfFilesSigned } from '../records/reports/reject-if-files-signed.ts';
import type { CompletedScanQueue } from '../records/scans/completed-scan-queue.ts';
import type { ServerRegistrations } from '../site/server-registrations.ts';
import { dequeue, enqueue } from './job-boss.ts';
import { insertJob, requestCancel, toJob } from './job-rows.ts';

/**
 * Publishes the state of a job to browsers; a lost message only delays the update of the display.
 */
export type PublishJob = (topic: string, message: JobMessage) => void;

export function jobMessage(job: Job): JobMessage {
  return { id: newId(), at: new Date().toISOString(), job };
}

/** Job to queue; `entityId` is the id of the scan. */
export interface QueueRequest {
  readonly organizationId: string;
  readonly entityId: string;
  readonly jobType: AnyJobType;
  readonly createdBy: string | null;
}

const SCAN_NOT_FOUND = notFound('SCAN_NOT_FOUND');

/**
 * Locks the scan of a job until the transaction ends, so that the scan is neither deleted nor
 * corrected meanwhile; returns false if it is deleted.
 */
async function lockScanForJob(
  db: Kysely<Database>,
  { organizationId, entityId }: QueueRequest,
): Promise<boolean> {
  const scan = await db
    .selectFrom('scan')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', entityId)
    .where('deletedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  return scan !== undefined;
}

/** Queues, stops and publishes jobs in the server process; the worker process runs them. */
export class JobQueue implements CompletedScanQueue {
  readonly #handlers: ServerRegistrations['handlers'];
  readonly #boss: PgBoss;
  readonly #publish: PublishJob;

  /** @param boss closed by the caller that opened it */
  constructor(boss: PgBoss, handlers: ServerRegistrations['handlers'], publish: PublishJob) {
    this.#boss = boss;
    this.#handlers = handlers;
    this.#publish = publish;
  }

  /** Job types with a handler in an enabled extension. */
  get jobTypes(): readonly JobType[] {
    return [...this.#handlers.keys()];
  }

  /**
   * Queues a job within the caller's transaction; rejects duplicates, job types without a handler,
   * and jobs that would replace files of a signed report.
   */
  async queue(db: Kysely<Database>, request: QueueRequest): Promise<JobRow | ErrorResponse> {
    const { jobType, entityId: scanId, organizationId } = request;
    const categories = this.#handlerOf(jobType)?.handler.replaces ?? [];
    const signedError = await rejectIfFilesSigned(db, { organizationId, scanId, categories });
    if (signedError !== null) return signedError;
    return (await lockScanForJob(db, request)) ? this.#insert(db, request) : SCAN_NOT_FOUND;
  }

  #handlerOf(jobType: AnyJobType) {
    return isJobType(jobType) ? this.#handlers.get(jobType) : undefined;
  }

  async #insert(db: Kysely<Database>, request: QueueRequest): Promise<JobRow | ErrorResponse> {
    const { jobType, entityId, organizationId } = request;
    // A worker credential for a type replaces the built-in handler of the type.
    const runner = (await hasWorkerFor(db, organizationId, jobType)) ? 'WORKER' : 'SERVER';
    if (runner === 'SERVER' && this.#handlerOf(jobType) === undefined) {
      return errorResponse('Conflict', serverMessage('JOB_UNSUPPORTED', { jobType }), {
        jobType,
      });
    }
    const row = await insertJob(db, { id: newId(), ...request, runner });
    if (row === null) {
      return errorResponse('JobAlreadyQueued', serverMessage('JOB_QUEUED'), {
        jobType,
        entityId,
      });
    }
    if (runner === 'SERVER' && isJobType(jobType)) {
      await enqueue(this.#boss, jobType, { id: row.id, organizationId, entityId }, db);
    }
    return row;
  }

  /**
   * Stops a job within the caller's transaction: a waiting job at once, a running job as soon as
   * the worker reads the request. Null when the job has already ended.
   */
  async stop(
    db: Kysely<Database>,
    job: Pick<JobRow, 'id' | 'organizationId'>,
  ): Promise<JobRow | null> {
    const row = await requestCancel(db, job);
    if (row?.status === 'CANCELLED' && row.runner === 'SERVER' && isJobType(row.jobType)) {
      await dequeue(this.#boss, row.jobType, row, db);
    }
    return row;
  }

  /** Publishes the state of the row; call after the commit. */
  publish(row: JobRow): void {
    this.#publish(topics.job(row.organizationId, row.id), jobMessage(toJob(row)));
  }

  async queueForCompletedScan(
    db: Kysely<Database>,
    scan: Pick<ScanRow, 'id' | 'organizationId'>,
    createdBy: string | null,
  ): Promise<() => void> {
    const queued: JobRow[] = [];
    for (const [jobType, { handler }] of this.#handlers) {
      if (!handler.onScanCompleted) continue;
      const { organizationId } = scan;
      // No report covers a scan before its completion.
      const row = await this.#insert(db, { organizationId, entityId: scan.id, jobType, createdBy });
      // A job that already waits or runs will process the completed scan.
      if (!(row instanceof ErrorResponse)) queued.push(row);
    }
    return () => {
      for (const row of queued) this.publish(row);
    };
  }
}
