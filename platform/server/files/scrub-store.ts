import { type Kysely, type Selectable, sql } from 'kysely';
import type { Logger } from '#foundation';
import type { Database, ScanFileRow } from '../database/schema.ts';
import type { StoreScrubTable } from '../database/tables/files.ts';
import { scrubAttachments } from '../operations/attachments/scrub-attachments.ts';
import type { FileStore } from '../store/index.ts';
import { isDamage, quarantine, releaseQuarantine } from './rows/quarantine.ts';
import { storedReference } from './rows/scan-file-rows.ts';

export interface ScrubReport {
  /** Number of verified files. */
  readonly checked: number;
  readonly missing: number;
  readonly corrupt: number;
  /**
   * Files without their encryption key or on an unresponsive disk; the state of their bytes is
   * unknown.
   */
  readonly unreadable: number;
  /** Files released from quarantine because they are intact again. */
  readonly healed: number;
}

export interface ScrubOptions {
  /** Starts a new scrub if none is unfinished; otherwise resumes. */
  readonly startNew?: boolean;
  readonly signal?: AbortSignal;
  /** Files between two saves of the position, and thus the maximum read again after a restart. */
  readonly batch?: number;
}

type ScrubRow = Selectable<StoreScrubTable>;
type Counts = { -readonly [Name in keyof ScrubReport]: number };

const BATCH = 50;
/** A scrub without progress for this long was abandoned by a crashed process. */
const ABANDONED_MS = 10 * 60 * 1000;

/**
 * Verifies every stored file of every organization against its row. Quarantines missing and damaged
 * files and releases intact files, each with an audit row. Saves the position in the database, so
 * that an interrupted scrub resumes.
 */
export async function scrubStore(
  db: Kysely<Database>,
  store: FileStore,
  log: Logger,
  options: ScrubOptions = {},
): Promise<ScrubReport> {
  const total: Counts = { checked: 0, missing: 0, corrupt: 0, unreadable: 0, healed: 0 };
  const organizations = await db.selectFrom('organization').select('id').orderBy('id').execute();
  for (const { id } of organizations) {
    if (options.signal?.aborted === true) break;
    const progress = await claim(db, id, options.startNew ?? true);
    if (progress === null) continue;
    await scrubOrganization(db, store, log, { progress, total, ...options });
    await scrubAttachments(db, store, id, total, options.signal);
  }
  if (total.missing + total.corrupt + total.unreadable > 0) {
    log.log('error', 'Stored files are missing, damaged or unreadable', { ...total });
  }
  return total;
}

/**
 * Returns the position to resume from; null when another process is scrubbing or nothing is to be
 * done.
 */
async function claim(
  db: Kysely<Database>,
  organizationId: string,
  startNew: boolean,
): Promise<ScrubRow | null> {
  const fresh = {
    startedAt: sql<string>`now()`,
    movedAt: sql<string>`now()`,
    lastFileId: null,
    endedAt: null,
    checked: 0,
    missing: 0,
    corrupt: 0,
    unreadable: 0,
    healed: 0,
  };
  if (startNew) {
    const started = await db
      .insertInto('storeScrub')
      .values({ organizationId, ...fresh })
      .onConflict((conflict) =>
        conflict
          .column('organizationId')
          .doUpdateSet(fresh)
          .where('storeScrub.endedAt', 'is not', null),
      )
      .returningAll()
      .executeTakeFirst();
    if (started !== undefined) return started;
  }
  const resumed = await db
    .updateTable('storeScrub')
    .set({ movedAt: sql<string>`now()` })
    .where('organizationId', '=', organizationId)
    .where('endedAt', 'is', null)
    .where('movedAt', '<', sql<string>`now() - make_interval(secs => ${ABANDONED_MS / 1000})`)
    .returningAll()
    .executeTakeFirst();
  return resumed ?? null;
}

interface Walk extends ScrubOptions {
  readonly progress: ScrubRow;
  readonly total: Counts;
}

async function scrubOrganization(
  db: Kysely<Database>,
  store: FileStore,
  log: Logger,
  { progress, total, signal, batch = BATCH }: Walk,
): Promise<void> {
  const { organizationId } = progress;
  let lastFileId = progress.lastFileId;
  for (;;) {
    const rows = await nextFiles(db, organizationId, lastFileId, batch);
    const counts: Counts = { checked: 0, missing: 0, corrupt: 0, unreadable: 0, healed: 0 };
    for (const row of rows) {
      if (signal?.aborted === true) return release(db, organizationId);
      await scrubFile(db, store, row, counts);
    }
    for (const name of Object.keys(counts) as (keyof Counts)[]) total[name] += counts[name];
    const ended = rows.length < batch;
    const moved = await move(db, progress, {
      from: lastFileId,
      to: rows.at(-1)?.id,
      counts,
      ended,
    });
    if (!moved) {
      log.log('info', 'Another process goes on with the check of stored files', { organizationId });
      return;
    }
    if (ended) return;
    lastFileId = rows.at(-1)?.id ?? null;
  }
}

/**
 * Orders files by id, so that a file stored meanwhile is either still ahead or checked by the next
 * scrub.
 */
function nextFiles(
  db: Kysely<Database>,
  organizationId: string,
  lastFileId: string | null,
  batch: number,
): Promise<ScanFileRow[]> {
  return db
    .selectFrom('scanFile')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('storagePath', 'is not', null)
    .$if(lastFileId !== null, (query) => query.where('id', '>', lastFileId ?? ''))
    .orderBy('id')
    .limit(batch)
    .execute();
}

async function scrubFile(
  db: Kysely<Database>,
  store: FileStore,
  row: ScanFileRow,
  counts: Counts,
): Promise<void> {
  const reference = storedReference(row);
  if (reference === null) return;
  counts.checked += 1;
  const result = await store.verify(reference);
  if (result.ok) {
    if (row.quarantinedAt !== null && (await releaseQuarantine(db, row))) counts.healed += 1;
    return;
  }
  if (!isDamage(result.problem)) {
    counts.unreadable += 1;
    return;
  }
  counts[result.problem.code === 'FILE_MISSING' ? 'missing' : 'corrupt'] += 1;
  await quarantine(db, row, result.problem);
}

interface Step {
  readonly from: string | null;
  readonly to: string | undefined;
  readonly counts: Counts;
  readonly ended: boolean;
}

/** Saves the new position; returns false when another process has taken over the scrub. */
async function move(
  db: Kysely<Database>,
  { organizationId, startedAt }: ScrubRow,
  { from, to, counts, ended }: Step,
): Promise<boolean> {
  const moved = await db
    .updateTable('storeScrub')
    .set((eb) => ({
      lastFileId: to ?? from,
      movedAt: sql<string>`now()`,
      endedAt: ended ? sql<string>`now()` : null,
      checked: eb('checked', '+', counts.checked),
      missing: eb('missing', '+', counts.missing),
      corrupt: eb('corrupt', '+', counts.corrupt),
      unreadable: eb('unreadable', '+', counts.unreadable),
      healed: eb('healed', '+', counts.healed),
    }))
    .where('organizationId', '=', organizationId)
    .where('startedAt', '=', startedAt)
    .where('lastFileId', 'is not distinct from', from)
    .where('endedAt', 'is', null)
    .returning('organizationId')
    .executeTakeFirst();
  return moved !== undefined;
}

/** Lets the next process resume at once. */
async function release(db: Kysely<Database>, organizationId: string): Promise<void> {
  await db
    .updateTable('storeScrub')
    .set({ movedAt: sql<string>`'epoch'` })
    .where('organizationId', '=', organizationId)
    .where('endedAt', 'is', null)
    .execute();
}
