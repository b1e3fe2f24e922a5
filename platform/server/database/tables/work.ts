import type { Generated, JSONColumnType } from 'kysely';
import type { JobStatus, JobType } from '#contracts';
import type { Problem } from '#foundation';
import type { Instant, Json } from './common.ts';

/** Tables of this area by name. */
export interface WorkTables {
  job: JobTable;
  idempotency: IdempotencyTable;
}

export interface JobTable {
  id: string;
  organizationId: string;
  jobType: JobType;
  entityId: string;
  status: Generated<JobStatus>;
  phase: string | null;
  done: Generated<number>;
  total: Generated<number>;
  attempt: Generated<number>;
  /** Taken from a sequence by each attempt; results are accepted only under the newest. */
  fencingToken: number | null;
  cancelRequested: Generated<boolean>;
  problem: Json<Problem | null>;
  createdAt: Generated<Instant>;
  createdBy: string | null;
  startedAt: Instant | null;
  heartbeatAt: Instant | null;
  endedAt: Instant | null;
}

export interface IdempotencyTable {
  organizationId: string;
  actorId: string;
  key: string;
  requestHash: Buffer;
  answer: Json<object | null>;
  /** What the audit says that the call was about. */
  subject: JSONColumnType<Record<string, string>, string | undefined, string>;
  createdAt: Generated<Instant>;
}
