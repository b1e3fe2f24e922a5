import { type Kysely, type Selectable, sql } from 'kysely';
import {
  ACTIVE_SYNC_STATUSES,
  type CloudSyncJob,
  type CloudSyncStatus,
  cloudSyncJobType,
  serverMessage,
} from '#contracts';
import { newId } from '#foundation';
import type { Database } from '../../database/schema.ts';
import type { CloudSyncJobTable } from '../../database/tables/operations.ts';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';
import { storedOf } from '../../records/shared/stored.ts';
import { statusesBefore } from './sync-state.ts';

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
      ...(ACTIVE_SYNC_STATUSES.includes(status) ? {} : { endedAt: sql<string>`now()` }),
    })
    .where('organizationId', '=', job.organizationId)
    .where('id', '=', job.id)
    .where('status', 'in', statusesBefore(status))
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Creates a sync job in the caller's transaction; rejected while another sync is running. This
 * version cannot connect to a cloud, so every job ends at once as OFFLINE with a message.
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
  if (row === undefined) return errorResponse('SyncRunning', serverMessage('SYNC_RUNNING'));
  return (await moveCloudSyncJob(db, row, 'OFFLINE', NO_CLOUD)) ?? row;
}
