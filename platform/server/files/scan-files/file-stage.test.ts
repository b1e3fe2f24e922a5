import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { newId, unwrap } from '#foundation';
import type { Database } from '../../database/schema.ts';
import { FileSystemStore } from '../../store/index.ts';
import { FileStage } from './file-stage.ts';

afterEach(() => vi.useRealTimers());

it('FileStage rejects files whose bytes were purged during a long job', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clockface-stage-'));
  try {
    const store = new FileSystemStore(folder);
    const stage = new FileStage(store);
    const kind = { fileCategory: 'VOLUME3D', fileName: 'v.nrrd', fileExtension: 'nrrd' } as const;
    unwrap(await stage.add({ ...kind, bytes: Buffer.from('x') }));
    for await (const key of store.keys()) await store.remove(key);
    // The stage checks bytes that are older than 30 s.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    const owner = { organizationId: newId(), scanId: newId(), createdBy: null };
    const inserted = stage.insert({} as Kysely<Database>, owner);
    await expect(inserted).rejects.toMatchObject({ problem: { code: 'FILE_MISSING' } });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
