/** All bytes at once. */
export async function joined(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The same bytes in pieces of exactly `size`, the last one shorter. Nothing comes of nothing. */
export async function* inPieces(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let held = 0;
  for await (const chunk of source) {
    let at = 0;
    while (held + chunk.byteLength - at >= size) {
      const part = chunk.subarray(at, at + size - held);
      at += part.byteLength;
      yield held === 0 ? part : Buffer.concat([...waiting, part]);
      waiting = [];
      held = 0;
    }
    if (at === chunk.byteLength) continue;
    // A copy: senders may use their buffer again.
    waiting.push(chunk.slice(at));
    held += chunk.byteLength - at;
  }
  if (held > 0) yield Buffer.concat(waiting);
}
