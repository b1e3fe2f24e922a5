import { S3ServiceException } from '@aws-sdk/client-s3';
import { messageOf } from '#foundation';

const MISSING = new Set(['NoSuchKey', 'NotFound']);
const FULL = new Set(['InsufficientStorage', 'QuotaExceeded', 'InsufficientCapacity']);

/**
 * What S3 said, in the codes of a disk, so that the store above knows missing from full from
 * failing. Its words stay out: they name the bucket.
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

/** A range that begins where the object has ended, of an error as `systemError` makes it. */
export const isBeyondEnd = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'S3_InvalidRange';
