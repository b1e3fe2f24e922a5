import { type Disposable, toDisposable } from '#foundation';

/** As many are kept for the next chunk; more are made while more chunks are under way. */
const MAX_CACHED = 2;

export interface ChunkBuffer extends Disposable {
  readonly bytes: Buffer;
}

/**
 * Room for one chunk each, used again. The many small pieces in which a chunk arrives die young
 * when they are copied; kept until the chunk is whole, they cost the collector more than the copy.
 */
export class ChunkBuffers {
  readonly #size: number;
  readonly #free: Buffer[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  /** Dispose it when no one reads its bytes any more. */
  acquire(): ChunkBuffer {
    const bytes = this.#free.pop() ?? Buffer.allocUnsafeSlow(this.#size);
    const release = toDisposable(() => {
      if (this.#free.length < MAX_CACHED) this.#free.push(bytes);
    });
    return { bytes, dispose: () => release.dispose() };
  }
}
