import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  appendFile,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { type Disk, systemDisk } from './disk.ts';
import type { StoredReference } from './file-store.ts';
import { FileSystemStore } from './file-system-store.ts';
import { KeyRing } from './key-ring.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'clockface-store-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

async function collect(stream: Readable): Promise<Buffer> {
  return Buffer.concat(await stream.toArray());
}

/** Creates a disk whose call `call` fails with `code`; `calls` records the order of calls. */
function failingDisk(call: keyof Disk | 'write' | 'sync', code: string) {
  const calls: string[] = [];
  const failIf = (name: string) => {
    calls.push(name);
    if (name === call) throw Object.assign(new Error(`${code}: planted`), { code });
  };
  const disk: Disk = {
    ...systemDisk,
    async createFile(path) {
      const file = await systemDisk.createFile(path);
      return {
        async write(bytes) {
          failIf('write');
          await file.write(bytes);
        },
        async sync() {
          failIf('sync');
          await file.sync();
        },
        close: () => file.close(),
      };
    },
    async rename(from, to) {
      failIf('rename');
      await systemDisk.rename(from, to);
    },
    async syncFolder(path) {
      failIf('syncFolder');
      await systemDisk.syncFolder(path);
    },
  };
  return { disk, calls };
}

const plain = { category: 'raw', encoding: 'NONE' } as const;

/**
 * Purges files of the current millisecond too, because the clocks of disk and process differ by
 * fractions.
 */
const ANY_AGE = -1_000;

describe('a file store', () => {
  it('returns stored bytes, complete and by range', async () => {
    const store = new FileSystemStore(root);
    for (const size of [0, 1, 5_000_000]) {
      const bytes = randomBytes(size);
      const stored = unwrap(await store.put(Readable.from([bytes]), plain));
      expect(stored).toMatchObject({ byteLength: size, sha256: sha256(bytes) });
      const reference: StoredReference = { ...stored, encoding: 'NONE' };
      expect(sha256(unwrap(await store.read(reference)))).toBe(sha256(bytes));
      const slice = unwrap(await store.stream(reference, { start: 0, end: size >> 1 }));
      expect((await collect(slice)).equals(bytes.subarray(0, (size >> 1) + 1))).toBe(true);
    }
  });

  it('stores each category in its own folder, under keys that no client chose', async () => {
    const store = new FileSystemStore(root);
    const stored = unwrap(await store.put(Buffer.from('x'), { ...plain, category: 'volume3d' }));
    expect(stored.key).toMatch(/^volume3d\/[0-9a-f]{2}\/[0-9a-f-]{36}$/);
    expect(await readdir(root)).toEqual(['volume3d']);
    const keys: string[] = [];
    for await (const key of store.keys()) keys.push(key);
    expect(keys).toEqual([stored.key]);
  });

  it('writes and syncs a file before renaming it, and then syncs the folder', async () => {
    const { disk, calls } = failingDisk('list', 'none');
    const store = new FileSystemStore(root, disk);
    unwrap(await store.put(Buffer.from('first makes the folder'), plain));
    const calledInOrder = calls.slice(calls.indexOf('write'));
    expect(calledInOrder).toEqual(['write', 'sync', 'rename', 'syncFolder']);
  });

  it.each([
    ['write', 'ENOSPC', 'STORAGE_FULL'],
    ['sync', 'ENOSPC', 'STORAGE_FULL'],
    ['sync', 'EIO', 'STORAGE_FAILED'],
    ['rename', 'EIO', 'STORAGE_FAILED'],
    ['syncFolder', 'EIO', 'STORAGE_FAILED'],
  ] as const)('leaves nothing behind when %s fails with %s', async (call, code, expected) => {
    // The folder exists already, so that only the file's own write meets the fault.
    const healthy = new FileSystemStore(root);
    const first = unwrap(await healthy.put(Buffer.from('kept'), plain));
    const { disk } = failingDisk(call, code);
    const put = await new FileSystemStore(root, disk).put(randomBytes(100_000), plain);
    expect(put).toMatchObject({ ok: false, problem: { code: expected } });
    expect(JSON.stringify(put)).not.toContain(root);
    expect(await filesBelow(root)).toEqual([first.key.split('/').at(-1)]);
    expect(unwrap(await healthy.read({ ...first, encoding: 'NONE' })).toString()).toBe('kept');
  });

  it('rejects wrong bytes, too many bytes and an interrupted sender', async () => {
    const store = new FileSystemStore(root);
    const expectedSha256 = sha256(Buffer.from('declared'));
    const other = await store.put(Buffer.from('sent'), { ...plain, expectedSha256 });
    expect(other).toMatchObject({ problem: { code: 'CHECKSUM_MISMATCH' } });
    const many = await store.put(Buffer.alloc(11), { ...plain, maxBytes: 10 });
    expect(many).toMatchObject({ problem: { code: 'TOO_LARGE' } });
    const abandoned = new Readable({ read() {} });
    abandoned.push('half');
    const broken = store.put(abandoned, plain);
    setTimeout(() => abandoned.destroy(), 20);
    expect(await broken).toMatchObject({ problem: { code: 'UPLOAD_BROKEN' } });
    expect(await filesBelow(root)).toEqual([]);
  });

  it('stores bytes compressed on request and returns them unchanged', async () => {
    const store = new FileSystemStore(root);
    const bytes = Buffer.from('speckle '.repeat(50_000));
    const stored = unwrap(await store.put(bytes, { category: 'raw', encoding: 'GZIP' }));
    expect(stored).toMatchObject({ byteLength: bytes.length, sha256: sha256(bytes) });
    expect((await stat(join(root, stored.key))).size).toBeLessThan(bytes.length / 10);
    const reference: StoredReference = { ...stored, encoding: 'GZIP' };
    expect(sha256(unwrap(await store.read(reference)))).toBe(stored.sha256);
    const slice = unwrap(await store.stream(reference, { start: 8, end: 15 }));
    expect((await collect(slice)).toString()).toBe('speckle ');
  });

  it.each(['NONE', 'GZIP'] as const)(
    'detects changed and truncated bytes (%s)',
    async (encoding) => {
      const store = new FileSystemStore(root);
      for (const size of [1_000, 4_500_000]) {
        const stored = unwrap(await store.put(randomBytes(size), { category: 'raw', encoding }));
        const reference: StoredReference = { ...stored, encoding };
        // The first read makes the store trust the file; the damage follows.
        await collect(unwrap(await store.stream(reference)));
        const path = join(root, stored.key);
        const original = await readFile(path);
        const corrupted = Buffer.from(original);
        corrupted[size >> 1]! ^= 1;
        for (const damaged of [corrupted, original.subarray(0, original.length - 1)]) {
          await writeFile(path, damaged);
          expect(await store.read(reference)).toMatchObject({ problem: { code: 'FILE_CORRUPT' } });
          const streamed = await store.stream(reference, { start: 0, end: 9 });
          expect(streamed).toMatchObject({ problem: { code: 'FILE_CORRUPT' } });
        }
        await rm(path);
        expect(await store.read(reference)).toMatchObject({ problem: { code: 'FILE_MISSING' } });
        expect(await store.stream(reference)).toMatchObject({ problem: { code: 'FILE_MISSING' } });
      }
    },
  );

  it('rejects keys that lead out of its folder', async () => {
    const store = new FileSystemStore(join(root, 'files'));
    await writeFile(join(root, 'secret'), 'x');
    for (const key of ['../secret', 'raw/../../secret', '/etc/passwd', 'raw/aa/../../../secret']) {
      const reference = { key, byteLength: 1, sha256: 'x', encoding: 'NONE' } as const;
      expect(await store.read(reference)).toMatchObject({ problem: { code: 'FILE_MISSING' } });
      expect(await store.stat(key)).toBeNull();
      await store.remove(key);
    }
    expect(await readFile(join(root, 'secret'), 'utf8')).toBe('x');
  });

  it('purges the files of killed writers and nothing else', async () => {
    const store = new FileSystemStore(root);
    const stored = unwrap(await store.put(Buffer.from('whole'), plain));
    await writeFile(join(root, `${stored.key}.part`), 'half');
    expect(await store.purgeTemporary(60_000)).toBe(0);
    expect(await store.purgeTemporary(ANY_AGE)).toBe(1);
    expect(await store.purgeTemporary(ANY_AGE)).toBe(0);
    expect(unwrap(await store.read({ ...stored, encoding: 'NONE' })).toString()).toBe('whole');
  });

  it('continues purging when a write ends meanwhile', async () => {
    const store = new FileSystemStore(root);
    const ended = unwrap(await store.put(Buffer.from('one'), plain));
    const orphaned = unwrap(await store.put(Buffer.from('two'), plain));
    for (const { key } of [ended, orphaned]) await writeFile(join(root, `${key}.part`), 'half');
    const disk: Disk = {
      ...systemDisk,
      async stat(path) {
        if (path.includes(ended.key)) await rm(path, { force: true });
        return systemDisk.stat(path);
      },
    };
    expect(await new FileSystemStore(root, disk).purgeTemporary(ANY_AGE)).toBe(1);
  });

  it('gives a finished upload the time of its end, not the time of its bytes', async () => {
    const store = new FileSystemStore(root);
    const id = randomUUID();
    unwrap(await store.uploads.append(id, 0, [Buffer.from('old')]));
    const longAgo = new Date(Date.now() - 5 * 3_600_000);
    await utimes(join(root, '.uploads', id), longAgo, longAgo);
    const startedMs = Date.now();
    const { key } = unwrap(await store.uploads.finish(id, plain));
    expect((await store.stat(key))?.modifiedAtMs).toBeGreaterThan(startedMs - 1_000);
  });

  it.each(['NONE', 'GZIP'] as const)(
    'closes the file of an upload that exceeds the free space (%s)',
    async (encoding) => {
      const opened: Readable[] = [];
      const disk: Disk = {
        ...systemDisk,
        async createFile() {
          throw Object.assign(new Error('planted'), { code: 'ENOSPC' });
        },
        readStream(...args) {
          const stream = systemDisk.readStream(...args);
          opened.push(stream);
          return stream;
        },
      };
      const store = new FileSystemStore(root, disk, new KeyRing([randomBytes(32)], true));
      const id = randomUUID();
      unwrap(await store.uploads.append(id, 0, [randomBytes(3_000_000)]));
      const options = { category: 'raw', encoding, encryption: 'AES256' } as const;
      const full = await store.uploads.finish(id, options);
      expect(full).toMatchObject({ problem: { code: 'STORAGE_FULL' } });
      await sleep(50);
      expect(opened.length).toBeGreaterThan(0);
      expect(opened.every((stream) => stream.destroyed)).toBe(true);
    },
  );

  it('reads a small file without a large buffer and still detects a file that has grown', async () => {
    const bufferSizes: number[] = [];
    const disk: Disk = {
      ...systemDisk,
      readStream(path, start = 0, end = Number.POSITIVE_INFINITY) {
        bufferSizes.push(end - start + 1);
        return systemDisk.readStream(path, start, end);
      },
    };
    const store = new FileSystemStore(root, disk);
    const stored = unwrap(await store.put(randomBytes(40_000), plain));
    const reference: StoredReference = { ...stored, encoding: 'NONE' };
    expect(unwrap(await store.read(reference)).byteLength).toBe(40_000);
    // One byte more than stored, which detects a file that has grown.
    expect(bufferSizes).toEqual([40_001]);
    await appendFile(join(root, stored.key), 'more');
    expect(await store.read(reference)).toMatchObject({ problem: { code: 'FILE_CORRUPT' } });
  });

  it('reports a storage failure, not missing files, while the disk is unavailable', async () => {
    const store = new FileSystemStore(root);
    for (const size of [5, 4_500_000]) {
      const stored = unwrap(await store.put(randomBytes(size), plain));
      const reference: StoredReference = { ...stored, encoding: 'NONE' };
      await rename(join(root, 'raw'), join(root, 'elsewhere'));
      for (const result of [await store.verify(reference), await store.stream(reference)]) {
        expect(result).toMatchObject({ problem: { code: 'STORAGE_FAILED' } });
      }
      await rename(join(root, 'elsewhere'), join(root, 'raw'));
      expect((await store.verify(reference)).ok).toBe(true);
      await store.remove(stored.key);
      expect(await store.verify(reference)).toMatchObject({ problem: { code: 'FILE_MISSING' } });
    }
  });

  it('makes its own folder durable', async () => {
    const synced: string[] = [];
    const disk: Disk = {
      ...systemDisk,
      async syncFolder(path) {
        synced.push(path);
        await systemDisk.syncFolder(path);
      },
    };
    const store = new FileSystemStore(join(root, 'files'), disk);
    const { key } = unwrap(await store.put(Buffer.from('first'), plain));
    for (let folder = dirname(join(root, 'files', key)); folder !== root; ) {
      expect(synced).toContain(folder);
      folder = dirname(folder);
    }
    expect(synced).toContain(root);
  });
});
