import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip, constants as zlib } from 'node:zlib';
import { fail, ok, ProblemError, type Result } from '#foundation';
import type { Disk } from './disk.ts';
import type { PutOptions } from './file-store.ts';
import { checksumProblem, systemCode, tooLargeProblem, writeProblem } from './store-problems.ts';

export const TEMPORARY_SUFFIX = '.part';

interface Measured {
  readonly byteLength: number;
  readonly sha256: string;
}

/** Passes plain bytes on while counting and hashing them. */
function measure(maxBytes: number): {
  through(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  result(): Measured;
} {
  const hash = createHash('sha256');
  let byteLength = 0;
  return {
    async *through(source) {
      for await (const chunk of source) {
        byteLength += chunk.byteLength;
        if (byteLength > maxBytes) throw new ProblemError(tooLargeProblem(maxBytes));
        hash.update(chunk);
        yield chunk;
      }
    },
    result: () => ({ byteLength, sha256: hash.digest('hex') }),
  };
}

/** A readable as chunks of bytes; ends with an error when the sender went away. */
function chunksOf(source: Readable | Uint8Array): AsyncIterable<Uint8Array> {
  if (source instanceof Uint8Array) return Readable.from([source]);
  return source;
}

async function writeAll(
  disk: Disk,
  path: string,
  source: AsyncIterable<Uint8Array>,
): Promise<void> {
  const file = await disk.createFile(path);
  try {
    for await (const chunk of source) await file.write(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Temporary file beside the target → write → fsync → rename → fsync of the folder. Whatever
 * fails, neither name stays.
 */
export async function writeDurably(
  disk: Disk,
  path: string,
  source: Readable | Uint8Array,
  options: PutOptions,
): Promise<Result<Measured>> {
  const temporary = `${path}${TEMPORARY_SUFFIX}`;
  const measured = measure(options.maxBytes ?? Number.POSITIVE_INFINITY);
  let renamed = false;
  try {
    const plain = measured.through(chunksOf(source));
    const bytes =
      options.encoding === 'GZIP'
        ? Readable.from(plain).compose<ReturnType<typeof createGzip>>(
            createGzip({ level: zlib.Z_BEST_SPEED }),
          )
        : plain;
    await writeAll(disk, temporary, bytes);
    const found = measured.result();
    if (options.expectedSha256 !== undefined && options.expectedSha256 !== found.sha256) {
      throw new ProblemError(checksumProblem(options.expectedSha256, found.sha256));
    }
    await disk.rename(temporary, path);
    renamed = true;
    await disk.syncFolder(dirname(path));
    return ok(found);
  } catch (thrown) {
    if (source instanceof Readable) source.destroy();
    await removeIfThere(disk, renamed ? path : temporary);
    return fail(thrown instanceof ProblemError ? thrown.problem : writeProblem(thrown));
  }
}

async function removeIfThere(disk: Disk, path: string): Promise<void> {
  try {
    await disk.remove(path);
  } catch (thrown) {
    // The start-up sweep takes what even removing could not reach.
    if (systemCode(thrown) === null) throw thrown;
  }
}
