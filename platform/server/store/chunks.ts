/** Reads the whole source into memory. */
export async function concatChunks(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Splits the bytes into chunks of exactly `size`, the last one shorter. An empty source yields no
 * chunks.
 */
export async function* rechunk(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array> {
  let buffered: Uint8Array[] = [];
  let bufferedBytes = 0;
  for await (const chunk of source) {
    let start = 0;
    while (bufferedBytes + chunk.byteLength - start >= size) {
      const block = chunk.subarray(start, start + size - bufferedBytes);
      start += block.byteLength;
      yield bufferedBytes === 0 ? block : Buffer.concat([...buffered, block]);
      buffered = [];
      bufferedBytes = 0;
    }
    if (start === chunk.byteLength) continue;
    // Copies the rest, because the source may reuse its buffer.
    buffered.push(chunk.slice(start));
    bufferedBytes += chunk.byteLength - start;
  }
  if (bufferedBytes > 0) yield Buffer.concat(buffered);
}
