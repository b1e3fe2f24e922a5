import type { Kysely } from 'kysely';
import { type AnyJobType, isJobType } from '#contracts';
import { problem } from '#foundation';
import { hasWorkerFor } from '../accounts/worker-credentials.ts';
import type { Database } from '../database/schema.ts';

/** Numbers of jobs that lost their worker. */
export interface HandedOver {
  /** Jobs that the server runs now. */
  readonly toServer: number;
  /** Jobs of the worker's own types, which failed. */
  readonly failed: number;
}

/**
 * Ends the wait of jobs of types for which no worker credential is left: the server runs those of its
 * own types again, the others fail. Jobs that a reader has stopped are cancelled and not counted.
 */
export async function handOverJobs(
  db: Kysely<Database>,
  organizationId: string,
  jobTypes: readonly AnyJobType[],
): Promise<HandedOver> {
  let [toServer, failed] = [0, 0];
  for (const jobType of jobTypes) {
    if (await hasWorkerFor(db, organizationId, jobType)) continue;
    const jobs = db
      .updateTable('job')
      .where('organizationId', '=', organizationId)
      .where('jobType', '=', jobType)
      .where('runner', '=', 'WORKER')
      .where('status', 'in', ['NOT_STARTED', 'IN_PROGRESS']);
    await jobs
      .where('cancelRequested', '=', true)
      .set({ status: 'CANCELLED', endedAt: new Date().toISOString() })
      .execute();
    const change = isJobType(jobType)
      ? jobs.set({
          runner: 'SERVER',
          status: 'NOT_STARTED',
          attempt: 0,
          fencingToken: null,
          heartbeatAt: null,
          workerId: null,
          phase: null,
          done: 0,
          total: 0,
        })
      : jobs.set({
          status: 'FAILED',
          endedAt: new Date().toISOString(),
          problem: JSON.stringify(revoked()),
        });
    const { numUpdatedRows } = await change.executeTakeFirst();
    if (isJobType(jobType)) toServer += Number(numUpdatedRows);
    else failed += Number(numUpdatedRows);
  }
  return { toServer, failed };
}

const revoked = () =>
  problem(
    'JOB_WORKER_REVOKED',
    'The worker of this job was revoked',
    'No other worker takes jobs of this type.',
    'Ask your administrator for a worker, then queue the job again.',
    'worker',
  );
