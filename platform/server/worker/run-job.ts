import { type Kysely, sql } from 'kysely';
import pRetry from 'p-retry';
import { type Logger, messageOf, type Problem, ProblemError, problem, unwrap } from '#foundation';
import type { Database, JobRow, ScanRow } from '../database/schema.ts';
import type { JobRun } from '../extension/server-extension.ts';
import {
  scanFileById,
  storedFiles,
  storedReference,
  supersede,
  toScanFile,
} from '../files/rows/scan-file-rows.ts';
import { FileStage } from '../files/scan-files/file-stage.ts';
import { writeAudit } from '../http/audit.ts';
import { mapDatabaseError } from '../http/map-database-error.ts';
import { endJob, jobByKey, type LeasedJob, releaseJob } from '../jobs/job-rows.ts';
import { rejectIfFilesSigned } from '../records/reports/reject-if-files-signed.ts';
import { changeAndConvertNipple } from '../records/scans/convert-nipple.ts';
import { toScan } from '../records/scans/scan-rows.ts';
import type { RegisteredHandler } from '../site/server-registrations.ts';
import type { FileStore } from '../store/index.ts';
import type { JobLease } from './job-lease.ts';
import { StagedNipples } from './staged-nipples.ts';
import { StagedRuns } from './staged-runs.ts';

export interface RunDeps {
  readonly db: Kysely<Database>;
  readonly store: FileStore;
  readonly log: Logger;
  /**
   * Queues the jobs that follow a completed job, in the transaction that completes it. Absent: none
   * follow.
   */
  readonly queueNext?: (db: Kysely<Database>) => Promise<void>;
  /** True if a worker outside the server does the other part. Absent: false. */
  readonly isServerPart?: boolean;
}

/** Leased job with the columns needed to end it. */
type EndingJob = LeasedJob & Pick<JobRow, 'entityId' | 'createdBy' | 'jobType'>;

/** Maximum wait in ms for an unavailable database when completing a job. */
const COMPLETE_TIMEOUT_MS = 120_000;
const COMPLETE_RETRY_MS = 500;

/** Time in ms for a stopped job to end by itself; shorter than its lease. */
const ABORT_GRACE_MS = 5_000;

/** Results of a job, which its completion stores. */
interface Results {
  readonly stage: FileStage;
  readonly runs: StagedRuns;
  readonly nipples: StagedNipples;
  /** Millilitres; undefined when not measured. */
  breastVolumeSize?: number | null;
}

/** Thrown from the transaction that completes a job when another worker has taken over the job. */
class LateResult extends Error {}

/**
 * Runs a claimed job to its end. All its results become visible in the one transaction that
 * completes the job under its fencing token, or not at all.
 * @returns the ended row, or null when another worker has taken over the job
 */
export async function runJob(
  deps: RunDeps,
  job: EndingJob,
  registered: RegisteredHandler,
  lease: JobLease,
): Promise<JobRow | null> {
  const stage = new FileStage(deps.store);
  const results: Results = { stage, runs: new StagedRuns(), nipples: new StagedNipples() };
  try {
    const scan = await findScan(deps.db, job);
    const run = jobRun(deps, scan, job, registered, lease, results);
    const work = registered.handler.run(run);
    await Promise.race([work, rejectAfterGrace(lease.signal)]);
    lease.signal.throwIfAborted();
    await lease.settled();
  } catch (thrown) {
    await lease.settled();
    await stage.discard();
    return endEarly(deps, job, lease, thrown);
  }
  try {
    return await completeWithRetry(deps, job, results);
  } catch (thrown) {
    // Any other error may hide a commit whose response was lost, so the staged files stay; the
    // purge removes unreferenced ones. A Problem rolls back.
    if (thrown instanceof ProblemError) await stage.discard();
    if (!(thrown instanceof LateResult)) return endEarly(deps, job, lease, thrown);
    await stage.discard();
    deps.log.log('warn', 'A late result of a job was rejected', { jobId: job.id });
    return null;
  }
}

/**
 * Rejects `ABORT_GRACE_MS` after the job was stopped, because a job that never ends would block its
 * worker. Later results of such a job are not published, because its signal is aborted.
 */
function rejectAfterGrace(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = (): void => {
      setTimeout(() => reject(signal.reason), ABORT_GRACE_MS).unref();
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

async function findScan(
  db: Kysely<Database>,
  job: LeasedJob & Pick<JobRow, 'entityId'>,
): Promise<ScanRow> {
  const scan = await db
    .selectFrom('scan')
    .selectAll()
    .where('organizationId', '=', job.organizationId)
    .where('id', '=', job.entityId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (scan === undefined) {
    throw new ProblemError(
      problem(
        'SCAN_DELETED',
        'The scan does not exist',
        'The scan was deleted.',
        'Select another scan.',
      ),
    );
  }
  return scan;
}

function jobRun(
  { db, store, log, isServerPart = false }: RunDeps,
  scan: ScanRow,
  { createdBy }: EndingJob,
  registered: RegisteredHandler,
  lease: JobLease,
  results: Results,
): JobRun {
  const { organizationId, id: scanId } = scan;
  return {
    scan: toScan(scan),
    queuedBy: createdBy,
    isServerPart,
    settings: registered.settings,
    log,
    signal: lease.signal,
    progress: (phase, done, total) => lease.progress(phase, done, total),
    async listFiles(filter) {
      const rows = await storedFiles(db, { organizationId, scanId, ...filter })
        // An upload that is repeated later replaces an earlier one, whichever was registered first.
        .orderBy('scanFile.storedAt')
        .orderBy('scanFile.fileName')
        .execute();
      return rows.map((row) => toScanFile(row));
    },
    async readFile(fileId) {
      lease.signal.throwIfAborted();
      const row = await scanFileById(db, organizationId, fileId);
      const reference = row?.scanId === scanId ? storedReference(row) : null;
      if (reference === null) throw new ProblemError(noFile(fileId));
      return unwrap(await store.read(reference));
    },
    async publish(files, emptied = []) {
      for (const file of files) {
        lease.signal.throwIfAborted();
        unwrap(await results.stage.add(file));
      }
      results.stage.supersedeOnly(emptied);
    },
    propose: (run, findings) => results.runs.add(run, findings),
    proposeNipple: (fileId, location) => results.nipples.add(fileId, location),
    setBreastVolume(ml) {
      results.breastVolumeSize = ml;
    },
  };
}

/** Returns whether the error is temporary: the database is unavailable. */
function isTransient(thrown: unknown): boolean {
  return mapDatabaseError(thrown)?.errorType === 'Unavailable';
}

/**
 * Completes a job and retries while the database is unavailable. Detects a commit of this worker
 * whose response was lost; a job that another worker has claimed meanwhile counts as a late result.
 */
async function completeWithRetry(deps: RunDeps, job: EndingJob, results: Results): Promise<JobRow> {
  const { db, log } = deps;
  const attempt = async (number: number): Promise<JobRow> =>
    (number > 1 ? await completedBefore(db, job) : null) ?? (await complete(deps, job, results));
  return pRetry(attempt, {
    retries: Number.POSITIVE_INFINITY,
    maxRetryTime: COMPLETE_TIMEOUT_MS,
    minTimeout: COMPLETE_RETRY_MS,
    factor: 1,
    shouldRetry: ({ error }) => {
      const isRetried = isTransient(error);
      if (isRetried) log.log('warn', 'A job could not be completed yet', { jobId: job.id });
      return isRetried;
    },
  });
}

/** Returns the row if this worker's result is already committed, else null. */
async function completedBefore(db: Kysely<Database>, job: LeasedJob): Promise<JobRow | null> {
  const row = await jobByKey(db, job);
  const isOwnResult = row?.status === 'COMPLETED' && row.fencingToken === job.fencingToken;
  return isOwnResult ? row : null;
}

function complete({ db, queueNext }: RunDeps, job: EndingJob, results: Results): Promise<JobRow> {
  const { organizationId, entityId: scanId } = job;
  const files = { organizationId, scanId, categories: results.stage.categories, principal: null };
  return db.transaction().execute(async (trx) => {
    if ((await rejectIfFilesSigned(trx, files)) !== null) throw new ProblemError(FILES_SIGNED);
    const row = await changeAndConvertNipple(trx, files, () => completeIn(trx, job, results));
    await queueNext?.(trx);
    return row;
  });
}

async function completeIn(
  trx: Kysely<Database>,
  job: EndingJob,
  { stage, runs, nipples, breastVolumeSize }: Results,
): Promise<JobRow> {
  const { organizationId, entityId: scanId, createdBy, id: jobId, jobType } = job;
  // Updates the scan before the job, in the lock order of calls that change a scan and stop its
  // jobs.
  if (breastVolumeSize !== undefined) {
    const change = { version: sql<number>`version + 1`, updatedAt: sql<string>`now()` };
    await trx
      .updateTable('scan')
      .set({ ...change, breastVolumeSize })
      .where('organizationId', '=', organizationId)
      .where('id', '=', scanId)
      .execute();
  }
  await runs.insert(trx, { organizationId, scanId, jobId, createdBy });
  const row = await endJob(trx, job, { status: 'COMPLETED' });
  if (row === null) throw new LateResult();
  await supersede(trx, organizationId, scanId, stage.categories);
  await stage.insert(trx, { organizationId, scanId, createdBy });
  await nipples.write(trx, { organizationId, scanId });
  const entry = {
    principal: null,
    organizationId,
    action: 'completeJob',
    outcome: 'done',
  } as const;
  await writeAudit(trx, { ...entry, subject: { jobId, scanId, jobType } });
  return row;
}

async function endEarly(
  { db, log }: RunDeps,
  job: LeasedJob,
  lease: JobLease,
  thrown: unknown,
): Promise<JobRow | null> {
  switch (lease.end) {
    case 'lost':
      log.log('warn', 'A job was taken over by another worker', { jobId: job.id });
      return null;
    case 'shutdown':
      await releaseJob(db, job);
      return null;
    case 'stopped':
      return endJob(db, job, { status: 'CANCELLED' });
    case null:
      // Not an error of the job: its lease expires and another worker claims it.
      if (isTransient(thrown)) {
        log.log('warn', 'A job was postponed, because the database is unavailable', {
          jobId: job.id,
        });
        return null;
      }
      log.log('error', 'A job failed', { jobId: job.id, detail: messageOf(thrown) });
      return endJob(db, job, { status: 'FAILED', problem: failureOf(thrown) });
  }
}

/** Returns the Problem shown to users; messages of other errors stay in the log. */
function failureOf(thrown: unknown): Problem {
  if (thrown instanceof ProblemError) return thrown.problem;
  return problem(
    'JOB_FAILED',
    'The job failed',
    'It ended with an unexpected error.',
    'Try again. If it fails again, read the log of the server.',
  );
}

/** A report was signed while the job ran. */
const FILES_SIGNED = problem(
  'FILES_SIGNED',
  'A signed report is based on the images of this scan',
  'The result would replace them, so it was not stored.',
  'Write an addendum to correct the report, or record a new scan.',
);

const noFile = (fileId: string): Problem =>
  problem(
    'FILE_NOT_FOUND',
    'A file of the scan was not found',
    `No stored file ${fileId} belongs to the scan.`,
    'Run the job again.',
  );
