import { fail, ok, type Problem, problem, problemOf, type Result } from '#foundation';
import { attachmentTexts } from '../texts/attachment-texts.ts';

/**
 * Returns the SHA-256 as lower-case hex. Fails outside a secure context, and when the file cannot
 * be read.
 */
export async function checksumOf(bytes: Blob | Uint8Array<ArrayBuffer>): Promise<Result<string>> {
  const { noDigest, unreadable } = attachmentTexts;
  // Undefined on pages served over plain HTTP from another machine.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (subtle === undefined) {
    return fail(problem('NO_DIGEST', noDigest.title, noDigest.detail, noDigest.next));
  }
  try {
    const buffer = bytes instanceof Uint8Array ? bytes : await bytes.arrayBuffer();
    const digest = new Uint8Array(await subtle.digest('SHA-256', buffer));
    return ok([...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
  } catch (thrown) {
    // The file was moved or changed after selection.
    return fail(problemOf(thrown, 'FILE_UNREADABLE', unreadable.title, unreadable.next));
  }
}

/** Returns the Problem for bytes that differ from the stored checksum. */
export function checksumMismatch(): Problem {
  const { title, detail, next } = attachmentTexts.checksumMismatch;
  return problem('CHECKSUM_MISMATCH', title, detail, next);
}
