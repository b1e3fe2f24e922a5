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
    let orphanKey = '';
    let young = '';
    const youngMs = 50;
    const put = async () => {
      const bytes = await plane.store.put(randomBytes(8), { category: 'raw', encoding: 'NONE' });
      return unwrap(bytes).key;
    };
    orphanKey = await put();
    await sleep(2 * youngMs);
    const slow = new FileSystemStore(join(plane.folder, 'files'));
    slow.keys = async function* () {
      young = await put();
      await sleep(2 * youngMs);
      yield orphanKey;
      yield young;
    };
    expect((await purgeStore(plane.db, slow, silentLogger, youngMs)).orphans).toBe(1);
    expect(await plane.store.stat(orphanKey)).toBeNull();
    expect(await plane.store.stat(young)).not.toBeNull();
  });

  it('finds the rows of its keys by index', async () => {
    const plan = await plane.db.transaction().execute(async (db) => {
      await sql`set local enable_seqscan = off`.execute(db);
      return sql<{ 'QUERY PLAN': string }>`
        explain select storage_path from scan_file
        where storage_path in ('raw/a', 'raw/b')`.execute(db);
    });
    expect(JSON.stringify(plan.rows)).toContain('scan_file_storage');
  });
});
