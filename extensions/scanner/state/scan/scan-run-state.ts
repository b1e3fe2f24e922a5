import type { Job } from '#contracts';
import type { Problem } from '#foundation';
import type { ScanProgress } from './scan-progress.ts';

export interface ScanRunState {
  /** The synced scan; null if none. */
  readonly progress: ScanProgress | null;
  /** The command that waits for an acknowledgement; null if none. */
  readonly pending: 'start' | 'pause' | 'resume' | 'stop' | null;
  /** The latest reconstruction of the scan; null if none. */
  readonly job: Job | null;
  /** Reason why the scan could not be read; null if read. */
  readonly problem: Problem | null;
}
