import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import type { DatasetExport, JobStatus } from '#contracts';
import type { Problem } from '#foundation';
import type { Database } from '../database/schema.ts';
import type { DatasetExportTable } from '../database/tables/work.ts';
import type { StoredBytes } from '../store/index.ts';

export type DatasetExportRow = Selectable<DatasetExportTable>;

/** Days for which an archive is kept. */
export const ARCHIVE_DAYS = 14;
/** Seconds without a heartbeat after which another process may take over a running export. */
const STALLED_SECONDS = 30;
/** Maximum number of starts of an export; each crash uses up one. */
export const MAX_EXPORT_ATTEMPTS = 3;
/** Maximum number of queued and running exports of an organization. */
export const MAX_ACTIVE_EXPORTS = 10;

const DAY_MS = 86_400_000;
const now = sql<string>`clock_timestamp()`;
const isStalled = sql<SqlBool>`heartbeat_at
  < clock_timestamp() - make_interval(secs => ${STALLED_SECONDS})`;

/** Converts a row to the contract type. */
export function toDatasetExport(row: DatasetExportRow): DatasetExport {
  const { id, filter, format, split, seed, status, done, total, leftOut, problem } = row;
  const { createdAt, createdBy, startedAt, endedAt } = row;
  const isCompleted = status === 'COMPLETED' && endedAt !== null;
  return {
    ...{ id, filter, format, split, seed, status, done, total, leftOut, problem },
    byteLength: row.storagePath === null ? null : row.byteLength,
    sha256: row.checksum,
    ...{ createdAt, createdBy, startedAt, endedAt },
    expiresAt: isCompleted
      ? new Date(Date.parse(endedAt) + ARCHIVE_DAYS * DAY_MS).toISOString()
      : null,
  };
}

/** Selects the exports of an organization. */
export const datasetExports = (db: Kysely<Database>, organizationId: string) =>
  db.selectFrom('datasetExport').selectAll().where('organizationId', '=', organizationId);

/** Counts the queued and running exports of an organization. */
export async function countActiveExports(
  db: Kysely<Database>,
  organizationId: string,
): Promise<number> {
  const { count } = await datasetExports(db, organizationId)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', 'in', ['NOT_STARTED', 'IN_PROGRESS'])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Requests that a running export stops, and cancels a waiting one; undefined after the end. */
export function requestExportCancel(db: Kysely<Database>, organizationId: string, id: string) {
  return db
    .updateTable('datasetExport')
    .set({
      cancelRequested: true,
      status: sql<JobStatus>`case status when 'NOT_STARTED' then 'CANCELLED' else status end`,
      endedAt: sql<string>`case status when 'NOT_STARTED' then clock_timestamp() end`,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', 'in', ['NOT_STARTED', 'IN_PROGRESS'])
    .returningAll()
    .executeTakeFirst();
}

/**
 * Claims the export that waits longest, of any organization: a new one, or one whose process has
 * ended, which starts again. Null when none waits.
 */
export function claimExport(db: Kysely<Database>): Promise<DatasetExportRow | null> {
  return db.transaction().execute(async (trx) => {
    const waiting = await trx
      .selectFrom('datasetExport')
      .select(['organizationId', 'id'])
      .where('cancelRequested', '=', false)
      .where('attempt', '<', MAX_EXPORT_ATTEMPTS)
      .where((eb) =>
        eb.or([
          eb('status', '=', 'NOT_STARTED'),
          eb.and([eb('status', '=', 'IN_PROGRESS'), isStalled]),
        ]),
      )
      .orderBy('createdAt')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (waiting === undefined) return null;
    return trx
      .updateTable('datasetExport')
      .set((eb) => ({
        status: 'IN_PROGRESS',
        attempt: eb('attempt', '+', 1),
        done: 0,
        leftOut: 0,
        startedAt: sql<string>`coalesce(started_at, clock_timestamp())`,
        heartbeatAt: now,
      }))
      .where('organizationId', '=', waiting.organizationId)
      .where('id', '=', waiting.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/**
 * Ends the exports whose process has ended and that were cancelled or have no attempts left; returns
 * those that this call has ended.
 */
export async function endAbandonedExports(
  db: Kysely<Database>,
  reason: (row: Pick<DatasetExportRow, 'attempt'>) => Problem,
): Promise<readonly DatasetExportRow[]> {
  const abandoned = await db
    .selectFrom('datasetExport')
    .selectAll()
    .where('status', '=', 'IN_PROGRESS')
    .where(isStalled)
    .where((eb) =>
      eb.or([eb('cancelRequested', '=', true), eb('attempt', '>=', MAX_EXPORT_ATTEMPTS)]),
    )
    .execute();
  const ended: DatasetExportRow[] = [];
  for (const row of abandoned) {
    const isEnded = await endExport(
      db,
      row,
      row.cancelRequested ? { status: 'CANCELLED' } : { status: 'FAILED', problem: reason(row) },
    );
    if (isEnded) ended.push(row);
  }
  return ended;
}

/** The attempt at an export that a process has claimed. */
export type ClaimedExport = Pick<DatasetExportRow, 'organizationId' | 'id' | 'attempt'>;

/** Updates the running attempt; changes nothing if another process has taken over. */
const ofAttempt = (db: Kysely<Database>, { organizationId, id, attempt }: ClaimedExport) =>
  db
    .updateTable('datasetExport')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'IN_PROGRESS');

/** Renews the claim and stores the progress; undefined if another process has taken over. */
export function renewExport(
  db: Kysely<Database>,
  claimed: ClaimedExport,
  progress: { readonly done: number; readonly leftOut: number; readonly total: number },
) {
  return ofAttempt(db, claimed)
    .set({ heartbeatAt: now, ...progress })
    .returning('cancelRequested')
    .executeTakeFirst();
}

/** Returns a running export to the queue without using up an attempt. */
export async function releaseExport(db: Kysely<Database>, claimed: ClaimedExport): Promise<void> {
  await ofAttempt(db, claimed)
    .set((eb) => ({ status: 'NOT_STARTED', attempt: eb('attempt', '-', 1), heartbeatAt: null }))
    .execute();
}

export type ExportEnd =
  | { readonly status: 'COMPLETED'; readonly archive: StoredBytes }
  | { readonly status: 'CANCELLED' }
  | { readonly status: 'FAILED'; readonly problem: Problem };

/**
 * Ends an export. False, without a change, if another process has taken over, or if an export to
 * complete was cancelled meanwhile.
 */
export async function endExport(
  db: Kysely<Database>,
  claimed: ClaimedExport,
  end: ExportEnd,
): Promise<boolean> {
  const running = ofAttempt(db, claimed);
  const updated = await (end.status === 'COMPLETED'
    ? running.where('cancelRequested', '=', false).set({
        storagePath: end.archive.key,
        checksum: end.archive.sha256,
        byteLength: end.archive.byteLength,
        encryption: end.archive.encryption,
        encryptionKeyId: end.archive.encryptionKeyId,
      })
    : running
  )
    .set({
      status: end.status,
      endedAt: now,
      problem: end.status === 'FAILED' ? JSON.stringify(end.problem) : null,
    })
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Gives up the archives that are older than `ARCHIVE_DAYS`; the purge of the store deletes them. */
export async function expireDatasets(db: Kysely<Database>): Promise<void> {
  await db
    .updateTable('datasetExport')
    .set({ storagePath: null })
    .where('storagePath', 'is not', null)
    .where('endedAt', '<', sql<string>`now() - make_interval(days => ${ARCHIVE_DAYS})`)
    .execute();
}
