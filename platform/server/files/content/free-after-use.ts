import { Readable } from 'node:stream';
import { freeMemory } from './free-memory.ts';

/**
 * Chunks that may be in flight when the next chunk is requested: one in the response buffer, one in
 * the socket and one as a margin.
 */
const MAX_IN_FLIGHT = 3;
/**
 * Minimum size of chunks to free. Exceeds the socket's high-water mark (64 KiB), so that the sender
 * waits until each chunk has drained, and a chunk is surely sent three chunks later. Smaller chunks
 * may queue up together and are left to the garbage collector.
 */
const STOPS_THE_SENDER_BYTES = 128 * 1024;

/**
 * Streams the same bytes and frees the memory of sent chunks at once; only for HTTP responses. With
 * garbage collection alone every 64 MiB of a download triggered a full heap scan, which took longer
 * than reading and sending. A consumer that retains a chunk finds it detached and empty.
 */
export function freeAfterUse(source: Readable): Readable {
  // Requests the next chunk only when none is waiting.
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
    if (consumed !== undefined && consumed.byteLength >= STOPS_THE_SENDER_BYTES)
      freeMemory(consumed);
    yield chunk;
  }
}
