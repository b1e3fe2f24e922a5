import { type Kysely, sql } from 'kysely';
import { type Disposable, messageOf, newId, toDisposable } from '#foundation';
import type { Database } from '../../database/schema.ts';
import { writeAudit } from '../../http/audit.ts';
import { ErrorResponse } from '../../http/error-response.ts';
import { databaseReason, mapDatabaseError } from '../../http/map-database-error.ts';
import type { ServerDeps } from '../../http/server-deps.ts';
import { timeZoneOf } from '../../site/time-zone.ts';
import { startCloudSync } from '../cloud-sync/cloud-sync-rows.ts';
import type { CronJobRow } from './cron-rows.ts';
import { nextRunAfter } from './next-run.ts';

const POLL_INTERVAL_MS = 2_000;

interface RunEnd {
  readonly status: 'COMPLETED' | 'FAILED';
  readonly message: string;
}

type SchedulerDeps = Pick<ServerDeps, 'db' | 'logger' | 'site'>;

/** Polls for due cron jobs every `everyMs` and runs them, until disposed. */
export function startScheduler(
  deps: SchedulerDeps,
  everyMs: number = POLL_INTERVAL_MS,
): Disposable {
  let isPolling = false;
  const poll = async (): Promise<void> => {
    if (isPolling) return;
    isPolling = true;
    try {
      await runDueJobs(deps);
    } catch (thrown) {
      const reason = thrown instanceof Error ? databaseReason(thrown) : messageOf(thrown);
      deps.logger.log('warn', 'Cron jobs could not be run', { reason });
    } finally {
      isPolling = false;
    }
  };
  const timer = setInterval(() => void poll(), everyMs);
  void poll();
  return toDisposable(() => clearInterval(timer));
}

/**
 * Runs every due cron job of all organizations. The run's action, its history entry and the time of
 * the next run are one transaction under the job's row lock, so that a run happens once for any
 * number of processes and after any crash. Several missed runs are made up by a single run.
 * @returns the number of runs
 */
export async function runDueJobs(deps: SchedulerDeps): Promise<number> {
  for (let runs = 0; ; runs++) {
    if (!(await runNextDue(deps))) return runs;
  }
}

/** Runs the job that has been due longest; false when no job is due. */
async function runNextDue(deps: SchedulerDeps): Promise<boolean> {
  let claimed: CronJobRow | undefined;
  try {
    return await deps.db.transaction().execute(async (db) => {
      claimed = await claimDue(db);
      if (claimed === undefined) return false;
      if (await hasRun(db, claimed)) await planNext(deps, db, claimed);
      else await finish(deps, db, claimed, await runAction(db, claimed));
      return true;
    });
  } catch (thrown) {
    // While the database is down nothing is lost, because the job stays due.
    if (claimed === undefined || mapDatabaseError(thrown)?.errorType === 'Unavailable')
      throw thrown;
    const failed = claimed;
    const reason = thrown instanceof Error ? databaseReason(thrown) : messageOf(thrown);
    deps.logger.log('error', 'A cron job failed', { cronJobId: failed.id, reason });
    await deps.db.transaction().execute(async (db) => {
      const job = await claimDue(db, failed.id);
      const end: RunEnd = { status: 'FAILED', message: 'It ended with an unexpected error' };
      if (job !== undefined) await finish(deps, db, job, end);
    });
    return true;
  }
}

/** Locks and returns the job that has been due longest, skipping jobs that other processes run. */
async function claimDue(db: Kysely<Database>, id?: string): Promise<CronJobRow | undefined> {
  const due = db
    .selectFrom('cronJob')
    .selectAll()
    .where('nextRunAt', '<=', sql<string>`clock_timestamp()`)
    .where('enabled', '=', true)
    .where('deletedAt', 'is', null);
  return (id === undefined ? due : due.where('id', '=', id))
    .orderBy('nextRunAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Returns whether this due time has a run already, which happens when the clock is set back. */
async function hasRun(
  db: Kysely<Database>,
  { organizationId, id, nextRunAt }: CronJobRow,
): Promise<boolean> {
  const run = await db
    .selectFrom('cronRun')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('cronJobId', '=', id)
    .where('dueAt', '=', nextRunAt)
    .executeTakeFirst();
  return run !== undefined;
}

async function runAction(db: Kysely<Database>, job: CronJobRow): Promise<RunEnd> {
  switch (job.cronJobType) {
    case 'TEST_JOB':
      return { status: 'COMPLETED', message: 'The test job ran' };
    case 'CLOUD_SYNC':
      return startSync(db, job.organizationId);
  }
}

async function startSync(db: Kysely<Database>, organizationId: string): Promise<RunEnd> {
  const request = { organizationId, jobType: 'SYNC_ALL_AUTO', patientId: null } as const;
  const started = await startCloudSync(db, { ...request, createdBy: null });
  if (started instanceof ErrorResponse) return { status: 'COMPLETED', message: started.message };
  if (started.status !== 'OFFLINE') return { status: 'COMPLETED', message: 'The sync was started' };
  return { status: 'FAILED', message: started.message ?? 'The cloud could not be reached' };
}

/** Records a run with its audit row and plans the next run. */
async function finish(
  deps: SchedulerDeps,
  db: Kysely<Database>,
  job: CronJobRow,
  end: RunEnd,
): Promise<void> {
  const { organizationId, id: cronJobId, nextRunAt: dueAt } = job;
  if (dueAt === null) throw new Error('A due cron job has no nextRunAt');
  await db
    .insertInto('cronRun')
    .values({
      id: newId(),
      organizationId,
      cronJobId,
      dueAt,
      ...end,
      startedAt: sql<string>`now()`,
      endedAt: sql<string>`clock_timestamp()`,
    })
    .execute();
  await planNext(deps, db, job);
  const subject = { cronJobId, status: end.status };
  const entry = { principal: null, organizationId, action: 'runCronJob', outcome: 'done' } as const;
  await writeAudit(db, { ...entry, subject });
}

async function planNext(
  { site }: SchedulerDeps,
  db: Kysely<Database>,
  job: CronJobRow,
): Promise<void> {
  const now = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db);
  const next = nextRunAfter(Date.parse(now.rows[0]?.now ?? ''), job, timeZoneOf(site.config));
  await db
    .updateTable('cronJob')
    .set({ nextRunAt: new Date(next).toISOString() })
    .where('organizationId', '=', job.organizationId)
    .where('id', '=', job.id)
    .execute();
}
