import { type Disposable, toDisposable } from '#foundation';

/** Number of buffers kept for reuse; concurrent chunks may allocate more. */
const MAX_CACHED = 2;

/** Buffer of one chunk; dispose returns it for reuse. */
export interface ChunkBuffer extends Disposable {
  readonly bytes: Buffer;
}

/**
 * Reusable buffers of one chunk each, into which the many small pieces of a chunk are copied on
 * arrival. Each piece can then be freed at once; keeping all pieces until the chunk is complete
 * costs more garbage collection than the copy.
 */
export class ChunkBuffers {
  readonly #size: number;
  readonly #free: Buffer[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  /** Returns a free buffer; dispose it when its bytes are no longer read. */
  acquire(): ChunkBuffer {
    const bytes = this.#free.pop() ?? Buffer.allocUnsafeSlow(this.#size);
    const release = toDisposable(() => {
      if (this.#free.length < MAX_CACHED) this.#free.push(bytes);
    });
    return { bytes, dispose: () => release.dispose() };
  }
}
