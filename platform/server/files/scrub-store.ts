import { type Kysely, type Selectable, sql } from 'kysely';
import type { Logger } from '#foundation';
import type { Database, ScanFileRow } from '../database/schema.ts';
import type { StoreScrubTable } from '../database/tables/files.ts';
import { scrubAttachments } from '../operations/attachments/scrub-attachments.ts';
import type { FileStore } from '../store/index.ts';
import { isDamage, quarantine, releaseQuarantine } from './rows/quarantine.ts';
import { storedReference } from './rows/scan-file-rows.ts';

/** Numbers of files by the result of their check. */
export interface ScrubReport {
  /** Number of files whose bytes were checked, whatever the result. */
  readonly checked: number;
  readonly missing: number;
  readonly corrupt: number;
  /**
   * Files that could not be read, because the encryption key is missing or the storage failed; the
   * state of their bytes is unknown.
   */
  readonly unreadable: number;
  /** Files released from quarantine because they are intact again. */
  readonly healed: number;
}

export interface ScrubOptions {
  /** True starts a new scrub if none is unfinished; false only resumes. True by default. */
  readonly startNew?: boolean;
  readonly signal?: AbortSignal;
  /** Files between two saves of the position; at most so many are read again after a restart. */
  readonly batch?: number;
}

type ScrubRow = Selectable<StoreScrubTable>;
type Counts = { -readonly [Name in keyof ScrubReport]: number };

const DEFAULT_BATCH = 50;
/** Time without progress after which another process takes over a scrub. */
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
    const progress = await startOrResume(db, id, options.startNew ?? true);
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
 * Starts a new scrub of an organization or takes over an abandoned one. Returns its progress; null
 * when another process is scrubbing, or when there is none to resume.
 */
async function startOrResume(
  db: Kysely<Database>,
  organizationId: string,
  startNew: boolean,
): Promise<ScrubRow | null> {
  const initial = {
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
      .values({ organizationId, ...initial })
      .onConflict((conflict) =>
        conflict
          .column('organizationId')
          .doUpdateSet(initial)
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

interface ScrubRun extends ScrubOptions {
  readonly progress: ScrubRow;
  readonly total: Counts;
}

async function scrubOrganization(
  db: Kysely<Database>,
  store: FileStore,
  log: Logger,
  { progress, total, signal, batch = DEFAULT_BATCH }: ScrubRun,
): Promise<void> {
  const { organizationId } = progress;
  let lastFileId = progress.lastFileId;
  for (;;) {
    const rows = await nextFiles(db, organizationId, lastFileId, batch);
    const counts: Counts = { checked: 0, missing: 0, corrupt: 0, unreadable: 0, healed: 0 };
    for (const row of rows) {
      if (signal?.aborted === true) return markAbandoned(db, organizationId);
      await scrubFile(db, store, row, counts);
    }
    for (const name of Object.keys(counts) as (keyof Counts)[]) total[name] += counts[name];
    const ended = rows.length < batch;
    const saved = await savePosition(db, progress, {
      from: lastFileId,
      to: rows.at(-1)?.id,
      counts,
      ended,
    });
    if (!saved) {
      log.log('info', 'Another process continues the check of stored files', { organizationId });
      return;
    }
    if (ended) return;
    lastFileId = rows.at(-1)?.id ?? null;
  }
}

/**
 * Returns the next stored files in the order of ids. A file that is stored during the scrub
 * either has a later id and is still checked, or is checked by the next scrub.
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

interface BatchResult {
  /** Last file before the batch; null at the start. */
  readonly from: string | null;
  /** Last file of the batch; undefined for an empty batch. */
  readonly to: string | undefined;
  readonly counts: Counts;
  readonly ended: boolean;
}

/** Saves the new position; returns false when another process has taken over the scrub. */
async function savePosition(
  db: Kysely<Database>,
  { organizationId, startedAt }: ScrubRow,
  { from, to, counts, ended }: BatchResult,
): Promise<boolean> {
  const updated = await db
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
  return updated !== undefined;
}

/** Makes the scrub count as abandoned, so that the next process can resume it at once. */
async function markAbandoned(db: Kysely<Database>, organizationId: string): Promise<void> {
  await db
    .updateTable('storeScrub')
    .set({ movedAt: sql<string>`'epoch'` })
    .where('organizationId', '=', organizationId)
    .where('endedAt', 'is', null)
    .execute();
}
