import { S3ServiceException } from '@aws-sdk/client-s3';
import { messageOf } from '#foundation';

const MISSING = new Set(['NoSuchKey', 'NotFound']);
const FULL = new Set(['InsufficientStorage', 'QuotaExceeded', 'InsufficientCapacity']);

/**
 * Maps S3 errors to system error codes, so that the store can distinguish missing, full and failing
 * storage. Omits S3's message from the text, because the message names the bucket.
 */
export function systemError(thrown: unknown): NodeJS.ErrnoException {
  const name = thrown instanceof Error ? thrown.name : 'Error';
  const status = thrown instanceof S3ServiceException ? thrown.$metadata.httpStatusCode : undefined;
  const isMissing = MISSING.has(name) || (status === 404 && name !== 'NoSuchBucket');
  const code = isMissing ? 'ENOENT' : storageCode(`S3_${name}`, name, status);
  return Object.assign(new Error(`S3: ${code}`, { cause: messageOf(thrown) }), { code });
}

function storageCode(code: string, name: string, status: number | undefined): string {
  return FULL.has(name) || status === 507 ? 'ENOSPC' : code;
}

/** Returns whether a range starts after the end of the object, for an error from `systemError`. */
export const isBeyondEnd = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'S3_InvalidRange';
