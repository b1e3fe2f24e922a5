import type { Kysely } from 'kysely';
import type { Database, JobRow } from '../database/schema.ts';
import { type ErrorResponse, notFound } from '../http/error-response.ts';
import type { CallPrincipal } from '../http/principal.ts';
import type { LeasedJob } from './job-rows.ts';
import { leaseEnded } from './lease-ended.ts';

/** Job as a worker with a credential names it in a call. */
export interface NamedLease {
  readonly id: string;
  readonly fencingToken: number;
}

/** Row of a job that the calling worker has leased. */
export type WorkerLeaseRow = JobRow & LeasedJob;

/**
 * Returns the job with the caller's newest lease, in any status, and locks its scan and then its
 * row until the transaction ends, in the lock order of calls that change a scan and stop its jobs.
 * Rejects an unknown job and one whose newest lease is another one.
 */
export async function lockWorkerLease(
  db: Kysely<Database>,
  { organizationId, tokenId }: Pick<CallPrincipal, 'organizationId' | 'tokenId'>,
  { id, fencingToken }: NamedLease,
): Promise<WorkerLeaseRow | ErrorResponse> {
  const named = db
    .selectFrom('job')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id);
  const found = await named.executeTakeFirst();
  if (found === undefined) return notFound('JOB_NOT_FOUND');
  await db
    .selectFrom('scan')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', found.entityId)
    .forNoKeyUpdate()
    .execute();
  const row = await named.forUpdate().executeTakeFirst();
  const isOwn = row?.workerId === tokenId && row.fencingToken === fencingToken;
  return isOwn ? { ...row, fencingToken } : leaseEnded();
}
