import type { Kysely } from 'kysely';
import type { Logger } from '#foundation';
import type { Database } from '../database/schema.ts';
import type { FileStore } from '../store/index.ts';

/** Between the bytes of a file and its row lies a moment; younger bytes are left alone. */
const MIN_AGE_MS = 60 * 60 * 1000;
const BATCH_SIZE = 500;

export interface PurgeReport {
  /** Temporary files of writes that never ended. */
  readonly temporary: number;
  /** Files that no row names: their writer died between bytes and row. */
  readonly orphans: number;
}

/**
 * Removes what killed processes left in the store: what was older than `youngMs` when the sweep
 * began. A long sweep thus never reaches bytes whose writer is still at work. `youngMs` of 0 is
 * for a start that knows that no one else writes.
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
