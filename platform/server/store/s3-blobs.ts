import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { BlobDriver, BlobState } from './blob-driver.ts';
import { concatChunks, rechunk } from './chunks.ts';
import type { ByteRange } from './file-store.ts';
import { isBeyondEnd, systemError } from './s3-errors.ts';
import { systemCode } from './store-problems.ts';

const MIB = 1024 * 1024;
/** Minimum part size of a large object; S3 allows 10,000 parts of 5 MiB to 5 GiB. */
const PART_BYTES = 8 * MIB;
const MAX_PARTS = 10_000;
/** Prefix of chunks of uploads in progress; no category starts with a dot. */
const STAGE = '.uploads/';
/** Offsets in names are zero-padded, so that names sort by offset. */
const OFFSET_DIGITS = 15;

interface Listed {
  readonly name: string;
  readonly size: number;
  readonly modifiedAtMs: number;
}

/**
 * Stores blobs in an S3 bucket. An object becomes visible only when its last part is complete. Each
 * chunk of an upload is a separate object, so that any process can receive the next chunk.
 */
export class S3Blobs implements BlobDriver {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  constructor(client: S3Client, bucket: string, prefix: string) {
    this.#client = client;
    this.#bucket = bucket;
    this.#prefix = prefix;
  }

  /** Returns the bucket and the full key of an object. */
  #named(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: this.#prefix + key };
  }

  async write(
    key: string,
    source: AsyncIterable<Uint8Array>,
    approve: () => void,
    maxBytes = 0,
  ): Promise<void> {
    const partBytes = partSize(maxBytes);
    const chunks = rechunk(source, partBytes);
    try {
      const first = await chunks.next();
      const firstPart = first.done === true ? new Uint8Array() : first.value;
      if (firstPart.byteLength < partBytes) {
        // Reads the source to its end, so that its errors are thrown before `approve`.
        await chunks.next();
        approve();
        await this.#put(key, firstPart);
      } else await this.#writeParts(key, firstPart, chunks, approve);
    } finally {
      // Closes a source that was not read to its end.
      await chunks.return(undefined);
    }
  }

  async #put(key: string, bytes: Uint8Array): Promise<void> {
    const named = this.#named(key);
    await this.#send(() => this.#client.send(new PutObjectCommand({ ...named, Body: bytes })));
  }

  async #writeParts(
    key: string,
    first: Uint8Array,
    rest: AsyncIterable<Uint8Array>,
    approve: () => void,
  ): Promise<void> {
    const named = this.#named(key);
    const createUpload = new CreateMultipartUploadCommand(named);
    const { UploadId } = await this.#send(() => this.#client.send(createUpload));
    const parts: { ETag: string | undefined; PartNumber: number }[] = [];
    const add = async (Body: Uint8Array): Promise<void> => {
      const PartNumber = parts.length + 1;
      const uploadPart = new UploadPartCommand({ ...named, UploadId, PartNumber, Body });
      const { ETag } = await this.#send(() => this.#client.send(uploadPart));
      parts.push({ ETag, PartNumber });
    };
    try {
      await add(first);
      for await (const chunk of rest) await add(chunk);
      approve();
      const MultipartUpload = { Parts: parts };
      const end = new CompleteMultipartUploadCommand({ ...named, UploadId, MultipartUpload });
      await this.#send(() => this.#client.send(end));
    } catch (thrown) {
      // If the abort fails, the purge aborts the upload later.
      const abort = new AbortMultipartUploadCommand({ ...named, UploadId });
      await this.#client.send(abort).catch(() => undefined);
      throw thrown;
    }
  }

  async read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
    const get = new GetObjectCommand({ ...this.#named(key), ...(Range ? { Range } : {}) });
    try {
      const { Body } = await this.#send(() => this.#client.send(get));
      return (Body as AsyncIterable<Uint8Array> | undefined) ?? noBytes();
    } catch (thrown) {
      // Returns no bytes, as a file system does; the check of length and checksum detects the loss.
      if (Range !== undefined && isBeyondEnd(thrown)) return noBytes();
      throw thrown;
    }
  }

  async stat(key: string): Promise<BlobState> {
    const head = new HeadObjectCommand(this.#named(key));
    const { ContentLength, LastModified, ETag } = await this.#send(() => this.#client.send(head));
    const size = ContentLength ?? 0;
    const modifiedAtMs = LastModified?.getTime() ?? 0;
    return { size, modifiedAtMs, fingerprint: `${size} ${modifiedAtMs} ${ETag ?? ''}` };
  }

  async isAvailable(): Promise<boolean> {
    return this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket })).then(
      () => true,
      () => false,
    );
  }

  async remove(key: string): Promise<void> {
    await this.#nullIfMissing(() => this.#client.send(new DeleteObjectCommand(this.#named(key))));
  }

  async removePartial(key: string): Promise<void> {
    const { Bucket, Key } = this.#named(key);
    const list = new ListMultipartUploadsCommand({ Bucket, Prefix: Key });
    const { Uploads = [] } = await this.#send(() => this.#client.send(list));
    for (const { UploadId } of Uploads) {
      const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
      await this.#nullIfMissing(() => this.#client.send(abort));
    }
  }

  async *keys(): AsyncGenerator<string> {
    for await (const { name } of this.#list('')) if (!name.startsWith(STAGE)) yield name;
  }

  /** Lists the objects below `folder` in the byte order of their names. */
  async *#list(folder: string): AsyncGenerator<Listed> {
    let ContinuationToken: string | undefined;
    do {
      const list = new ListObjectsV2Command({
        Bucket: this.#bucket,
        Prefix: this.#prefix + folder,
        ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
      });
      const page = await this.#send(() => this.#client.send(list));
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
        const modifiedAtMs = LastModified?.getTime() ?? 0;
        yield { name: Key.slice(this.#prefix.length), size: Size, modifiedAtMs };
      }
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (ContinuationToken !== undefined);
  }

  /** Aborts incomplete multipart uploads without a recent part. */
  async purgeTemporary(minAgeMs: number): Promise<number> {
    const beforeMs = Date.now() - minAgeMs;
    const list = new ListMultipartUploadsCommand({ Bucket: this.#bucket, Prefix: this.#prefix });
    const { Uploads = [] } = await this.#send(() => this.#client.send(list));
    let purged = 0;
    for (const { Key, UploadId, Initiated } of Uploads) {
      if (Key === undefined || (Initiated?.getTime() ?? 0) > beforeMs) continue;
      const upload = { Bucket: this.#bucket, Key, UploadId };
      if ((await this.#lastPartMs(upload)) > beforeMs) continue;
      const abort = new AbortMultipartUploadCommand(upload);
      if ((await this.#nullIfMissing(() => this.#client.send(abort))) !== null) purged += 1;
    }
    return purged;
  }

  /**
   * Returns the time of the newest part in milliseconds since 1970, 0 without parts: an upload with
   * a recent part is still running, even hours after its start.
   */
  async #lastPartMs(upload: { Bucket: string; Key: string; UploadId: string | undefined }) {
    let newestMs = 0;
    let PartNumberMarker: string | undefined;
    do {
      const list = new ListPartsCommand({
        ...upload,
        ...(PartNumberMarker === undefined ? {} : { PartNumberMarker }),
      });
      const listed = await this.#nullIfMissing(() => this.#client.send(list));
      const times = listed?.Parts?.map(({ LastModified }) => LastModified?.getTime() ?? 0) ?? [];
      newestMs = Math.max(newestMs, ...times);
      // A page has up to 1,000 parts.
      PartNumberMarker = listed?.IsTruncated === true ? listed.NextPartNumberMarker : undefined;
    } while (PartNumberMarker !== undefined);
    return newestMs;
  }

  /** Returns the chunks of an upload up to the first gap. */
  async #chunks(id: string): Promise<{ readonly names: string[]; readonly length: number }> {
    const names: string[] = [];
    let length = 0;
    for await (const { name, size } of this.#list(`${STAGE}${id}/`)) {
      if (Number(name.slice(-OFFSET_DIGITS)) !== length) break;
      names.push(name);
      length += size;
    }
    return { names, length };
  }

  async stagedLength(id: string): Promise<number> {
    return (await this.#chunks(id)).length;
  }

  async stage(id: string, offset: number, chunks: readonly Uint8Array[]): Promise<void> {
    const bytes = Buffer.concat(chunks);
    if (bytes.byteLength === 0) return;
    await this.#put(chunkName(id, offset), bytes);
  }

  async readStaged(id: string): Promise<AsyncIterable<Uint8Array>> {
    const { names } = await this.#chunks(id);
    return this.#joined(names);
  }

  /** Reads only the first chunk, which is longer than any requested head. */
  async stagedHead(id: string, length: number): Promise<Uint8Array> {
    const range = { start: 0, end: length - 1 };
    const head = async () => concatChunks(await this.read(chunkName(id, 0), range));
    return (await this.#nullIfMissing(head)) ?? new Uint8Array();
  }

  async *#joined(names: readonly string[]): AsyncGenerator<Uint8Array> {
    for (const name of names) yield* await this.read(name);
  }

  /** Always false, because S3 cannot rename objects. */
  async adopt(): Promise<boolean> {
    return false;
  }

  async discard(id: string): Promise<void> {
    for await (const { name } of this.#list(`${STAGE}${id}/`)) await this.remove(name);
  }

  async *staged(): AsyncGenerator<{ id: string; modifiedAtMs: number }> {
    let last: { id: string; modifiedAtMs: number } | null = null;
    for await (const { name, modifiedAtMs } of this.#list(STAGE)) {
      const id = name.slice(STAGE.length, name.lastIndexOf('/'));
      if (last !== null && last.id !== id) yield last;
      const newest: number =
        last?.id === id ? Math.max(last.modifiedAtMs, modifiedAtMs) : modifiedAtMs;
      last = { id, modifiedAtMs: newest };
    }
    if (last !== null) yield last;
  }

  /** Returns null for a missing object. */
  async #nullIfMissing<T>(call: () => Promise<T>): Promise<T | null> {
    try {
      return await this.#send(call);
    } catch (thrown) {
      if (systemCode(thrown) === 'ENOENT') return null;
      throw thrown;
    }
  }

  async #send<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (thrown) {
      throw systemError(thrown);
    }
  }
}

const chunkName = (id: string, offset: number) =>
  `${STAGE}${id}/${String(offset).padStart(OFFSET_DIGITS, '0')}`;

async function* noBytes(): AsyncGenerator<Uint8Array> {}

/** Returns the size of the parts of an object of up to `maxBytes`, in whole MiB. */
function partSize(maxBytes: number): number {
  return Math.max(PART_BYTES, Math.ceil(maxBytes / MAX_PARTS / MIB) * MIB);
}
