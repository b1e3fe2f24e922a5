import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Encryption, FileEncoding } from '#contracts';
import { newId, unwrap } from '#foundation';
import type { BlobDriver } from '../../../platform/server/store/blob-driver.ts';
import { CheckedStore } from '../../../platform/server/store/checked-store.ts';
import { concatChunks } from '../../../platform/server/store/chunks.ts';
import {
  decrypt,
  HEADER_BYTES,
  PLAIN_CHUNK_BYTES,
} from '../../../platform/server/store/encryption.ts';
import type { ByteRange } from '../../../platform/server/store/index.ts';
import { KeyRing } from '../../../platform/server/store/key-ring.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const collect = async (stream: Readable) => Buffer.concat(await stream.toArray());

const FORMS = [
  ['NONE', 'NONE'],
  ['GZIP', 'NONE'],
  ['NONE', 'AES256'],
  ['GZIP', 'AES256'],
] as const satisfies readonly (readonly [FileEncoding, Encryption])[];

const ENCRYPTED = FORMS[2];

/** Sizes around the limits of a chunk, a read buffer and an S3 part. */
const SIZES = [
  0,
  1,
  PLAIN_CHUNK_BYTES - 1,
  PLAIN_CHUNK_BYTES,
  PLAIN_CHUNK_BYTES + 1,
  4 * 1024 * 1024 + 1,
  8 * 1024 * 1024,
  17 * 1024 * 1024 + 13,
];

/** Random bytes are slow to compress, and chunk limits don't apply to compressed sizes. */
const sizesOf = ([encoding]: (typeof FORMS)[number]): readonly number[] =>
  encoding === 'NONE' ? SIZES : SIZES.filter((size) => size <= 4 * 1024 * 1024 + 1);

/** Contract of every store driver, for any storage. */
export function storeContract(name: string, open: () => BlobDriver): void {
  const key = randomBytes(32);
  const store = (keys: KeyRing = new KeyRing([key])) => new CheckedStore(open(), keys);
  const put = async (
    bytes: Uint8Array,
    [encoding, encryption]: (typeof FORMS)[number] = ['NONE', 'NONE'],
  ) => {
    const source = Readable.from(slices(bytes, 300_007), { objectMode: false });
    const stored = unwrap(await store().put(source, { category: 'raw', encoding, encryption }));
    return { ...stored, encoding };
  };

  describe(`${name}: a store`, () => {
    it.each(FORMS)('returns stored bytes, whole and by range (%s, %s)', async (...form) => {
      for (const size of sizesOf(form)) {
        const bytes = randomBytes(size);
        const stored = await put(bytes, form);
        expect(stored).toMatchObject({ byteLength: size, sha256: sha256(bytes) });
        expect(sha256(unwrap(await store().read(stored))), `${size}`).toBe(stored.sha256);
        expect((await store().verify(stored)).ok).toBe(true);
        const full = await collect(unwrap(await store().stream(stored)));
        expect(sha256(full), `${size}`).toBe(stored.sha256);
        const reader = store();
        for (const [start, end] of rangesOf(size)) {
          const range = await collect(unwrap(await reader.stream(stored, { start, end })));
          expect(range.equals(bytes.subarray(start, end + 1)), `${size}: ${start}-${end}`).toBe(
            true,
          );
        }
      }
    });

    it.each(FORMS)('stores nothing of rejected bytes (%s, %s)', async (...form) => {
      const [encoding, encryption] = form;
      const keysBefore = await keysOf(store());
      for (const size of [100, 9_000_000]) {
        const bytes = randomBytes(size);
        const options = { category: 'raw', encoding, encryption };
        const wrongSum = { ...options, expectedSha256: sha256(randomBytes(3)) };
        expect(await store().put(bytes, wrongSum)).toMatchObject({
          problem: { code: 'CHECKSUM_MISMATCH' },
        });
        const tooSmall = { ...options, maxBytes: size - 1 };
        expect(await store().put(bytes, tooSmall)).toMatchObject({
          problem: { code: 'TOO_LARGE' },
        });
        const interrupted = Readable.from(interruptedChunks(bytes));
        expect((await store().put(interrupted, options)).ok).toBe(false);
      }
      expect(await keysOf(store())).toEqual(keysBefore);
    });

    it('distinguishes missing from existing files, and removes missing files without an error', async () => {
      const stored = await put(randomBytes(100));
      expect(await store().stat(stored.key)).toMatchObject({ storedLength: 100 });
      expect(await keysOf(store())).toContain(stored.key);
      await store().remove(stored.key);
      await store().remove(stored.key);
      expect(await store().stat(stored.key)).toBeNull();
      expect(await store().read(stored)).toMatchObject({ problem: { code: 'FILE_MISSING' } });
      expect(await store().stream(stored)).toMatchObject({ problem: { code: 'FILE_MISSING' } });
    });

    it('accepts an upload in chunks from any process and keeps the chunks until discarded', async () => {
      for (const form of FORMS) {
        const [encoding, encryption] = form;
        const id = newId();
        const bytes = randomBytes(encoding === 'NONE' ? 9_000_000 : 3_000_000);
        const keysBefore = await keysOf(store());
        let offset = 0;
        for await (const chunk of slices(bytes, 2_500_000)) {
          const { uploads } = store();
          expect(await uploads.received(id)).toBe(offset);
          unwrap(await uploads.append(id, offset, [chunk.subarray(0, 9), chunk.subarray(9)]));
          offset += chunk.byteLength;
        }
        expect(await keysOf(store())).toEqual(keysBefore);
        const options = { category: 'raw', encoding, encryption };
        const invalid = { ...options, expectedSha256: sha256(randomBytes(3)) };
        expect(await store().uploads.finish(id, invalid)).toMatchObject({
          problem: { code: 'CHECKSUM_MISMATCH' },
        });
        const expected = { ...options, expectedSha256: sha256(bytes) };
        const stored = { ...unwrap(await store().uploads.finish(id, expected)), encoding };
        expect(await store().uploads.received(id)).toBe(bytes.byteLength);
        await store().uploads.discard(id);
        expect(await store().uploads.received(id)).toBe(0);
        expect(sha256(unwrap(await store().read(stored)))).toBe(sha256(bytes));
        const listed: string[] = [];
        for await (const upload of store().uploads.list()) listed.push(upload.id);
        expect(listed).not.toContain(id);
      }
    });

    it('removes what a put of an id has left, unfinished or not', async () => {
      const id = newId();
      const target = { category: 'dataset', id } as const;
      const { reached, release, source } = heldChunks(randomBytes(17 * 1024 * 1024));
      const unfinished = store().put(source, { ...target, encoding: 'NONE' });
      await reached;
      await store().discardPut(target);
      release();
      expect(await unfinished).toMatchObject({ ok: false });
      expect((await keysOf(store())).filter((name) => name.includes(id))).toEqual([]);
      const { key: storedKey } = unwrap(
        await store().put(Buffer.from('x'), { ...target, encoding: 'NONE' }),
      );
      expect(storedKey).toContain(id);
      await store().discardPut(target);
      expect(await store().stat(storedKey)).toBeNull();
      await store().discardPut(target);
    });
  });

  describe(`${name}: encrypted files`, () => {
    it('contain no plain text, and differ even for equal content', async () => {
      const bytes = Buffer.from('a name of a patient '.repeat(10_000));
      const first = await put(bytes, ENCRYPTED);
      const second = await put(bytes, ENCRYPTED);
      const firstBytes = await storedBytesOf(open(), first.key);
      const secondBytes = await storedBytesOf(open(), second.key);
      expect(firstBytes.includes('patient')).toBe(false);
      expect(firstBytes.subarray(HEADER_BYTES).equals(secondBytes.subarray(HEADER_BYTES))).toBe(
        false,
      );
      expect(first.encryptionKeyId).toMatch(/^[0-9a-f]{16}$/);
    });

    it('are encrypted from the first chunk of an upload on, and decrypt correctly in any process', async () => {
      const ring = () => new KeyRing([key], true);
      const id = newId();
      const bytes = Buffer.from('a name of a patient '.repeat(10_000));
      let offset = 0;
      // Sizes around the 16 bytes of a cipher block; together the 200 000 bytes of the file.
      for (const size of [1, 15, 16, 17, 1_000, 99_999, 98_952]) {
        const chunk = bytes.subarray(offset, offset + size);
        unwrap(await store(ring()).uploads.append(id, offset, [chunk]));
        offset += size;
      }
      const staged = await concatChunks(await open().readStaged(id));
      expect(staged.includes('patient')).toBe(false);
      for (const encryption of ['AES256', 'NONE'] as const) {
        const options = { category: 'raw', encoding: 'NONE', encryption } as const;
        const expected = { ...options, expectedSha256: sha256(bytes) };
        const stored = unwrap(await store(ring()).uploads.finish(id, expected));
        const read = await store(ring()).read({ ...stored, encoding: 'NONE' });
        expect(sha256(unwrap(read))).toBe(sha256(bytes));
      }
      await store().uploads.discard(id);
    });

    it('use a new key at each start of an upload, so that two starts never share a key stream', async () => {
      const ring = () => new KeyRing([key], true);
      const id = newId();
      const bytes = Buffer.from('a name of a patient '.repeat(100));
      const start = async (): Promise<Buffer> => {
        unwrap(await store(ring()).uploads.append(id, 0, [bytes.subarray(0, 999)]));
        unwrap(await store(ring()).uploads.append(id, 999, [bytes.subarray(999)]));
        expect(await store(ring()).uploads.received(id)).toBe(bytes.byteLength);
        return concatChunks(await open().readStaged(id));
      };
      const first = await start();
      await store(ring()).uploads.discard(id);
      const second = await start();
      const encrypted = [first, second].map((stored) => stored.subarray(-bytes.byteLength));
      // Any equal 16 bytes at the same offset would be an equal cipher block.
      for (let offset = 0; offset + 16 <= bytes.byteLength; offset += 16) {
        const [block, otherBlock] = encrypted.map((stored) => stored.subarray(offset, offset + 16));
        expect(block?.equals(otherBlock ?? Buffer.alloc(0)), `offset ${offset}`).toBe(false);
      }
      const expected = {
        category: 'raw',
        encoding: 'NONE',
        expectedSha256: sha256(bytes),
      } as const;
      unwrap(await store(ring()).uploads.finish(id, expected));
      await store(ring()).uploads.discard(id);
    });

    it('restart an upload whose received bytes have another key or no encryption', async () => {
      const bytes = Buffer.from('a name of a patient '.repeat(100));
      const half = bytes.subarray(0, 1_000);
      const previousRings = [new KeyRing([randomBytes(32)], true), new KeyRing()];
      for (const ring of previousRings) {
        const id = newId();
        for (const offset of [0, half.byteLength]) {
          unwrap(await store(ring).uploads.append(id, offset, [half]));
        }
        const uploads = () => store(new KeyRing([key], true)).uploads;
        expect(await uploads().received(id)).toBe(0);
        unwrap(await uploads().append(id, 0, [half]));
        expect(await uploads().received(id)).toBe(half.byteLength);
        unwrap(await uploads().append(id, half.byteLength, [bytes.subarray(half.byteLength)]));
        const expected = {
          category: 'raw',
          encoding: 'NONE',
          expectedSha256: sha256(bytes),
        } as const;
        unwrap(await uploads().finish(id, expected));
        await uploads().discard(id);
      }
    });

    it('are readable only with the key of their creation', async () => {
      const bytes = randomBytes(200_000);
      const stored = await put(bytes, ENCRYPTED);
      const next = randomBytes(32);
      const rotated = store(new KeyRing([next, key]));
      expect(sha256(unwrap(await rotated.read(stored)))).toBe(sha256(bytes));
      const fresh = await rotated.put(bytes, {
        category: 'raw',
        encoding: 'NONE',
        encryption: 'AES256',
      });
      expect(unwrap(fresh).encryptionKeyId).not.toBe(stored.encryptionKeyId);
      for (const ring of [new KeyRing([next]), new KeyRing()]) {
        for (const result of [
          await store(ring).read(stored),
          await store(ring).stream(stored, { start: 0, end: 9 }),
          await store(ring).verify(stored),
        ]) {
          expect(result).toMatchObject({ problem: { code: 'ENCRYPTION_KEY_MISSING' } });
        }
      }
      const options = { category: 'raw', encoding: 'NONE', encryption: 'AES256' } as const;
      expect(await store(new KeyRing()).put(bytes, options)).toMatchObject({
        problem: { code: 'ENCRYPTION_UNAVAILABLE' },
      });
    });

    it('can’t be exchanged, truncated or reordered by an attacker with access to the disk', async () => {
      const size = 3 * PLAIN_CHUNK_BYTES;
      const target = await put(randomBytes(size), ENCRYPTED);
      const other = await put(randomBytes(size), ENCRYPTED);
      const driver = open();
      const intact = await storedBytesOf(driver, target.key);
      // Each chunk is followed by a seal of 16 bytes.
      const chunkBytes = PLAIN_CHUNK_BYTES + 16;
      const chunk = (index: number) =>
        intact.subarray(HEADER_BYTES + index * chunkBytes, HEADER_BYTES + (index + 1) * chunkBytes);
      const header = intact.subarray(0, HEADER_BYTES);
      for (const corrupted of [
        await storedBytesOf(driver, other.key),
        intact.subarray(0, HEADER_BYTES + 2 * chunkBytes),
        intact.subarray(0, HEADER_BYTES),
        intact.subarray(0, 10),
        Buffer.concat([header, chunk(1), chunk(0), chunk(2)]),
        Buffer.concat([intact, chunk(2)]),
      ]) {
        // The seal alone detects this, without the record's checksum of the plain bytes.
        const fileKey = unwrap(new KeyRing([key]).forReading('AES256', target.encryptionKeyId))!;
        const read = async ({ start, end }: ByteRange) =>
          slices(corrupted.subarray(start, end + 1), 100_000);
        const opened = concatChunks(decrypt({ size: corrupted.length, read }, fileKey, target.key));
        await expect(opened).rejects.toThrow('FILE_CORRUPT');
        await driver.remove(target.key);
        await driver.write(target.key, slices(corrupted, 100_000), () => undefined);
        expect(await store().read(target)).toMatchObject({ problem: { code: 'FILE_CORRUPT' } });
      }
    });
  });
}

/** Yields the bytes up to the last 100, and those only after `release`; `reached` is before them. */
function heldChunks(bytes: Uint8Array) {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  async function* source(): AsyncGenerator<Uint8Array> {
    yield bytes.subarray(0, -100);
    reach();
    await released;
    yield bytes.subarray(-100);
  }
  return { reached, release, source: source() };
}

async function* slices(bytes: Uint8Array, size: number): AsyncGenerator<Buffer> {
  for (let offset = 0; offset < bytes.byteLength; offset += size)
    yield Buffer.from(bytes.subarray(offset, offset + size));
}

/** Yields the first half, then throws like a lost connection. */
async function* interruptedChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, Math.floor(bytes.byteLength / 2));
  throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
}

/** Returns byte ranges around the limits of chunks, both ends included. */
function rangesOf(size: number): [number, number][] {
  const borders = [
    0,
    1,
    PLAIN_CHUNK_BYTES - 1,
    PLAIN_CHUNK_BYTES,
    PLAIN_CHUNK_BYTES + 1,
    Math.floor(size / 2),
  ];
  const starts = borders.filter((start) => start < size);
  return starts.flatMap((start) =>
    [start, start + 9, start + PLAIN_CHUNK_BYTES, size - 1]
      .map((end): [number, number] => [start, Math.min(end, size - 1)])
      .filter(([from, to]) => to >= from),
  );
}

const storedBytesOf = async (driver: BlobDriver, key: string): Promise<Buffer> =>
  concatChunks(await driver.read(key));

async function keysOf(store: CheckedStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.keys()) keys.push(key);
  return keys.sort();
}
