import { fail, messageOf, ok, type Result } from '#foundation';
import { corrupt, type VolumeFormat } from './volume-problems.ts';

/** Compresses bytes by gzip, in browsers and Node. */
export async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/**
 * Returns the first `maxBytes` bytes of gzip data, or all of them if they are fewer. Damaged data
 * are the Problem VOLUME_CORRUPT. Memory grows with the data, not with `maxBytes`.
 */
export async function gunzipStart(
  format: VolumeFormat,
  packed: Uint8Array,
  maxBytes: number,
): Promise<Result<Uint8Array>> {
  // The type of a Blob part excludes views of a SharedArrayBuffer, which `packed` never is.
  const source = new Blob([packed as Uint8Array<ArrayBuffer>]).stream();
  const reader = source.pipeThrough(new DecompressionStream('gzip')).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    while (length < maxBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      length += value.length;
    }
    if (length >= maxBytes) await reader.cancel();
  } catch (thrown) {
    return fail(corrupt(format, messageOf(thrown)));
  }
  const all = new Uint8Array(Math.min(length, maxBytes));
  let filled = 0;
  for (const chunk of chunks) {
    const part = chunk.subarray(0, all.length - filled);
    all.set(part, filled);
    filled += part.length;
  }
  return ok(all);
}
