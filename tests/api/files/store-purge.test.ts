import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger, unwrap } from '#foundation';
import { purgeStore } from '../../../platform/server/files/index.ts';
import { FileSystemStore } from '../../../platform/server/store/index.ts';
import { type DataPlane, startDataPlane } from '../../faults/support/data-plane.ts';

let plane: DataPlane;
beforeAll(async () => {
  plane = await startDataPlane();
});
afterAll(() => plane[Symbol.asyncDispose]());

describe('the purge of orphaned bytes', () => {
  it('keeps bytes that were written after its start, however long it runs', async () => {
    const minAgeMs = 50;
    const put = async () => {
      const bytes = await plane.store.put(randomBytes(8), { category: 'raw', encoding: 'NONE' });
      return unwrap(bytes).key;
    };
    const orphanKey = await put();
    let newKey = '';
    await sleep(2 * minAgeMs);
    const slowStore = new FileSystemStore(join(plane.folder, 'files'));
    slowStore.keys = async function* () {
      newKey = await put();
      await sleep(2 * minAgeMs);
      yield orphanKey;
      yield newKey;
    };
    expect((await purgeStore(plane.db, slowStore, silentLogger, minAgeMs)).orphans).toBe(1);
    expect(await plane.store.stat(orphanKey)).toBeNull();
    expect(await plane.store.stat(newKey)).not.toBeNull();
  });

  it('finds the rows of stored keys by an index', async () => {
    const plan = await plane.db.transaction().execute(async (db) => {
      await sql`set local enable_seqscan = off`.execute(db);
      return sql<{ 'QUERY PLAN': string }>`
        explain select storage_path from scan_file
        where storage_path in ('raw/a', 'raw/b')`.execute(db);
    });
    expect(JSON.stringify(plan.rows)).toContain('scan_file_storage');
  });
});
