import type { ErrorType } from '#contracts';
import type { Problem } from '#foundation';
import { type ErrorResponse, errorResponse, problemMessage } from '../../http/error-response.ts';

/** Error types by the code of a store problem. */
const STORE_ERROR_TYPES: Readonly<Record<string, ErrorType>> = {
  CHECKSUM_MISMATCH: 'ChecksumMismatch',
  // Missing and damaged bytes don't match the checksum of the row either.
  FILE_CORRUPT: 'ChecksumMismatch',
  FILE_MISSING: 'ChecksumMismatch',
  TOO_LARGE: 'TooLarge',
  STORAGE_FULL: 'StorageFull',
  UPLOAD_BROKEN: 'BadRequest',
  STORAGE_FAILED: 'Unavailable',
  IMPORT_STOPPED: 'Unavailable',
  ENCRYPTION_UNAVAILABLE: 'EncryptionUnavailable',
  ENCRYPTION_KEY_MISSING: 'EncryptionKeyMissing',
};

/** Codes of problems of intact but unsupported files; other codes mean an unreadable file. */
const UNSUPPORTED_CODES =
  /NOT_RECOGNISED|NOT_SUPPORTED|UNKNOWN|UNSUPPORTED|TOO_LARGE|WRONG_|^IMPORT_|NRRD_NOT_A_VOLUME/;

function toErrorResponse(errorType: ErrorType, problem: Problem): ErrorResponse {
  return errorResponse(errorType, problemMessage(problem), { problem });
}

/** Returns the HTTP error for a problem of the store; 503 for unknown codes. */
export function storeError(problem: Problem): ErrorResponse {
  const errorType = Object.hasOwn(STORE_ERROR_TYPES, problem.code)
    ? STORE_ERROR_TYPES[problem.code]
    : undefined;
  return toErrorResponse(errorType ?? 'Unavailable', problem);
}

/**
 * Returns the HTTP error for a file that can't be imported: unsupported, unreadable, or with a
 * header that contradicts the entered axes.
 */
export function importError(problem: Problem): ErrorResponse {
  if (Object.hasOwn(STORE_ERROR_TYPES, problem.code)) return storeError(problem);
  if (problem.code === 'IMPORT_CONTRADICTION') {
    return toErrorResponse('OrientationContradiction', problem);
  }
  return toErrorResponse(
    UNSUPPORTED_CODES.test(problem.code) ? 'UnsupportedFile' : 'UnreadableFile',
    problem,
  );
}
