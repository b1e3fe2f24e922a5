import { randomBytes } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScanFile } from '#contracts';
import { concatChunks } from '../../../platform/server/store/chunks.ts';
import { KeyRing } from '../../../platform/server/store/key-ring.ts';
import { S3Blobs } from '../../../platform/server/store/s3-blobs.ts';
import { openS3Store } from '../../../platform/server/store/s3-store.ts';
import { addScan } from '../../api/support/records.ts';
import { startTestServer } from '../../api/support/start-test-server.ts';
import { storeContract } from '../../api/support/store-contract.ts';
import { exportThrough } from '../../api/support/stored-dataset.ts';
import { sha256 } from '../../faults/support/data-plane.ts';
import { digestOf, sendRest, startUpload } from '../../faults/support/resumable.ts';
import { isSwiftInstalled, type Swift, startSwift } from '../support/swift.ts';

const bucket = 'clockface';
const region = 'us-east-1';
let swift: Swift | undefined;
let client: S3Client;

describe.skipIf(!isSwiftInstalled())('a strict third-party S3', () => {
  beforeAll(async () => {
    swift = await startSwift();
    const { endpoint, accessKeyId, secretAccessKey } = swift;
    client = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
  });
  afterAll(async () => {
    client?.destroy();
    await swift?.[Symbol.asyncDispose]();
  });

  storeContract('S3', () => new S3Blobs(client, bucket, 'contract/'));

  it('is purged of the parts of uploads that were never completed', async () => {
    const blobs = new S3Blobs(client, bucket, 'swept/');
    const stalledWrite = blobs.write('raw/00/stalled', stallingStream(), () => undefined);
    stalledWrite.catch(() => undefined);
    await expect.poll(() => blobs.purgeTemporary(-60_000), { timeout: 20_000 }).toBe(1);
    expect(await blobs.purgeTemporary(-60_000)).toBe(0);
  });

  it('writes, encrypts and returns the archive of a dataset', async () => {
    const { endpoint, accessKeyId, secretAccessKey } = swift!;
    const secrets = {
      TEST_DATASET_ID: accessKeyId,
      TEST_DATASET_SECRET: secretAccessKey,
      TEST_DATASET_KEY: randomBytes(32).toString('hex'),
    };
    Object.assign(process.env, secrets);
    const storage = {
      kind: 's3',
      ...{ endpoint, region, bucket, prefix: 'datasets/' },
      accessKeyId: { env: 'TEST_DATASET_ID' },
      secretAccessKey: { env: 'TEST_DATASET_SECRET' },
      encryptionKey: { env: 'TEST_DATASET_KEY' },
      encryptNewFiles: true,
    } as const;
    await exportThrough(storage, async ({ key, encryption, archive }) => {
      expect(encryption).toBe('AES256');
      const blobs = new S3Blobs(client, bucket, 'datasets/');
      const stored = await concatChunks(await blobs.read(key));
      expect(stored.length).toBeGreaterThanOrEqual(archive.length);
      expect([archive, stored].map((bytes) => bytes.includes('ustar'))).toEqual([true, false]);
    });
    for (const name of Object.keys(secrets)) delete process.env[name];
  });

  it('rejects wrong keys and a missing bucket with an error that hides the address', async () => {
    const { endpoint, accessKeyId, secretAccessKey } = swift!;
    const options = { endpoint, region, bucket, prefix: '' };
    for (const invalidOptions of [
      { ...options, credentials: { accessKeyId, secretAccessKey: 'wrong' } },
      { ...options, bucket: 'nowhere', credentials: { accessKeyId, secretAccessKey } },
    ]) {
      const opened = await openS3Store(invalidOptions, new KeyRing());
      expect(opened).toMatchObject({ ok: false, problem: { code: 'S3_UNREACHABLE' } });
      expect(JSON.stringify(opened)).not.toContain(endpoint);
    }
  });

  it('stores a file from chunks, encrypted, and returns the file whole and by range', async () => {
    const { endpoint, accessKeyId, secretAccessKey } = swift!;
    const server = await startTestServer({
      config: {
        storage: {
          kind: 's3',
          endpoint,
          region,
          bucket,
          prefix: 'site/',
          accessKeyId: { env: 'TEST_S3_ID' },
          secretAccessKey: { env: 'TEST_S3_SECRET' },
          encryptionKey: { env: 'TEST_FILE_KEY' },
          encryptNewFiles: true,
        },
      },
      env: {
        TEST_S3_ID: accessKeyId,
        TEST_S3_SECRET: secretAccessKey,
        TEST_FILE_KEY: randomBytes(32).toString('hex'),
      },
    });
    try {
      const token = await server.signIn('OPERATOR');
      const { scan } = await addScan(server, token);
      const sender = { url: `${server.url}/api`, token, apiKey: server.apiKey };
      const bytes = randomBytes(9_500_000);
      const fields = { scanId: scan.id, fileName: 'v.nrrd', fileCategoryId: 'VOLUME3D' } as const;
      const upload = await startUpload(sender, { ...fields, ...digestOf(bytes) });
      expect(upload.status).toBe(200);
      const { committed } = await sendRest(sender, upload.body.id, bytes, 2_000_000);
      expect(committed.body as ScanFile).toMatchObject({
        encryption: 'AES256',
        checksum: sha256(bytes),
        byteLength: bytes.length,
      });
      const headers = { 'x-api-key': server.apiKey, authorization: `Bearer ${token}` };
      const path = `${sender.url}/scanfiles/${committed.body.id}/download`;
      expect(sha256(await (await fetch(path, { headers })).bytes())).toBe(sha256(bytes));
      const range = 'bytes=5000000-5000099';
      const partial = await fetch(path, { headers: { ...headers, range } });
      expect(Buffer.from(await partial.bytes())).toEqual(bytes.subarray(5_000_000, 5_000_100));
    } finally {
      await server.stop();
    }
  });
});

async function* stallingStream(): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(8 * 1024 * 1024);
  await new Promise(() => undefined);
}
