import type { Generated, JSONColumnType } from 'kysely';
import type { AnyJobType, JobStatus } from '#contracts';
import type { Problem } from '#foundation';
import type { Instant, Json } from './common.ts';

/** Job and idempotency tables by name. */
export interface WorkTables {
  job: JobTable;
  idempotency: IdempotencyTable;
}

export type JobRunner = 'SERVER' | 'WORKER';

export interface JobTable {
  id: string;
  organizationId: string;
  jobType: AnyJobType;
  /** Who runs the job: the worker process of this server, or a worker with a credential. */
  runner: Generated<JobRunner>;
  /** Worker credential of the newest lease; null for the worker process. */
  workerId: string | null;
  /** Id of the scan. */
  entityId: string;
  status: Generated<JobStatus>;
  /** Name of the current step; null while waiting. `done` of `total` units of it are finished. */
  phase: string | null;
  done: Generated<number>;
  total: Generated<number>;
  attempt: Generated<number>;
  /** Number of the newest lease, from a sequence; only results with this number are accepted. */
  fencingToken: number | null;
  cancelRequested: Generated<boolean>;
  problem: Json<Problem | null>;
  createdAt: Generated<Instant>;
  createdBy: string | null;
  startedAt: Instant | null;
  heartbeatAt: Instant | null;
  endedAt: Instant | null;
}

/** Stored response of a call with an idempotency key. */
export interface IdempotencyTable {
  organizationId: string;
  actorId: string;
  key: string;
  requestHash: Buffer;
  answer: Json<object | null>;
  /** Audit subject of the call. */
  subject: JSONColumnType<Record<string, string>, string | undefined, string>;
  createdAt: Generated<Instant>;
}
