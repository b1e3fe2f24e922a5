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

/** Files up to this size are read and checked at once; larger ones are checked in a first pass. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;
/** Less than what a driver reads at a time. */
const SMALL_BYTES = 512 * 1024;

/**
 * The store above any driver: names, encodings, encryption and checksums. Plain bytes are measured
 * first, then compressed, then encrypted; the checksum is always of the plain bytes.
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
    const key = newKey(options.category);
    const encryption = options.encryption ?? 'NONE';
    const fileKey = this.#keys.forWriting(encryption);
    if (!fileKey.ok) return this.#reject(source, fileKey.problem);
    const measure = new Measure(options);
    const plain = source instanceof Uint8Array ? Readable.from([source]) : source;
    let bytes: AsyncIterable<Uint8Array> = measure.through(plain);
    if (options.encoding === 'GZIP') bytes = gzipped(bytes);
    if (fileKey.value !== null) bytes = encrypt(bytes, fileKey.value, key);
    try {
      await this.#driver.write(key, bytes, () => measure.approve());
      const encryptionKeyId = fileKey.value?.id ?? null;
      return ok({ key, ...measure.result(), encryption, encryptionKeyId });
    } catch (thrown) {
      return this.#reject(source, putProblem(thrown));
    }
  }

  /** A sender whose bytes are refused is not read any further. */
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

  /** Reads everything, and says at the end whether it is what the record promised. */
  async #compare(
    reference: StoredReference,
    each: (chunk: Uint8Array) => void,
  ): Promise<Result<void>> {
    const hash = createHash('sha256');
    let length = 0;
    try {
      for await (const chunk of this.#plain(reference)) {
        length += chunk.byteLength;
        // A damaged file could unpack without end: no more than the row promised.
        if (length > reference.byteLength) return fail(corruptProblem('It is longer than it was.'));
        hash.update(chunk);
        each(chunk);
      }
    } catch (thrown) {
      return fail(await this.#problemOf(reference, thrown));
    }
    const actualSha256 = hash.digest('hex');
    if (actualSha256 === reference.sha256) return ok(undefined);
    return fail(
      corruptProblem(
        `Its SHA-256 is ${actualSha256.slice(0, 12)}…, the record says ${reference.sha256.slice(0, 12)}…`,
      ),
    );
  }

  /** Plain bytes of a range that was not compared with anything. Throws what goes wrong. */
  async *#plain(reference: StoredReference, range?: ByteRange): AsyncGenerator<Uint8Array> {
    const { key, encoding, encryption = 'NONE', encryptionKeyId = null } = reference;
    if (!isKey(key)) throw new ProblemError(missingProblem());
    const fileKey = this.#keys.forReading(encryption, encryptionKeyId);
    if (!fileKey.ok) throw new ProblemError(fileKey.problem);
    // Compressed bytes have no places: they are unpacked from the beginning.
    const within = encoding === 'GZIP' ? undefined : (range ?? fullRange(reference));
    let stored: AsyncIterable<Uint8Array>;
    if (fileKey.value === null) stored = await this.#driver.read(key, within);
    else {
      const { size } = await this.#driver.stat(key);
      const read = (byteRange: ByteRange) => this.#driver.read(key, byteRange);
      stored = decrypt({ size, read }, fileKey.value, key, within);
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
    const checked = await this.#check(reference);
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
      // As the driver reads it: nothing stands between the disk and the line.
      if (stored instanceof Readable) return ok(stored);
    }
    const plain = this.#plain(reference, range);
    return ok(Readable.from(plain, { objectMode: false, highWaterMark: 256 * 1024 }));
  }

  /** Compares a large file before its first byte leaves, unless that was done a moment ago. */
  async #check(reference: StoredReference): Promise<Result<void>> {
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

  /** A file is missing only where the others of its kind can be. */
  async #problemOf({ key }: StoredReference, thrown: unknown): Promise<Problem> {
    if (thrown instanceof ProblemError) return thrown.problem;
    if (systemCode(thrown) !== 'ENOENT' || (await this.#isAvailable(key)))
      return readProblem(thrown);
    return readProblem(Object.assign(new Error('The place of the files'), { code: 'ENODEV' }));
  }

  async #isAvailable(key: string): Promise<boolean> {
    try {
      return await this.#driver.isAvailable(key);
    } catch {
      // A disk that fails even here says nothing of the bytes.
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
 * A small file as a range, so that no buffer for large ones is made for it: those that the reading of
 * many frames left behind made the collector look at the whole heap ten times a second. One byte
 * more than the row promised shows a file that is longer.
 */
function fullRange({ byteLength, encryption = 'NONE' }: StoredReference): ByteRange | undefined {
  const isSmall = byteLength > 0 && byteLength < SMALL_BYTES;
  return isSmall && encryption === 'NONE' ? { start: 0, end: byteLength } : undefined;
}

/** An error of either ends both, and comes out where the result is read. Unread, it begins nothing. */
async function* through(
  source: AsyncIterable<Uint8Array>,
  transform: Duplex,
): AsyncGenerator<Uint8Array> {
  pipeline(source, transform, () => undefined);
  yield* transform;
}

async function* sliceOf(
  source: AsyncIterable<Uint8Array>,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of source) {
    const from = Math.max(0, start - at);
    if (from < chunk.byteLength) yield chunk.subarray(from, end + 1 - at);
    at += chunk.byteLength;
    if (at > end) return;
  }
}
