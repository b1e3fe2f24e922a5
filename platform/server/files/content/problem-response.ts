import type { ErrorType } from '#contracts';
import type { Problem } from '#foundation';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';

/** Error types by the code of a store problem. */
const OF_STORE: Readonly<Record<string, ErrorType>> = {
  CHECKSUM_MISMATCH: 'ChecksumMismatch',
  // Record and bytes no longer match, so the same error type keeps readers from trusting the bytes.
  FILE_CORRUPT: 'ChecksumMismatch',
  FILE_MISSING: 'ChecksumMismatch',
  TOO_LARGE: 'TooLarge',
  STORAGE_FULL: 'StorageFull',
  UPLOAD_BROKEN: 'BadRequest',
  STORAGE_FAILED: 'Unavailable',
  ENCRYPTION_UNAVAILABLE: 'EncryptionUnavailable',
  ENCRYPTION_KEY_MISSING: 'EncryptionKeyMissing',
};

/** Codes of intact but unsupported files; all other codes mean a broken file. */
const UNSUPPORTED_CODES =
  /NOT_RECOGNISED|NOT_SUPPORTED|UNKNOWN|UNSUPPORTED|TOO_LARGE|WRONG_|^IMPORT_|NRRD_NOT_A_VOLUME/;

function toErrorResponse(errorType: ErrorType, problem: Problem): ErrorResponse {
  return errorResponse(errorType, `${problem.title}. ${problem.next}`, { problem });
}

export function storeError(problem: Problem): ErrorResponse {
  const errorType = Object.hasOwn(OF_STORE, problem.code) ? OF_STORE[problem.code] : undefined;
  return toErrorResponse(errorType ?? 'Unavailable', problem);
}

/** Returns the HTTP error for a file that can't be imported: unsupported or unreadable. */
export function importError(problem: Problem): ErrorResponse {
  if (Object.hasOwn(OF_STORE, problem.code)) return storeError(problem);
  return toErrorResponse(
    UNSUPPORTED_CODES.test(problem.code) ? 'UnsupportedFile' : 'UnreadableFile',
    problem,
  );
}
