import { Readable } from 'node:stream';
import { freeMemory } from './free-memory.ts';

/**
 * How many pieces may be on their way when one more is asked for: one in the answer's own buffer,
 * one that the line takes, and one to be safe.
 */
const ON_THE_WAY = 3;
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
export function freedAfterUse(source: Readable): Readable {
  // Only when nothing waits any more is the next piece asked for.
  const answer = Readable.from(lent(source), { objectMode: false, highWaterMark: 1 });
  // A reader who left before the first byte never began to read: the file is open all the same.
  return answer.once('close', () => source.destroy());
}

async function* lent(source: Readable): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source as AsyncIterable<Uint8Array>) {
    pieces.push(piece);
    const gone = pieces.length > ON_THE_WAY ? pieces.shift() : undefined;
    if (gone !== undefined && gone.byteLength >= STOPS_THE_SENDER_BYTES) freeMemory(gone);
    yield piece;
  }
}
