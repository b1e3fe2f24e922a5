/** All bytes at once. */
export async function concatChunks(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The same bytes in pieces of exactly `size`, the last one shorter. Nothing comes of nothing. */
export async function* rechunk(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array> {
  let buffered: Uint8Array[] = [];
  let bufferedBytes = 0;
  for await (const chunk of source) {
    let at = 0;
    while (bufferedBytes + chunk.byteLength - at >= size) {
      const block = chunk.subarray(at, at + size - bufferedBytes);
      at += block.byteLength;
      yield bufferedBytes === 0 ? block : Buffer.concat([...buffered, block]);
      buffered = [];
      bufferedBytes = 0;
    }
    if (at === chunk.byteLength) continue;
    // A copy: senders may use their buffer again.
    buffered.push(chunk.slice(at));
    bufferedBytes += chunk.byteLength - at;
  }
  if (bufferedBytes > 0) yield Buffer.concat(buffered);
}
