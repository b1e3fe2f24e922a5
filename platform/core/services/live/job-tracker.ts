import type { AnyJobType, Job } from '#contracts';
import type { Disposable, Result } from '#foundation';
import type { ReadonlyStore } from '../store.ts';

/**
 * Queued and running jobs, and jobs that ended while this page was open; restored after a reload.
 */
export interface JobTracker extends Disposable {
  readonly store: ReadonlyStore<readonly Job[]>;
  refresh(): Promise<Result<void>>;
  queue(jobType: AnyJobType, entityId: string): Promise<Result<Job>>;
  stop(jobId: string): Promise<Result<Job>>;
}
