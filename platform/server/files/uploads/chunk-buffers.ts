import { type Disposable, toDisposable } from '#foundation';

/** Number of buffers kept for reuse; concurrent chunks may allocate more. */
const MAX_CACHED = 2;

export interface ChunkBuffer extends Disposable {
  readonly bytes: Buffer;
}

/**
 * Reusable buffers of one chunk each. Copying the many small pieces of a chunk lets each piece be
 * freed early; retaining them until the chunk is complete costs more garbage collection than the
 * copy.
 */
export class ChunkBuffers {
  readonly #size: number;
  readonly #free: Buffer[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  /** Dispose the buffer when its bytes are no longer read. */
  acquire(): ChunkBuffer {
    const bytes = this.#free.pop() ?? Buffer.allocUnsafeSlow(this.#size);
    const release = toDisposable(() => {
      if (this.#free.length < MAX_CACHED) this.#free.push(bytes);
    });
    return { bytes, dispose: () => release.dispose() };
  }
}
