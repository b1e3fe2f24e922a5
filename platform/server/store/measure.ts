import { createHash } from 'node:crypto';
import { ProblemError } from '#foundation';
import type { PutOptions } from './file-store.ts';
import { checksumProblem, tooLargeProblem } from './store-problems.ts';

/** Counts and hashes plain bytes while they are written, and compares them with the options. */
export class Measure {
  readonly #hash = createHash('sha256');
  readonly #options: Pick<PutOptions, 'maxBytes' | 'expectedSha256'>;
  #byteLength = 0;
  #sha256: string | null = null;

  constructor(options: Pick<PutOptions, 'maxBytes' | 'expectedSha256'>) {
    this.#options = options;
  }

  /**
   * Yields the bytes of the source unchanged and measures them.
   * @throws ProblemError `TOO_LARGE`
   */
  async *through(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const maxBytes = this.#options.maxBytes ?? Number.POSITIVE_INFINITY;
    for await (const chunk of source) {
      this.#byteLength += chunk.byteLength;
      if (this.#byteLength > maxBytes) throw new ProblemError(tooLargeProblem(maxBytes));
      this.#hash.update(chunk);
      yield chunk;
    }
  }

  /**
   * Call after the last byte.
   * @throws ProblemError `CHECKSUM_MISMATCH`
   */
  approve(): void {
    const { expectedSha256 } = this.#options;
    const { sha256 } = this.result();
    if (expectedSha256 !== undefined && expectedSha256 !== sha256) {
      throw new ProblemError(checksumProblem(expectedSha256, sha256));
    }
  }

  /** Returns length and SHA-256 (lower-case hex); call after the last byte. */
  result(): { readonly byteLength: number; readonly sha256: string } {
    this.#sha256 ??= this.#hash.digest('hex');
    return { byteLength: this.#byteLength, sha256: this.#sha256 };
  }
}
