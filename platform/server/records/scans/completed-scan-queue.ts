import type { Kysely } from 'kysely';
import type { Database, ScanRow } from '../../database/schema.ts';

/** Part of the job queue that the record routes use. */
export interface CompletedScanQueue {
  /**
   * Queues every job whose handler runs on completed scans, in the caller's transaction.
   * @returns a function that notifies listeners, to be called after the commit
   */
  queueForCompletedScan(
    db: Kysely<Database>,
    scan: Pick<ScanRow, 'id' | 'organizationId'>,
    createdBy: string | null,
  ): Promise<() => void>;
}
