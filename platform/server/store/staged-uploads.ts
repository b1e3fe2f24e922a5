import { createHash, type Hash } from 'node:crypto';
import { fail, ok, type Problem, ProblemError, type Result } from '#foundation';
import type { BlobDriver } from './blob-driver.ts';
import type { PutOptions, StoredBytes, UploadSpace } from './file-store.ts';
import type { FileKey } from './key-ring.ts';
import { CIPHER_HEADER_BYTES, StagingCipher } from './staging-cipher.ts';
import { newKey } from './store-key.ts';
import { checksumProblem, missingProblem, writeProblem } from './store-problems.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Maximum number of running hashes; beyond this, all are dropped and commits read the bytes. */
const MAX_HASHES = 1_000;

type Put = (source: AsyncIterable<Uint8Array>, options: PutOptions) => Promise<Result<StoredBytes>>;

/** Hash of the received bytes of an upload, up to `length` bytes. */
interface RunningHash {
  readonly hash: Hash;
  length: number;
}

/** Returns the Problem for an error that a write has thrown. */
export function putProblem(thrown: unknown): Problem {
  return thrown instanceof ProblemError ? thrown.problem : writeProblem(thrown);
}

/**
 * Received bytes of uploads in progress, on any driver. Hashes bytes on arrival, so that a commit
 * does not read them again. If another process received some of them, the commit reads all once.
 */
export class StagedUploads implements UploadSpace {
  readonly #driver: BlobDriver;
  readonly #put: Put;
  /** Key for received bytes; null when the site stores new files unencrypted. */
  readonly #key: FileKey | null;
  readonly #hashes = new Map<string, RunningHash>();

  constructor(driver: BlobDriver, put: Put, key: FileKey | null) {
    this.#driver = driver;
    this.#put = put;
    this.#key = key;
  }

  async received(id: string): Promise<number> {
    const length = await this.#driver.stagedLength(checkedId(id));
    if (this.#key === null || length === 0) return length;
    // Without a valid header the staged bytes are unreadable, so the sender must start again.
    if ((await this.#storedCipher(this.#key, id)) === null) return 0;
    return length - CIPHER_HEADER_BYTES;
  }

  async append(id: string, offset: number, chunks: readonly Uint8Array[]): Promise<Result<void>> {
    const staging = this.#stage(id, offset, chunks);
    // Hashes the chunks while the disk writes them.
    this.#hash(id, offset, chunks);
    const staged = await staging;
    if (!staged.ok) this.#hashes.delete(id);
    return staged;
  }

  async #stage(id: string, offset: number, chunks: readonly Uint8Array[]): Promise<Result<void>> {
    try {
      if (this.#key === null) await this.#driver.stage(checkedId(id), offset, chunks);
      else await this.#stageEncrypted(this.#key, checkedId(id), offset, chunks);
      return ok(undefined);
    } catch (thrown) {
      return fail(writeProblem(thrown));
    }
  }

  /**
   * Encrypts and stages chunks. Offset 0 starts again and discards earlier bytes, which may be
   * longer than the new ones.
   */
  async #stageEncrypted(
    key: FileKey,
    id: string,
    offset: number,
    chunks: readonly Uint8Array[],
  ): Promise<void> {
    if (offset === 0) await this.#driver.discard(id);
    const stagingCipher =
      offset === 0 ? new StagingCipher(key, id) : await this.#storedCipher(key, id);
    if (stagingCipher === null)
      throw new Error('The header of the staged upload is missing or invalid');
    const cipher = stagingCipher.cipherAt(offset);
    const encrypted = chunks.map((chunk) => cipher.update(chunk));
    if (offset === 0) await this.#driver.stage(id, 0, [stagingCipher.header, ...encrypted]);
    else await this.#driver.stage(id, CIPHER_HEADER_BYTES + offset, encrypted);
  }

  /** Returns the cipher of the staged header; null when the header is missing or invalid. */
  async #storedCipher(key: FileKey, id: string): Promise<StagingCipher | null> {
    return StagingCipher.fromHeader(
      key,
      id,
      await this.#driver.stagedHead(id, CIPHER_HEADER_BYTES),
    );
  }

  /**
   * Yields the plain received bytes. Opens the storage on the first read, so that a generator that
   * is never read leaves nothing open.
   */
  async *#readPlain(id: string): AsyncGenerator<Uint8Array> {
    const stagingCipher = this.#key === null ? null : await this.#storedCipher(this.#key, id);
    const stored = await this.#driver.readStaged(id);
    yield* stagingCipher === null ? stored : stagingCipher.decrypt(stored);
  }

  /** Continues the running hash of an upload; drops it when the chunks do not follow its bytes. */
  #hash(id: string, offset: number, chunks: readonly Uint8Array[]): void {
    const running = offset === 0 ? { hash: createHash('sha256'), length: 0 } : this.#hashes.get(id);
    if (running === undefined || running.length !== offset) {
      this.#hashes.delete(id);
      return;
    }
    for (const chunk of chunks) {
      running.hash.update(chunk);
      running.length += chunk.byteLength;
    }
    if (this.#hashes.size >= MAX_HASHES) this.#hashes.clear();
    this.#hashes.set(id, running);
  }

  async finish(id: string, options: PutOptions): Promise<Result<StoredBytes>> {
    const { encoding, encryption = 'NONE', expectedSha256 } = options;
    try {
      const length = await this.received(id);
      // Only plain staged bytes are already in the stored format.
      const isUnencrypted = this.#key === null && encryption === 'NONE';
      const canAdopt = isUnencrypted && encoding === 'NONE' && length > 0;
      if (!canAdopt) return await this.#put(this.#bytes(id, length), options);
      const sha256 = await this.#sha256(id, length);
      if (expectedSha256 !== undefined && expectedSha256 !== sha256) {
        return fail(checksumProblem(expectedSha256, sha256));
      }
      const key = newKey(options.category);
      if (!(await this.#driver.adopt(id, key))) {
        return await this.#put(this.#bytes(id, length), options);
      }
      return ok({ key, byteLength: length, sha256, encryption, encryptionKeyId: null });
    } catch (thrown) {
      return fail(putProblem(thrown));
    }
  }

  /** Returns the plain received bytes; nothing is staged for an empty file. */
  #bytes(id: string, length: number): AsyncIterable<Uint8Array> {
    return length === 0 ? noBytes() : this.#readPlain(id);
  }

  /** Returns the running hash if it covers all bytes; otherwise reads and hashes them. */
  async #sha256(id: string, length: number): Promise<string> {
    const running = this.#hashes.get(id);
    if (running?.length === length) return running.hash.copy().digest('hex');
    const hash = createHash('sha256');
    for await (const chunk of this.#readPlain(id)) hash.update(chunk);
    return hash.digest('hex');
  }

  async discard(id: string): Promise<void> {
    this.#hashes.delete(id);
    await this.#driver.discard(checkedId(id));
  }

  async *list(): AsyncGenerator<{ id: string; modifiedAtMs: number }> {
    for await (const upload of this.#driver.staged()) if (ID.test(upload.id)) yield upload;
  }
}

function checkedId(id: string): string {
  if (!ID.test(id)) throw new ProblemError(missingProblem());
  return id;
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}
