import type { Kysely } from 'kysely';
import { serverMessage } from '#contracts';
import type { Database, JobRow } from '../database/schema.ts';
import { type ErrorResponse, errorResponse, notFound } from '../http/error-response.ts';
import type { JobQueue, QueueRequest } from './job-queue.ts';

/**
 * Queues a job for a scan within the caller's transaction, as a caller of the API asks for it.
 * Rejects scans that are not completed, besides what the queue rejects.
 */
export async function queueScanJob(
  db: Kysely<Database>,
  jobs: JobQueue,
  request: QueueRequest,
): Promise<JobRow | ErrorResponse> {
  const scan = await db
    .selectFrom('scan')
    .select('scanState')
    .where('organizationId', '=', request.organizationId)
    .where('id', '=', request.entityId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (scan === undefined) return notFound('SCAN_NOT_FOUND');
  if (scan.scanState !== 'C') {
    return errorResponse('WrongScanState', serverMessage('SCAN_NOT_COMPLETED'), {
      scanState: scan.scanState,
    });
  }
  return jobs.queue(db, request);
}
