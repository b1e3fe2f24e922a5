import { type S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { S3Blobs } from './s3-blobs.ts';

type Responder = (input: Readonly<Record<string, unknown>>) => object;

/** Creates a store over an S3 client whose commands call the responders; all other commands fail. */
function createBlobs(...responders: readonly (readonly [command: string, Responder])[]): S3Blobs {
  const responses = new Map(responders);
  const client = {
    async send(command: { readonly input: Readonly<Record<string, unknown>> }) {
      const responder = responses.get(command.constructor.name);
      if (responder === undefined) throw serviceError('InternalError', 500);
      return responder(command.input);
    },
  };
  return new S3Blobs(client as unknown as S3Client, 'bucket', '');
}

function serviceError(name: string, httpStatusCode: number): S3ServiceException {
  return new S3ServiceException({ name, $fault: 'client', $metadata: { httpStatusCode } });
}

function thrower(name: string, status: number): Responder {
  return () => {
    throw serviceError(name, status);
  };
}

const longAgo = new Date(Date.now() - 5 * 3_600_000);

describe('S3Blobs', () => {
  it('distinguishes a missing object from a missing bucket', async () => {
    const missingBucket = createBlobs(['GetObjectCommand', thrower('NoSuchBucket', 404)]);
    await expect(missingBucket.read('raw/00/x')).rejects.toMatchObject({ code: 'S3_NoSuchBucket' });
    const empty = createBlobs(['GetObjectCommand', thrower('NoSuchKey', 404)]);
    await expect(empty.read('raw/00/x')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('ends a range read at the end of a shorter object', async () => {
    const short = createBlobs(['GetObjectCommand', thrower('InvalidRange', 416)]);
    const read: Uint8Array[] = [];
    for await (const chunk of await short.read('raw/00/x', { start: 0, end: 9 })) read.push(chunk);
    expect(read).toEqual([]);
    await expect(short.read('raw/00/x')).rejects.toMatchObject({ code: 'S3_InvalidRange' });
  });

  it('closes its source when writing fails', async () => {
    let open = true;
    async function* source() {
      try {
        for (;;) yield new Uint8Array(8 * 1024 * 1024);
      } finally {
        open = false;
      }
    }
    const multipartStart: readonly [string, Responder] = [
      'CreateMultipartUploadCommand',
      () => ({}),
    ];
    for (const blobs of [createBlobs(), createBlobs(multipartStart)]) {
      open = true;
      const written = blobs.write('raw/00/x', source(), () => undefined);
      await expect(written).rejects.toMatchObject({ code: 'S3_InternalError' });
      expect(open).toBe(false);
    }
  });

  it('purges abandoned uploads, but neither uploads that have ended nor active ones', async () => {
    const aborted: unknown[] = [];
    const Uploads = ['ended', 'abandoned', 'slow', 'empty'].map((UploadId) => ({
      Key: 'raw/00/x',
      UploadId,
      Initiated: longAgo,
    }));
    const listParts: Responder = ({ UploadId }) => {
      if (UploadId === 'empty') return {};
      const LastModified = UploadId === 'slow' ? new Date() : longAgo;
      return { Parts: [{ PartNumber: 1, LastModified }] };
    };
    const abort: Responder = ({ UploadId }) => {
      if (UploadId === 'ended') throw serviceError('NoSuchUpload', 404);
      aborted.push(UploadId);
      return {};
    };
    const blobs = createBlobs(
      ['ListMultipartUploadsCommand', () => ({ Uploads })],
      ['ListPartsCommand', listParts],
      ['AbortMultipartUploadCommand', abort],
    );
    expect(await blobs.purgeTemporary(60_000)).toBe(2);
    expect(aborted).toEqual(['abandoned', 'empty']);
  });

  it('keeps a long upload whose newest part is on a later page', async () => {
    const listParts: Responder = ({ PartNumberMarker }) =>
      PartNumberMarker === '1000'
        ? { Parts: [{ PartNumber: 1001, LastModified: new Date() }] }
        : {
            Parts: [{ PartNumber: 1000, LastModified: longAgo }],
            IsTruncated: true,
            NextPartNumberMarker: '1000',
          };
    const blobs = createBlobs(
      [
        'ListMultipartUploadsCommand',
        () => ({ Uploads: [{ Key: 'raw/00/x', UploadId: 'long', Initiated: longAgo }] }),
      ],
      ['ListPartsCommand', listParts],
    );
    expect(await blobs.purgeTemporary(60_000)).toBe(0);
  });

  it('sends parts so large that the largest object has at most 10,000', async () => {
    const sent: number[] = [];
    const blobs = createBlobs(
      ['CreateMultipartUploadCommand', () => ({ UploadId: 'x' })],
      [
        'UploadPartCommand',
        ({ Body }) => {
          sent.push((Body as Uint8Array).byteLength);
          return { ETag: 'x' };
        },
      ],
      ['CompleteMultipartUploadCommand', () => ({})],
    );
    const mib = 1024 ** 2;
    const source = async function* () {
      for (let count = 0; count < 5; count++) yield new Uint8Array(5 * mib);
    };
    await blobs.write('raw/00/x', source(), () => undefined, 200 * 1024 * mib);
    await blobs.write('raw/00/x', source(), () => undefined);
    expect(sent).toEqual([21, 4, 8, 8, 8, 1].map((size) => size * mib));
  });

  it('removes the unfinished uploads of a key', async () => {
    const aborted: unknown[] = [];
    const blobs = createBlobs(
      [
        'ListMultipartUploadsCommand',
        ({ Prefix }) => ({
          Uploads: [
            { Key: Prefix, UploadId: 'a' },
            { Key: Prefix, UploadId: 'b' },
          ],
        }),
      ],
      [
        'AbortMultipartUploadCommand',
        ({ Key, UploadId }) => {
          aborted.push([Key, UploadId]);
          if (UploadId === 'a') throw serviceError('NoSuchUpload', 404);
          return {};
        },
      ],
    );
    await blobs.removePartial('raw/00/x');
    expect(aborted).toEqual([
      ['raw/00/x', 'a'],
      ['raw/00/x', 'b'],
    ]);
  });
});
