import type { Kysely } from 'kysely';
import type { Logger } from '#foundation';
import type { Database } from '../database/schema.ts';
import type { FileStore } from '../store/index.ts';

/** Minimum age of files to purge, because bytes are stored shortly before their row. */
const MIN_AGE_MS = 60 * 60 * 1000;
const BATCH_SIZE = 500;

export interface PurgeReport {
  /** Temporary files of interrupted writes. */
  readonly temporary: number;
  /** Files without a row, because their writer died between storing the bytes and the row. */
  readonly orphans: number;
}

/**
 * Removes leftovers of killed processes older than `minAgeMs` at the start of the purge, so that a
 * long purge never touches bytes with an active writer. Use 0 only at a start without other
 * writers.
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
  if (temporary + orphans > 0) log.log('info', 'Left-over files removed', { temporary, orphans });
  return { temporary, orphans };
}

async function removeOrphans(
  db: Kysely<Database>,
  store: FileStore,
  keys: readonly string[],
  beforeMs: number,
): Promise<number> {
  if (keys.length === 0) return 0;
  const rows = await db
    .selectFrom('scanFile')
    .select('storagePath')
    .where('storagePath', 'in', keys)
    .execute();
  const attached = await db
    .selectFrom('patientAttachmentFile')
    .select('storagePath')
    .where('storagePath', 'in', keys)
    .execute();
  const named = new Set([...rows, ...attached].map((row) => row.storagePath));
  let removed = 0;
  for (const key of keys) {
    if (named.has(key)) continue;
    const state = await store.stat(key);
    if (state === null || state.modifiedAtMs > beforeMs) continue;
    await store.remove(key);
    removed += 1;
  }
  return removed;
}
