import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { newId } from '#foundation';
import type { StoredReference } from '../../platform/server/store/index.ts';
import { FileSystemStore } from '../../platform/server/store/index.ts';
import { sha256 } from './support/data-plane.ts';
import { tinyDisks } from './support/tiny-disk.ts';

const CHUNK_BYTES = 65_536;

const put = (store: FileSystemStore, bytes: Uint8Array, category = 'raw') =>
  store.put(Readable.from(chunksOf(bytes)), { category, encoding: 'NONE' });

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES)
    yield bytes.subarray(offset, offset + CHUNK_BYTES);
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('a full disk', () => {
  it.each(tinyDisks())(
    'rejects files that do not fit, keeps all others, and accepts files again once there is space',
    async (open) => {
      using tiny = open();
      const store = new FileSystemStore(join(tiny.folder, 'files'), tiny.disk);
      const storedFiles: { reference: StoredReference; sha256: string }[] = [];
      const rejections: string[] = [];
      while (rejections.length < 3) {
        const bytes = randomBytes(700_000);
        const stored = await put(store, bytes);
        if (stored.ok) {
          storedFiles.push({
            reference: { ...stored.value, encoding: 'NONE' },
            sha256: sha256(bytes),
          });
        } else rejections.push(stored.problem.code);
        expect(storedFiles.length).toBeLessThan(7);
      }
      expect(rejections).toEqual(['STORAGE_FULL', 'STORAGE_FULL', 'STORAGE_FULL']);
      expect(storedFiles.length).toBeGreaterThan(2);
      for (const { reference, sha256: expected } of storedFiles) {
        const read = await store.read(reference);
        expect(read.ok && sha256(read.value)).toBe(expected);
      }
      const names = await filesBelow(tiny.folder);
      expect(names.sort()).toEqual(
        storedFiles.map(({ reference }) => reference.key.split('/').at(-1)).sort(),
      );
      tiny.freeSpace();
      expect((await put(store, randomBytes(700_000))).ok, tiny.kind).toBe(true);
      expect((await put(store, randomBytes(700_000), 'volume3d')).ok).toBe(true);
    },
  );

  it.each(tinyDisks())(
    'keeps the received part of an upload, stores no partial chunk, and resumes once there is space',
    async (open) => {
      using tiny = open();
      const store = new FileSystemStore(join(tiny.folder, 'files'), tiny.disk);
      const chunkBytes = 500_000;
      const bytes = randomBytes(12 * chunkBytes);
      const id = newId();
      const send = (offset: number) =>
        store.uploads.append(id, offset, [bytes.subarray(offset, offset + chunkBytes)]);
      let offset = 0;
      let rejected: Awaited<ReturnType<typeof send>> | null = null;
      while (rejected === null && offset < bytes.length) {
        const added = await send(offset);
        if (added.ok) offset += chunkBytes;
        else rejected = added;
      }
      expect(rejected).toMatchObject({ problem: { code: 'STORAGE_FULL' } });
      expect(offset).toBeGreaterThan(2 * chunkBytes);
      expect(await store.uploads.received(id)).toBe(offset);
      tiny.freeSpace();
      for (; offset < bytes.length; offset += chunkBytes)
        expect((await send(offset)).ok).toBe(true);
      const options = { category: 'raw', encoding: 'NONE', expectedSha256: sha256(bytes) } as const;
      const stored = await store.uploads.finish(id, options);
      expect(stored.ok, tiny.kind).toBe(true);
      await store.uploads.discard(id);
      const reference = stored.ok ? { ...stored.value, encoding: 'NONE' as const } : null;
      const read = reference === null ? null : await store.read(reference);
      expect(read?.ok && sha256(read.value)).toBe(sha256(bytes));
    },
  );
});
