import { createHash } from 'node:crypto';
import { type Duplex, pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip, constants as zlib } from 'node:zlib';
import type { Encryption } from '#contracts';
import { fail, ok, type Problem, ProblemError, type Result } from '#foundation';
import type { BlobDriver } from './blob-driver.ts';
import { decrypt, encrypt } from './encryption.ts';
import type {
  ByteRange,
  FileStore,
  PutOptions,
  StoredBytes,
  StoredReference,
} from './file-store.ts';
import type { KeyRing } from './key-ring.ts';
import { Measure } from './measure.ts';
import { putProblem, StagedUploads } from './staged-uploads.ts';
import { isKey, newKey } from './store-key.ts';
import { corruptProblem, missingProblem, readProblem, systemCode } from './store-problems.ts';
import { TrustedFiles } from './trusted-files.ts';

/**
 * Files up to this size are read into memory, checked and sent. Larger files are checked in a pass
 * of their own before they are streamed.
 */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;
/** Files below this size are read with an exact range (see `fullRange`). */
const SMALL_FILE_BYTES = 512 * 1024;

/**
 * Adds keys, encodings, encryption and checksums to any driver. When writing, plain bytes are
 * hashed, then compressed, then encrypted, so that checksums always cover plain bytes.
 */
export class CheckedStore implements FileStore {
  readonly uploads: StagedUploads;
  readonly #driver: BlobDriver;
  readonly #keys: KeyRing;
  readonly #trusted = new TrustedFiles();

  constructor(driver: BlobDriver, keys: KeyRing) {
    this.#driver = driver;
    this.#keys = keys;
    const put = this.put.bind(this);
    this.uploads = new StagedUploads(driver, put, keys.forStaging());
  }

  get encryptionOfNewFiles(): Encryption {
    return this.#keys.encryptionOfNewFiles;
  }

  async put(
    source: Readable | AsyncIterable<Uint8Array> | Uint8Array,
    options: PutOptions,
  ): Promise<Result<StoredBytes>> {
    const key = newKey(options.category, options.id);
    const encryption = options.encryption ?? 'NONE';
    const fileKey = this.#keys.forWriting(encryption);
    if (!fileKey.ok) return this.#reject(source, fileKey.problem);
    const measure = new Measure(options);
    const plain = source instanceof Uint8Array ? Readable.from([source]) : source;
    let bytes: AsyncIterable<Uint8Array> = measure.through(plain);
    if (options.encoding === 'GZIP') bytes = gzipped(bytes);
    if (fileKey.value !== null) bytes = encrypt(bytes, fileKey.value, key);
    try {
      await this.#driver.write(key, bytes, () => measure.approve(), options.maxBytes);
      const encryptionKeyId = fileKey.value?.id ?? null;
      return ok({ key, ...measure.result(), encryption, encryptionKeyId });
    } catch (thrown) {
      return this.#reject(source, putProblem(thrown));
    }
  }

  /** Returns the problem, and closes the source, because its remaining bytes are not read. */
  #reject(source: object, cause: Problem): Result<never> {
    if (source instanceof Readable) source.destroy();
    return fail(cause);
  }

  async read(reference: StoredReference): Promise<Result<Uint8Array>> {
    const chunks: Uint8Array[] = [];
    const checked = await this.#compare(reference, (chunk) => chunks.push(chunk));
    return checked.ok ? ok(Buffer.concat(chunks)) : checked;
  }

  async verify(reference: StoredReference): Promise<Result<void>> {
    const checked = await this.#compare(reference, () => undefined);
    if (!checked.ok) this.#trusted.clear(reference.key);
    return checked;
  }

  /** Reads all plain bytes and compares length and checksum with the reference. */
  async #compare(
    reference: StoredReference,
    onChunk: (chunk: Uint8Array) => void,
  ): Promise<Result<void>> {
    const hash = createHash('sha256');
    let length = 0;
    try {
      for await (const chunk of this.#plain(reference)) {
        length += chunk.byteLength;
        // Stops at the recorded length, because a damaged file could decompress without end.
        if (length > reference.byteLength)
          return fail(corruptProblem('It is longer than recorded.'));
        hash.update(chunk);
        onChunk(chunk);
      }
    } catch (thrown) {
      return fail(await this.#problemOf(reference, thrown));
    }
    const actualSha256 = hash.digest('hex');
    if (actualSha256 === reference.sha256) return ok(undefined);
    return fail(
      corruptProblem(
        `Its SHA-256 is ${actualSha256.slice(0, 12)}…, the recorded one is ${reference.sha256.slice(0, 12)}…`,
      ),
    );
  }

  /** Yields plain bytes of a range without checking the checksum. Throws on any error. */
  async *#plain(reference: StoredReference, range?: ByteRange): AsyncGenerator<Uint8Array> {
    const { key, encoding, encryption = 'NONE', encryptionKeyId = null } = reference;
    if (!isKey(key)) throw new ProblemError(missingProblem());
    const fileKey = this.#keys.forReading(encryption, encryptionKeyId);
    if (!fileKey.ok) throw new ProblemError(fileKey.problem);
    // Compressed files are read from the start, because they have no random access.
    const storedRange = encoding === 'GZIP' ? undefined : (range ?? fullRange(reference));
    let stored: AsyncIterable<Uint8Array>;
    if (fileKey.value === null) stored = await this.#driver.read(key, storedRange);
    else {
      const { size } = await this.#driver.stat(key);
      const read = (byteRange: ByteRange) => this.#driver.read(key, byteRange);
      stored = decrypt({ size, read }, fileKey.value, key, storedRange);
    }
    if (encoding === 'NONE') yield* stored;
    else if (range === undefined) yield* gunzipped(stored);
    else yield* sliceOf(gunzipped(stored), range);
  }

  async stream(reference: StoredReference, range?: ByteRange): Promise<Result<Readable>> {
    if (reference.byteLength <= MAX_BUFFERED_BYTES) {
      const content = await this.read(reference);
      if (!content.ok) return content;
      const slice = range ? content.value.subarray(range.start, range.end + 1) : content.value;
      return ok(Readable.from([slice], { objectMode: false }));
    }
    const checked = await this.#checkLarge(reference);
    if (!checked.ok) return checked;
    try {
      return await this.#open(reference, range);
    } catch (thrown) {
      return fail(await this.#problemOf(reference, thrown));
    }
  }

  async #open(reference: StoredReference, range?: ByteRange): Promise<Result<Readable>> {
    const { key, encoding, encryption = 'NONE' } = reference;
    if (encoding === 'NONE' && encryption === 'NONE') {
      const stored = await this.#driver.read(key, range);
      // Returns the driver's stream directly, without another buffer.
      if (stored instanceof Readable) return ok(stored);
    }
    const plain = this.#plain(reference, range);
    return ok(Readable.from(plain, { objectMode: false, highWaterMark: 256 * 1024 }));
  }

  /** Reads and checks a large file, unless the same bytes were checked recently. */
  async #checkLarge(reference: StoredReference): Promise<Result<void>> {
    if (!isKey(reference.key)) return fail(missingProblem());
    try {
      const stats = await this.#driver.stat(reference.key);
      const state = `${stats.fingerprint} ${reference.sha256}`;
      if (this.#trusted.has(reference.key, state)) return ok(undefined);
      const compared = await this.#compare(reference, () => undefined);
      if (compared.ok) this.#trusted.add(reference.key, state);
      return compared;
    } catch (thrown) {
      return fail(await this.#problemOf(reference, thrown));
    }
  }

  /**
   * Maps an error to a problem; a file counts as missing only while its storage location is
   * available.
   */
  async #problemOf({ key }: StoredReference, thrown: unknown): Promise<Problem> {
    if (thrown instanceof ProblemError) return thrown.problem;
    if (systemCode(thrown) !== 'ENOENT' || (await this.#isAvailable(key)))
      return readProblem(thrown);
    return readProblem(
      Object.assign(new Error('The storage of the files is unavailable'), { code: 'ENODEV' }),
    );
  }

  async #isAvailable(key: string): Promise<boolean> {
    try {
      return await this.#driver.isAvailable(key);
    } catch {
      // A storage that fails this check permits no conclusion about the bytes.
      return false;
    }
  }

  async stat(key: string): Promise<{ storedLength: number; modifiedAtMs: number } | null> {
    if (!isKey(key)) return null;
    try {
      const { size, modifiedAtMs } = await this.#driver.stat(key);
      return { storedLength: size, modifiedAtMs };
    } catch (thrown) {
      if (systemCode(thrown) === 'ENOENT') return null;
      throw thrown;
    }
  }

  async remove(key: string): Promise<void> {
    if (!isKey(key)) return;
    this.#trusted.clear(key);
    await this.#driver.remove(key);
  }

  async discardPut({ category, id }: { category: string; id: string | undefined }): Promise<void> {
    if (id === undefined) return;
    const key = newKey(category, id);
    await this.#driver.removePartial(key);
    await this.remove(key);
  }

  async *keys(): AsyncGenerator<string> {
    for await (const key of this.#driver.keys()) if (isKey(key)) yield key;
  }

  purgeTemporary(minAgeMs: number): Promise<number> {
    return this.#driver.purgeTemporary(minAgeMs);
  }
}

const gzipped = (plain: AsyncIterable<Uint8Array>) =>
  through(plain, createGzip({ level: zlib.Z_BEST_SPEED }));

const gunzipped = (stored: AsyncIterable<Uint8Array>) => through(stored, createGunzip());

/**
 * Returns the range of a whole small file, so that the driver allocates a buffer of the file's
 * size. The larger default buffers caused ten full garbage collections a second. The range has one
 * extra byte, which detects a file that has grown. Undefined for other files.
 */
function fullRange({ byteLength, encryption = 'NONE' }: StoredReference): ByteRange | undefined {
  const isSmall = byteLength > 0 && byteLength < SMALL_FILE_BYTES;
  return isSmall && encryption === 'NONE' ? { start: 0, end: byteLength } : undefined;
}

/**
 * Pipes `source` through `transform`; an error of either closes both and is thrown to the reader.
 */
async function* through(
  source: AsyncIterable<Uint8Array>,
  transform: Duplex,
): AsyncGenerator<Uint8Array> {
  pipeline(source, transform, () => undefined);
  yield* transform;
}

/** Yields the bytes of a range of the source. */
async function* sliceOf(
  source: AsyncIterable<Uint8Array>,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  let offset = 0;
  for await (const chunk of source) {
    const from = Math.max(0, start - offset);
    if (from < chunk.byteLength) yield chunk.subarray(from, end + 1 - offset);
    offset += chunk.byteLength;
    if (offset > end) return;
  }
}
