import { messageOf, type Problem, problem } from '#foundation';
import { errorTexts } from '../texts/error-texts.ts';

/** Timeout for loading a part of the program. */
export const CHUNK_TIMEOUT_MS = 120_000;

const CHUNK_ERROR_PATTERN =
  /dynamically imported module|Importing a module script failed|error loading dynamically|Failed to fetch module/i;

class ChunkTimeout extends Error {
  override name = 'ChunkTimeout';
}

/**
 * Returns true when a part of the program could not be loaded: offline, or the server has a newer
 * version.
 */
export function isChunkFailure(thrown: unknown): boolean {
  return thrown instanceof ChunkTimeout || CHUNK_ERROR_PATTERN.test(messageOf(thrown));
}

/** Converts a chunk failure to a Problem for people. */
export function chunkProblem(thrown: unknown): Problem {
  return problem(
    thrown instanceof ChunkTimeout ? 'CHUNK_TIMEOUT' : 'CHUNK_MISSING',
    errorTexts.chunk.title,
    messageOf(thrown),
    errorTexts.chunk.next,
  );
}

const RELOAD_CODES: readonly string[] = ['CHUNK_TIMEOUT', 'CHUNK_MISSING', 'EXTENSION_NOT_LOADED'];

/**
 * Returns true for Problems that only a reload can fix, because browsers cache a failed module
 * load.
 */
export function requiresReload(failure: Problem): boolean {
  return RELOAD_CODES.includes(failure.code);
}

/** Loads a module; rejects with `ChunkTimeout` after `limitMs`. */
export async function loadChunk<T>(load: () => Promise<T>, limitMs = CHUNK_TIMEOUT_MS): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new ChunkTimeout(errorTexts.chunk.late(limitMs / 1_000))),
    limitMs,
  );
  try {
    return await Promise.race([load(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
