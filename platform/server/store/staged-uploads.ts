import { createHash, type Hash } from 'node:crypto';
import { fail, ok, type Problem, ProblemError, type Result } from '#foundation';
import type { BlobDriver } from './blob-driver.ts';
import type { PutOptions, StoredBytes, UploadSpace } from './file-store.ts';
import type { FileKey } from './key-ring.ts';
import { stageVeil, unveiled } from './stage-veil.ts';
import { newKey } from './store-key.ts';
import { checksumProblem, missingProblem, writeProblem } from './store-problems.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Hashes of uploads under way that this process remembers. */
const MOST_HASHES = 1_000;

type Put = (source: AsyncIterable<Uint8Array>, options: PutOptions) => Promise<Result<StoredBytes>>;

interface RunningHash {
  readonly hash: Hash;
  length: number;
}

export function putProblem(thrown: unknown): Problem {
  return thrown instanceof ProblemError ? thrown.problem : writeProblem(thrown);
}

/**
 * Uploads under way on any driver. Bytes that all came through this process are hashed as they
 * come, so that a commit reads nothing; others are read once.
 */
export class StagedUploads implements UploadSpace {
  readonly #driver: BlobDriver;
  readonly #put: Put;
  /** Null: the bytes lie open, as the files of the site do. */
  readonly #key: FileKey | null;
  readonly #hashes = new Map<string, RunningHash>();

  constructor(driver: BlobDriver, put: Put, key: FileKey | null) {
    this.#driver = driver;
    this.#put = put;
    this.#key = key;
  }

  received(id: string): Promise<number> {
    return this.#driver.stagedLength(checkedId(id));
  }

  async append(id: string, offset: number, pieces: readonly Uint8Array[]): Promise<Result<void>> {
    const staging = this.#stage(id, offset, pieces);
    // While the disk writes, these are hashed.
    this.#hash(id, offset, pieces);
    const staged = await staging;
    if (!staged.ok) this.#hashes.delete(id);
    return staged;
  }

  async #stage(id: string, offset: number, pieces: readonly Uint8Array[]): Promise<Result<void>> {
    try {
      const veiled = this.#veiled(id, offset, pieces);
      await this.#driver.stage(checkedId(id), offset, veiled);
      return ok(undefined);
    } catch (thrown) {
      return fail(writeProblem(thrown));
    }
  }

  #veiled(id: string, offset: number, pieces: readonly Uint8Array[]): readonly Uint8Array[] {
    if (this.#key === null) return pieces;
    const veil = stageVeil(this.#key, id, offset);
    return pieces.map((piece) => veil.update(piece));
  }

  /** Opened when the first byte is read: what is never read has nothing to close. */
  async *#staged(id: string): AsyncGenerator<Uint8Array> {
    const stored = await this.#driver.readStaged(id);
    yield* this.#key === null ? stored : unveiled(stored, stageVeil(this.#key, id, 0));
  }

  #hash(id: string, offset: number, pieces: readonly Uint8Array[]): void {
    const running = offset === 0 ? { hash: createHash('sha256'), length: 0 } : this.#hashes.get(id);
    if (running === undefined || running.length !== offset) {
      this.#hashes.delete(id);
      return;
    }
    for (const piece of pieces) {
      running.hash.update(piece);
      running.length += piece.byteLength;
    }
    if (this.#hashes.size >= MOST_HASHES) this.#hashes.clear();
    this.#hashes.set(id, running);
  }

  async finish(id: string, options: PutOptions): Promise<Result<StoredBytes>> {
    const { encoding, encryption = 'NONE', expectedSha256 } = options;
    try {
      const length = await this.#driver.stagedLength(checkedId(id));
      const isOpen = this.#key === null && encryption === 'NONE';
      const asItIs = isOpen && encoding === 'NONE' && length > 0;
      if (!asItIs) return await this.#put(this.#bytes(id, length), options);
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

  #bytes(id: string, length: number): AsyncIterable<Uint8Array> {
    return length === 0 ? nothing() : this.#staged(id);
  }

  async #sha256(id: string, length: number): Promise<string> {
    const running = this.#hashes.get(id);
    if (running?.length === length) return running.hash.copy().digest('hex');
    const hash = createHash('sha256');
    for await (const piece of this.#staged(id)) hash.update(piece);
    return hash.digest('hex');
  }

  async discard(id: string): Promise<void> {
    this.#hashes.delete(id);
    await this.#driver.discard(checkedId(id));
  }

  async *list(): AsyncGenerator<{ id: string; modifiedAtMs: number }> {
    for await (const one of this.#driver.staged()) if (ID.test(one.id)) yield one;
  }
}

function checkedId(id: string): string {
  if (!ID.test(id)) throw new ProblemError(missingProblem());
  return id;
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
