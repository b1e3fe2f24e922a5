import type { Kysely } from 'kysely';
import type { Logger } from '#foundation';
import type { Database } from '../database/schema.ts';
import type { FileStore } from '../store/index.ts';

/** Default minimum age of files to purge; younger bytes may be about to get their row. */
const MIN_AGE_MS = 60 * 60 * 1000;
const BATCH_SIZE = 500;

/** Numbers of removed files. */
export interface PurgeReport {
  /** Temporary files of interrupted writes. */
  readonly temporary: number;
  /** Files without a row, because a process ended after storing the bytes and before the row. */
  readonly orphans: number;
}

/**
 * Removes temporary files and files without a row that are older than `minAgeMs` at the start of
 * the purge. A file that is written while the purge runs therefore stays. Use 0 only at a start
 * when no other process writes to the store.
 */
export async function purgeStore(
  db: Kysely<Database>,
  store: FileStore,
  log: Logger,
  minAgeMs: number = MIN_AGE_MS,
): Promise<PurgeReport> {
  const beforeMs = Date.now() - minAgeMs;
  const temporary = await store.purgeTemporary(minAgeMs);
  let orphans = 0;
  let batch: string[] = [];
  const flush = async (): Promise<void> => {
    orphans += await removeOrphans(db, store, batch, beforeMs);
    batch = [];
  };
  for await (const key of store.keys()) {
    batch.push(key);
    if (batch.length >= BATCH_SIZE) await flush();
  }
  await flush();
  if (temporary + orphans > 0) log.log('info', 'Orphaned files removed', { temporary, orphans });
  return { temporary, orphans };
}

async function removeOrphans(
  db: Kysely<Database>,
  store: FileStore,
  keys: readonly string[],
  beforeMs: number,
): Promise<number> {
  if (keys.length === 0) return 0;
  const scanFileRows = await db
    .selectFrom('scanFile')
    .select('storagePath')
    .where('storagePath', 'in', keys)
    .execute();
  const attachmentRows = await db
    .selectFrom('patientAttachmentFile')
    .select('storagePath')
    .where('storagePath', 'in', keys)
    .execute();
  const datasetRows = await db
    .selectFrom('datasetExport')
    .select('storagePath')
    .where('storagePath', 'in', keys)
    .execute();
  const rows = [...scanFileRows, ...attachmentRows, ...datasetRows];
  const referenced = new Set(rows.map((row) => row.storagePath));
  let removed = 0;
  for (const key of keys) {
    if (referenced.has(key)) continue;
    const state = await store.stat(key);
    if (state === null || state.modifiedAtMs > beforeMs) continue;
    await store.remove(key);
    removed += 1;
  }
  return removed;
}
