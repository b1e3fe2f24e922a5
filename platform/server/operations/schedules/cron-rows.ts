import { type Kysely, type Selectable, sql } from 'kysely';
import type { CronJob, CronRun } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { CronJobTable, CronRunTable } from '../../database/tables/operations.ts';
import { storedOf } from '../../records/shared/stored.ts';

export type CronJobRow = Selectable<CronJobTable>;
type CronRunRow = Selectable<CronRunTable>;

/** Cron job with its newest run; run columns are null before the first run. */
export type ListedCronJob = CronJobRow & {
  readonly runId: string | null;
  readonly runDueAt: string | null;
  readonly runStartedAt: string | null;
  readonly runEndedAt: string | null;
  readonly runStatus: CronRunRow['status'] | null;
  readonly runMessage: string | null;
};

/** Selects cron jobs that are not deleted, each with its newest run. */
export function cronJobs(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('cronJob')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('cronRun')
          .select(['cronRun.id as runId', 'cronRun.dueAt as runDueAt'])
          .select(['cronRun.startedAt as runStartedAt', 'cronRun.endedAt as runEndedAt'])
          .select(['cronRun.status as runStatus', 'cronRun.message as runMessage'])
          .whereRef('cronRun.organizationId', '=', 'cronJob.organizationId')
          .whereRef('cronRun.cronJobId', '=', 'cronJob.id')
          .orderBy('cronRun.dueAt', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .selectAll('cronJob')
    .select(['newest.runId', 'newest.runDueAt', 'newest.runStartedAt', 'newest.runEndedAt'])
    .select(['newest.runStatus', 'newest.runMessage'])
    .where('cronJob.organizationId', '=', organizationId)
    .where('cronJob.deletedAt', 'is', null);
}

export function toCronRun(row: CronRunRow): CronRun {
  const { organizationId: _organizationId, ...run } = row;
  return run;
}

/** Returns a converter of rows to responses, which name the time zone of the schedules. */
export function cronJobConverter(timeZone: string): (row: ListedCronJob) => CronJob {
  return (row) => ({
    ...storedOf(row),
    cronJobType: row.cronJobType,
    recurrence: row.recurrence,
    timeOfDay: row.timeOfDay,
    startDate: row.startDate,
    enabled: row.enabled,
    nextRunAt: row.nextRunAt,
    timeZone,
    lastRun: lastRunOf(row),
  });
}

function lastRunOf(row: ListedCronJob): CronRun | null {
  const { runId, runDueAt, runStartedAt, runStatus } = row;
  if (runId === null || runDueAt === null || runStartedAt === null || runStatus === null) {
    return null;
  }
  const times = { dueAt: runDueAt, startedAt: runStartedAt, endedAt: row.runEndedAt };
  return {
    id: runId,
    cronJobId: row.id,
    ...times,
    status: runStatus,
    message: row.runMessage ?? '',
  };
}

/** Selects the runs of a job; `createdAt` is the due time, by which the list is sorted. */
export function cronRuns(db: Kysely<Database>, organizationId: string, cronJobId: string) {
  return db
    .selectFrom('cronRun')
    .selectAll()
    .select('dueAt as createdAt')
    .where('organizationId', '=', organizationId)
    .where('cronJobId', '=', cronJobId);
}

/** Sort columns of a list of runs. */
export const RUN_ORDER = { at: sql`due_at`, id: sql`id` };
/** Sort columns of a list of jobs, qualified because the runs have columns of the same names. */
export const JOB_ORDER = { at: sql`cron_job.created_at`, id: sql`cron_job.id` };
