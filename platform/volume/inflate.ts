import type { Result } from '#foundation';
import { fail, messageOf, ok } from '#foundation';
import type { VolumeFormat } from './volume-problems.ts';
import { corrupt, overlong, truncated } from './volume-problems.ts';

/** Maximum compression ratio of Deflate (RFC 1951: 258 bytes in 2 bits). */
const MAX_DEFLATE_RATIO = 1032;

/**
 * Decompresses gzip or zlib (`deflate`) to exactly `expectedBytes`, in browsers and Node. Longer,
 * shorter or damaged data are Problems; memory is bounded by the maximum output of the input.
 */
export async function inflate(
  format: VolumeFormat,
  packed: Uint8Array,
  kind: 'gzip' | 'deflate',
  expectedBytes: number,
): Promise<Result<Uint8Array>> {
  const maxBytes = packed.length * MAX_DEFLATE_RATIO;
  if (expectedBytes > maxBytes) return fail(truncated(format, expectedBytes, packed.length));
  const out = new Uint8Array(expectedBytes);
  let filled = 0;
  // The type of a Blob part excludes views of a SharedArrayBuffer, which `packed` never is.
  const source = new Blob([packed as Uint8Array<ArrayBuffer>]).stream();
  const reader = source.pipeThrough(new DecompressionStream(kind)).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (filled + value.length > expectedBytes) {
        await reader.cancel();
        return fail(overlong(format, expectedBytes));
      }
      out.set(value, filled);
      filled += value.length;
    }
  } catch (thrown) {
    return fail(corrupt(format, messageOf(thrown)));
  }
  return filled < expectedBytes ? fail(truncated(format, expectedBytes, filled)) : ok(out);
}
