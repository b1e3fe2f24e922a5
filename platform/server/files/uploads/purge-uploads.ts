import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { FileStore } from '../../store/index.ts';

/**
 * Default minimum age of received bytes to purge, which protects uploads that have just started.
 */
const MIN_AGE_MS = 60 * 60 * 1000;
/** Days after expiry for which the row of an upload is kept. */
const UPLOAD_RETENTION_DAYS = 30;
const BATCH_SIZE = 500;

/**
 * Ends expired uploads and discards received bytes without an open upload. Returns the number of
 * uploads whose bytes were discarded.
 */
export async function purgeUploads(
  db: Kysely<Database>,
  store: FileStore,
  minAgeMs: number = MIN_AGE_MS,
): Promise<number> {
  await db
    .updateTable('upload')
    .set({ state: 'GIVEN_UP' })
    .where('state', '=', 'OPEN')
    .where('expiresAt', '<', sql<string>`now()`)
    .execute();
  const old = sql<string>`now() - make_interval(days => ${UPLOAD_RETENTION_DAYS})`;
  await db.deleteFrom('upload').where('expiresAt', '<', old).execute();
  const beforeMs = Date.now() - minAgeMs;
  let removed = 0;
  let batch: string[] = [];
  const flush = async (): Promise<void> => {
    removed += await discardClosed(db, store, batch);
    batch = [];
  };
  for await (const { id, modifiedAtMs } of store.uploads.list()) {
    if (modifiedAtMs > beforeMs) continue;
    batch.push(id);
    if (batch.length >= BATCH_SIZE) await flush();
  }
  await flush();
  return removed;
}

async function discardClosed(
  db: Kysely<Database>,
  store: FileStore,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await db
    .selectFrom('upload')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '=', 'OPEN')
    .execute();
  const open = new Set(rows.map(({ id }) => id));
  const closed = ids.filter((id) => !open.has(id));
  for (const id of closed) await store.uploads.discard(id);
  return closed.length;
}
