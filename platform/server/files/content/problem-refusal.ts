import type { ErrorType } from '#contracts';
import type { Problem } from '#foundation';
import { type Refusal, refuse } from '../../http/refusal.ts';

/** Problems of the store, and what each is over HTTP. */
const OF_STORE: Readonly<Record<string, ErrorType>> = {
  CHECKSUM_MISMATCH: 'ChecksumMismatch',
  // Record and bytes no longer agree: the same refusal, so that no reader takes them for good.
  FILE_CORRUPT: 'ChecksumMismatch',
  FILE_MISSING: 'ChecksumMismatch',
  TOO_LARGE: 'TooLarge',
  STORAGE_FULL: 'StorageFull',
  UPLOAD_BROKEN: 'BadRequest',
  STORAGE_FAILED: 'Unavailable',
  ENCRYPTION_UNAVAILABLE: 'EncryptionUnavailable',
  ENCRYPTION_KEY_MISSING: 'EncryptionKeyMissing',
};

/** A foreign file that is whole but not for us; every other one is broken. */
const NOT_FOR_US =
  /NOT_RECOGNISED|NOT_SUPPORTED|UNKNOWN|UNSUPPORTED|TOO_LARGE|WRONG_|^IMPORT_|NRRD_NOT_A_VOLUME/;

function refusalOf(errorType: ErrorType, problem: Problem): Refusal {
  return refuse(errorType, `${problem.title}. ${problem.next}`, { problem });
}

export function storeRefusal(problem: Problem): Refusal {
  const known = Object.hasOwn(OF_STORE, problem.code) ? OF_STORE[problem.code] : undefined;
  return refusalOf(known ?? 'Unavailable', problem);
}

/** What a file that can't be imported is over HTTP: unsupported or unreadable. */
export function importRefusal(problem: Problem): Refusal {
  if (Object.hasOwn(OF_STORE, problem.code)) return storeRefusal(problem);
  return refusalOf(NOT_FOR_US.test(problem.code) ? 'UnsupportedFile' : 'UnreadableFile', problem);
}
