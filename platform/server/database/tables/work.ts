import type { Generated, JSONColumnType } from 'kysely';
import type {
  AiRun,
  AnyJobType,
  DatasetFilter,
  DatasetFormat,
  DatasetSplit,
  Encryption,
  EvaluationOrigin,
  EvaluationResult,
  JobStatus,
} from '#contracts';
import type { Problem } from '#foundation';
import type { Instant, Json } from './common.ts';

/** Tables of jobs, exports of datasets, evaluations and idempotency by name. */
export interface WorkTables {
  job: JobTable;
  datasetExport: DatasetExportTable;
  evaluation: EvaluationTable;
  evaluationSet: EvaluationSetTable;
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

/** Export of a dataset; its archive is deleted some days after the end, the row stays. */
export interface DatasetExportTable {
  organizationId: string;
  id: string;
  filter: JSONColumnType<DatasetFilter, string, never>;
  format: DatasetFormat;
  split: JSONColumnType<DatasetSplit, string, never>;
  seed: number;
  status: Generated<JobStatus>;
  /** Processed scans of `total`. */
  done: Generated<number>;
  total: number;
  /** Scans without a readable volume. */
  leftOut: Generated<number>;
  /** Number of starts; a process that lost the export to another has an outdated number. */
  attempt: Generated<number>;
  cancelRequested: Generated<boolean>;
  problem: Json<Problem | null>;
  /** Null, like checksum and length, while there is no archive. */
  storagePath: Generated<string | null>;
  checksum: Generated<string | null>;
  byteLength: Generated<number | null>;
  encryption: Generated<Encryption>;
  encryptionKeyId: Generated<string | null>;
  createdAt: Generated<Instant>;
  createdBy: string | null;
  startedAt: Generated<Instant | null>;
  heartbeatAt: Generated<Instant | null>;
  endedAt: Generated<Instant | null>;
}

/** Set of scans for evaluations; only the number of its evaluations changes. */
export interface EvaluationSetTable {
  organizationId: string;
  id: string;
  name: string;
  filter: JSONColumnType<DatasetFilter, string, never>;
  origin: EvaluationOrigin;
  sealed: boolean;
  /** Scans that matched the filter when the set was created. */
  scanIds: string[];
  evaluationCount: Generated<number>;
  createdAt: Generated<Instant>;
  createdBy: string | null;
}

/** Evaluation of a model on a set; never updated. */
export interface EvaluationTable {
  organizationId: string;
  id: string;
  setId: string;
  task: AiRun['task'];
  providerId: string;
  modelName: string;
  modelVersion: string;
  /** Number among the evaluations of the set, from 1. */
  number: number;
  result: JSONColumnType<EvaluationResult, string, never>;
  createdAt: Generated<Instant>;
  createdBy: string | null;
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
