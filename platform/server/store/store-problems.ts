import { messageOf, type Problem, problem } from '#foundation';

/** Returns the `code` of a failed system call, e.g. ENOSPC; null for anything else. */
export function systemCode(thrown: unknown): string | null {
  if (!(thrown instanceof Error) || !('code' in thrown)) return null;
  return typeof thrown.code === 'string' ? thrown.code : null;
}

/** Codes of full storage: disk, quota, maximum file size. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Returns the Problem for a failed write. The text never contains a path of the server. */
export function writeProblem(thrown: unknown): Problem {
  const code = systemCode(thrown);
  if (code !== null && FULL.has(code)) {
    return problem(
      'STORAGE_FULL',
      'The disk for stored files is full',
      'The file was not stored. Files stored before are complete.',
      'Free disk space and send the file again.',
    );
  }
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'ABORT_ERR') {
    return problem(
      'UPLOAD_BROKEN',
      'The file arrived incomplete',
      'The connection ended before the last byte. Nothing was stored.',
      'Send the file again.',
    );
  }
  return problem(
    'STORAGE_FAILED',
    'The file could not be stored',
    code === null ? 'The write was interrupted.' : `The file system returned ${code}.`,
    'Try again. If it fails again, check the disk of the server.',
  );
}

/** Returns the Problem for a failed read. */
export function readProblem(thrown: unknown): Problem {
  const code = systemCode(thrown);
  if (code === 'ENOENT') return missingProblem();
  if (code?.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE') {
    return corruptProblem('The compressed bytes cannot be decoded.');
  }
  return problem(
    'STORAGE_FAILED',
    'The file could not be read',
    code === null ? messageOf(thrown) : `The file system returned ${code}.`,
    'Try again. If it fails again, check the disk of the server.',
  );
}

export function missingProblem(): Problem {
  return problem(
    'FILE_MISSING',
    'The stored file is missing',
    'The file has a record, but no content in the store.',
    'Restore the file from a backup or create it again.',
  );
}

export function corruptProblem(detail: string): Problem {
  return problem(
    'FILE_CORRUPT',
    'The stored file was changed or damaged',
    detail,
    'Do not use the file. Restore it from a backup or create it again.',
  );
}

export function checksumProblem(expected: string, actual: string): Problem {
  return problem(
    'CHECKSUM_MISMATCH',
    'The content differs from the declared checksum',
    `Declared SHA-256 ${expected.slice(0, 12)}…, received ${actual.slice(0, 12)}…`,
    'Send the file again.',
  );
}

export function tooLargeProblem(maxBytes: number): Problem {
  return problem(
    'TOO_LARGE',
    'The file is too large',
    `More than ${Math.floor(maxBytes / 1024 / 1024)} MiB were sent.`,
    'Send a smaller file.',
  );
}

export function encryptionUnavailable(): Problem {
  return problem(
    'ENCRYPTION_UNAVAILABLE',
    'This site has no key for encrypted files',
    'The file requires AES-256; the site configuration has no storage.encryptionKey.',
    'Store the file without encryption, or ask the administrator to set up a key.',
  );
}

export function keyMissingProblem(id: string | null): Problem {
  return problem(
    'ENCRYPTION_KEY_MISSING',
    'The key of an encrypted file is missing',
    `The file was encrypted with the key ${id ?? '(unknown)'}, which the site configuration does not have.`,
    'Ask the administrator to add that key to storage.formerEncryptionKeys.',
  );
}
