import { Readable } from 'node:stream';
import { freeMemory } from './free-memory.ts';

/**
 * Chunks that may be in flight when the next chunk is requested: one in the response buffer, one in
 * the socket and one as a margin.
 */
const MAX_IN_FLIGHT = 3;
/**
 * Minimum size of chunks to free. Larger than the socket's high-water mark (64 KiB), so that the
 * sender waits until each chunk is sent, and a chunk has been sent when the third chunk after it is
 * requested. Smaller chunks may wait together in the socket and are left to the garbage collector.
 */
const MIN_FREED_BYTES = 128 * 1024;

/**
 * Returns a stream of the same bytes that frees the memory of each chunk once it is sent. Use only
 * for HTTP responses, because a chunk that a consumer keeps becomes empty. Without this, every 64
 * MiB of a download triggered a full garbage collection, which took longer than reading and
 * sending.
 */
export function freeAfterUse(source: Readable): Readable {
  // A high-water mark of 1 byte requests the next chunk only when no chunk is buffered.
  const stream = Readable.from(releaseConsumed(source), { objectMode: false, highWaterMark: 1 });
  // A stream destroyed before its first read never starts the generator, so the open file must be
  // closed explicitly.
  return stream.once('close', () => source.destroy());
}

async function* releaseConsumed(source: Readable): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    const consumed = chunks.length > MAX_IN_FLIGHT ? chunks.shift() : undefined;
    if (consumed !== undefined && consumed.byteLength >= MIN_FREED_BYTES) freeMemory(consumed);
    yield chunk;
  }
}
