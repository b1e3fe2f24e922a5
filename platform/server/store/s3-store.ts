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
  /** Before every key; ends with `/` where it is a folder. */
  readonly prefix: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

const CONNECT_MS = 5_000;
const IDLE_TIMEOUT_MS = 60_000;

/** A store in a bucket that exists and lets us in. @returns `S3_UNREACHABLE` */
export async function openS3Store(options: S3Options, keys: KeyRing): Promise<Result<FileStore>> {
  const { endpoint, region, bucket, prefix, credentials } = options;
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    // Names of buckets are no host names on servers of one's own.
    forcePathStyle: true,
    // Servers other than Amazon's take the trailing checksums of newer clients for bytes of the
    // object. The store compares a checksum of its own, from end to end.
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
        'The bucket for stored files can not be used',
        `The storage answered ${systemError(thrown).code}.`,
        'Look at endpoint, bucket and keys in storage of the site configuration.',
      ),
    );
  }
  return ok(new CheckedStore(new S3Blobs(client, bucket, prefix), keys));
}
