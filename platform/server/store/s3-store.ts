import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { fail, ok, problem, type Result } from '#foundation';
import { CheckedStore } from './checked-store.ts';
import type { FileStore } from './file-store.ts';
import type { KeyRing } from './key-ring.ts';
import { S3Blobs } from './s3-blobs.ts';
import { systemError } from './s3-errors.ts';

export interface S3Options {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Prefix of every key; ends with `/` for a folder. */
  readonly prefix: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** Maximum wait for a connection, and for the next bytes of a request. */
const CONNECT_MS = 5_000;
const IDLE_TIMEOUT_MS = 60_000;

/**
 * Opens a store in an existing, accessible bucket.
 * @returns `S3_UNREACHABLE`
 */
export async function openS3Store(options: S3Options, keys: KeyRing): Promise<Result<FileStore>> {
  const { endpoint, region, bucket, prefix, credentials } = options;
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    // Puts the bucket into the path, because self-hosted S3 servers have no host name per bucket.
    forcePathStyle: true,
    // Servers other than Amazon's store the trailing checksums of newer clients as part of the
    // object. The store compares its own checksum end to end.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: IDLE_TIMEOUT_MS },
  });
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
  } catch (thrown) {
    client.destroy();
    return fail(
      problem(
        'S3_UNREACHABLE',
        'The bucket for stored files can’t be used',
        `The storage returned ${systemError(thrown).code}.`,
        'Check endpoint, bucket and keys in storage of the site configuration.',
      ),
    );
  }
  return ok(new CheckedStore(new S3Blobs(client, bucket, prefix), keys));
}
