import { S3ServiceException } from '@aws-sdk/client-s3';
import { messageOf } from '#foundation';

const MISSING = new Set(['NoSuchKey', 'NotFound']);
const FULL = new Set(['InsufficientStorage', 'QuotaExceeded', 'InsufficientCapacity']);

/**
 * Converts an S3 error to an error with a system code: ENOENT for a missing object, ENOSPC for full
 * storage, else S3_ and the name of the error. Omits S3's message, because it names the bucket.
 */
export function systemError(thrown: unknown): NodeJS.ErrnoException {
  const name = thrown instanceof Error ? thrown.name : 'Error';
  const status = thrown instanceof S3ServiceException ? thrown.$metadata.httpStatusCode : undefined;
  const isMissing = MISSING.has(name) || (status === 404 && name !== 'NoSuchBucket');
  const isFull = FULL.has(name) || status === 507;
  let code = `S3_${name}`;
  if (isMissing) code = 'ENOENT';
  else if (isFull) code = 'ENOSPC';
  return Object.assign(new Error(`S3: ${code}`, { cause: messageOf(thrown) }), { code });
}

/** Returns whether a range starts after the end of the object, for an error from `systemError`. */
export const isBeyondEnd = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'S3_InvalidRange';
