import { createHash, randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { fail, ok, type Result } from '#foundation';
import { type Disk, systemDisk } from './disk.ts';
import { TEMPORARY_SUFFIX, writeDurably } from './durable-write.ts';
import type {
  ByteRange,
  FileStore,
  PutOptions,
  StoredBytes,
  StoredReference,
} from './file-store.ts';
import {
  corruptProblem,
  missingProblem,
  readProblem,
  systemCode,
  writeProblem,
} from './store-problems.ts';

const unpack = promisify(gunzip);

/** `<category>/<two hex digits>/<uuid>`: no dot, so no way up and no hidden file. */
const KEY = /^[a-z0-9-]{1,40}\/[0-9a-f]{2}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const CATEGORY = /^[a-z0-9][a-z0-9-]{0,39}$/;
/** Files up to this size are read and checked at once; larger ones are checked in a first pass. */
const READ_AT_ONCE_BYTES = 4 * 1024 * 1024;
/** A large file that was checked is trusted this long while its size and times stay the same. */
const TRUSTED_FOR_MS = 10 * 60 * 1000;
const TRUSTED_FILES = 10_000;

export function newKey(category: string): string {
  if (!CATEGORY.test(category)) throw new Error(`Not a category folder: ${category}`);
  const id = randomUUID();
  return `${category}/${id.slice(0, 2)}/${id}`;
}

/** The file-system driver of the store: one folder per category below `root`. */
export class FileSystemStore implements FileStore {
  readonly #root: string;
  readonly #disk: Disk;
  /** Key → size, times and moment of the last full check. */
  readonly #trusted = new Map<string, string>();
  readonly #checkedAt = new Map<string, number>();

  constructor(root: string, disk: Disk = systemDisk) {
    this.#root = root;
    this.#disk = disk;
  }

  async put(source: Readable | Uint8Array, options: PutOptions): Promise<Result<StoredBytes>> {
    const key = newKey(options.category);
    const path = join(this.#root, key);
    try {
      await this.#makeFolder(dirname(path));
    } catch (thrown) {
      return fail(writeProblem(thrown));
    }
    const written = await writeDurably(this.#disk, path, source, options);
    return written.ok ? ok({ key, ...written.value }) : written;
  }

  /** A new folder is durable only when its parents are. */
  async #makeFolder(folder: string): Promise<void> {
    if (!(await this.#disk.makeFolder(folder))) return;
    await this.#disk.syncFolder(dirname(folder));
    await this.#disk.syncFolder(this.#root);
  }

  #pathOf(key: string): string | null {
    return KEY.test(key) ? join(this.#root, key) : null;
  }

  async read(reference: StoredReference): Promise<Result<Uint8Array>> {
    const path = this.#pathOf(reference.key);
    if (path === null) return fail(missingProblem());
    try {
      const stored = await this.#disk.read(path);
      // A damaged file could unpack without end: no more than the row promised.
      const plain =
        reference.encoding === 'GZIP'
          ? await unpack(stored, { maxOutputLength: Math.max(1, reference.byteLength) })
          : stored;
      const found = createHash('sha256').update(plain).digest('hex');
      return found === reference.sha256 ? ok(plain) : fail(mismatch(reference, found));
    } catch (thrown) {
      return fail(readProblem(thrown));
    }
  }

  async stream(reference: StoredReference, range?: ByteRange): Promise<Result<Readable>> {
    const path = this.#pathOf(reference.key);
    if (path === null) return fail(missingProblem());
    if (reference.encoding === 'GZIP' || reference.byteLength <= READ_AT_ONCE_BYTES) {
      const whole = await this.read(reference);
      if (!whole.ok) return whole;
      const part = range ? whole.value.subarray(range.start, range.end + 1) : whole.value;
      return ok(Readable.from([part], { objectMode: false }));
    }
    const checked = await this.#check(path, reference);
    return checked.ok ? ok(this.#disk.readStream(path, range?.start, range?.end)) : checked;
  }

  /** Hashes a large file before its first byte leaves, unless that was done a moment ago. */
  async #check(path: string, reference: StoredReference): Promise<Result<void>> {
    try {
      const seen = await this.#disk.stat(path);
      const state = `${seen.size} ${seen.mtimeMs} ${seen.ctimeMs} ${reference.sha256}`;
      const age = Date.now() - (this.#checkedAt.get(reference.key) ?? 0);
      if (age < TRUSTED_FOR_MS && this.#trusted.get(reference.key) === state) return ok(undefined);
      const hash = createHash('sha256');
      for await (const chunk of this.#disk.readStream(path)) hash.update(chunk);
      const found = hash.digest('hex');
      if (found !== reference.sha256) return fail(mismatch(reference, found));
      if (this.#trusted.size >= TRUSTED_FILES) this.#forgetAll();
      this.#trusted.set(reference.key, state);
      this.#checkedAt.set(reference.key, Date.now());
      return ok(undefined);
    } catch (thrown) {
      return fail(readProblem(thrown));
    }
  }

  #forgetAll(): void {
    this.#trusted.clear();
    this.#checkedAt.clear();
  }

  async stat(key: string): Promise<{ storedLength: number; modifiedAtMs: number } | null> {
    const path = this.#pathOf(key);
    if (path === null) return null;
    try {
      const seen = await this.#disk.stat(path);
      return { storedLength: seen.size, modifiedAtMs: seen.mtimeMs };
    } catch (thrown) {
      if (systemCode(thrown) === 'ENOENT') return null;
      throw thrown;
    }
  }

  async remove(key: string): Promise<void> {
    const path = this.#pathOf(key);
    if (path === null) return;
    this.#trusted.delete(key);
    this.#checkedAt.delete(key);
    try {
      await this.#disk.remove(path);
    } catch (thrown) {
      if (systemCode(thrown) !== 'ENOENT') throw thrown;
    }
  }

  async *keys(): AsyncGenerator<string> {
    for await (const path of this.#files('', 2)) if (KEY.test(path)) yield path;
  }

  async *#files(folder: string, depth: number): AsyncGenerator<string> {
    for (const entry of await this.#list(join(this.#root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.folder && depth > 0) yield* this.#files(path, depth - 1);
      else if (!entry.folder) yield path;
    }
  }

  async #list(path: string): Promise<readonly { name: string; folder: boolean }[]> {
    try {
      return await this.#disk.list(path);
    } catch (thrown) {
      if (systemCode(thrown) === 'ENOENT') return [];
      throw thrown;
    }
  }

  async sweepTemporary(youngMs: number): Promise<number> {
    const beforeMs = Date.now() - youngMs;
    let swept = 0;
    for await (const file of this.#files('', 2)) {
      if (!file.endsWith(TEMPORARY_SUFFIX)) continue;
      if (await this.#removeOlder(join(this.#root, file), beforeMs)) swept += 1;
    }
    return swept;
  }

  /** False for a younger file, and for one whose put has ended meanwhile. */
  async #removeOlder(path: string, beforeMs: number): Promise<boolean> {
    try {
      if ((await this.#disk.stat(path)).mtimeMs > beforeMs) return false;
      await this.#disk.remove(path);
      return true;
    } catch (thrown) {
      if (systemCode(thrown) === 'ENOENT') return false;
      throw thrown;
    }
  }
}

function mismatch(reference: StoredReference, found: string) {
  return corruptProblem(
    `Its SHA-256 is ${found.slice(0, 12)}…, the record says ${reference.sha256.slice(0, 12)}…`,
  );
}
