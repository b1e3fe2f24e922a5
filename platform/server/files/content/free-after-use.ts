import { Readable } from 'node:stream';
import { freeMemory } from './free-memory.ts';

/**
 * How many pieces may be on their way when one more is asked for: one in the answer's own buffer,
 * one that the line takes, and one to be safe.
 */
const MAX_IN_FLIGHT = 3;
/**
 * Larger than what a socket takes before it says stop (64 KiB): after such a piece nothing more is
 * asked for until the line has taken it, so three pieces later it is long gone. Smaller ones may
 * wait together and are left to the collector.
 */
const STOPS_THE_SENDER_BYTES = 128 * 1024;

/**
 * The same bytes for an answer over HTTP, and only for that: memory of pieces that have gone out is
 * given back at once. Left to the collector, every 64 MiB of a download cost a look at the whole
 * heap, which took longer than reading and sending them. Whoever keeps a piece finds it empty.
 */
export function freeAfterUse(source: Readable): Readable {
  // Only when nothing waits any more is the next piece asked for.
  const stream = Readable.from(releaseConsumed(source), { objectMode: false, highWaterMark: 1 });
  // A reader who left before the first byte never began to read: the file is open all the same.
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
