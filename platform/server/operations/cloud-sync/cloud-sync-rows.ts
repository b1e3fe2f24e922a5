import { type Kysely, type Selectable, sql } from 'kysely';
import { type CloudSyncJob, type CloudSyncStatus, cloudSyncJobType } from '#contracts';
import { newId } from '#foundation';
import type { Database } from '../../database/schema.ts';
import type { CloudSyncJobTable } from '../../database/tables/operations.ts';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';
import { storedOf } from '../../records/shared/stored.ts';
import { before, LIVE } from './sync-state.ts';

export type CloudSyncJobRow = Selectable<CloudSyncJobTable>;

/** Job message when the site has no cloud. */
export const NO_CLOUD = 'No cloud server is configured';

export function cloudSyncJobs(db: Kysely<Database>, organizationId: string) {
  return db.selectFrom('cloudSyncJob').selectAll().where('organizationId', '=', organizationId);
}

export function toCloudSyncJob(row: CloudSyncJobRow): CloudSyncJob {
  return {
    ...storedOf(row),
    title: row.title,
    jobType: row.jobType,
    status: row.status,
    patientId: row.patientId,
    message: row.message,
    startedAt: row.startedAt,
    endedAt: row.endedAt,
  };
}

/** Moves a job to `status`; null when the job's current status does not allow the move. */
export async function moveCloudSyncJob(
  db: Kysely<Database>,
  job: Pick<CloudSyncJobRow, 'id' | 'organizationId'>,
  status: CloudSyncStatus,
  message: string | null,
): Promise<CloudSyncJobRow | null> {
  const row = await db
    .updateTable('cloudSyncJob')
    .set({
      status,
      message,
      version: sql<number>`version + 1`,
      updatedAt: sql<string>`now()`,
      ...(status === 'SYNCING' ? { startedAt: sql<string>`now()` } : {}),
      ...(LIVE.includes(status) ? {} : { endedAt: sql<string>`now()` }),
    })
    .where('organizationId', '=', job.organizationId)
    .where('id', '=', job.id)
    .where('status', 'in', before(status))
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Starts a sync in the caller's transaction; rejected while another sync is running. Without a
 * configured cloud, the job ends at once as OFFLINE with a message.
 */
export async function startCloudSync(
  db: Kysely<Database>,
  request: Pick<CloudSyncJobRow, 'organizationId' | 'jobType' | 'patientId' | 'createdBy'>,
): Promise<CloudSyncJobRow | ErrorResponse> {
  const row = await db
    .insertInto('cloudSyncJob')
    .values({
      ...request,
      id: newId(),
      title: cloudSyncJobType.labels[request.jobType],
      status: 'NOT_STARTED',
      updatedBy: request.createdBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return errorResponse('SyncRunning', 'A sync with the cloud runs already');
  return (await moveCloudSyncJob(db, row, 'OFFLINE', NO_CLOUD)) ?? row;
}
