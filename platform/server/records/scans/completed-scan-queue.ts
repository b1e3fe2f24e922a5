import type { Kysely } from 'kysely';
import type { Database, ScanRow } from '../../database/schema.ts';

/** Part of the job queue that the record routes use. */
export interface CompletedScanQueue {
  /**
   * Queues, in the caller's transaction, every job type whose handler runs on completed scans.
   * @returns a function that publishes the queued jobs; call after the commit
   */
  queueForCompletedScan(
    db: Kysely<Database>,
    scan: Pick<ScanRow, 'id' | 'organizationId'>,
    createdBy: string | null,
  ): Promise<() => void>;
}
