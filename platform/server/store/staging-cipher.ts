import { type Cipheriv, createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { FileKey } from './key-ring.ts';

const BLOCK_BYTES = 16;
const SALT_BYTES = 32;
const KEY_BYTES = 32;
const SEAL_BYTES = 16;

/** Bytes that stand before those of a veiled upload. */
export const CIPHER_HEADER_BYTES: number = SALT_BYTES + SEAL_BYTES;

/**
 * AES-256-CTR from any offset on, for bytes of an upload that is under way: they can be added and
 * read in any pieces. It hides them and seals nothing; the SHA-256 of the whole is compared before
 * they become a file. Before them stands a header:
 *
 *     salt (32) | seal (16)
 *
 * Each start of an upload draws a salt and has a key of its own (HKDF-SHA-256 of the site's key, the
 * salt and the upload's id), so the counter starts at 0 and no key stream comes twice, also where an
 * upload begins again. The seal comes from the same derivation: a header of another key, of another
 * upload, or of bytes that were never veiled is known by it.
 */
export class StagingCipher {
  readonly header: Buffer;
  readonly #key: Buffer;

  /** Of a new start. */
  constructor(fileKey: FileKey, uploadId: string, salt: Buffer = randomBytes(SALT_BYTES)) {
    const info = `clockface upload under way ${uploadId}`;
    const length = KEY_BYTES + SEAL_BYTES;
    const derived = Buffer.from(hkdfSync('sha256', fileKey.bytes, salt, info, length));
    this.#key = derived.subarray(0, KEY_BYTES);
    this.header = Buffer.concat([salt, derived.subarray(KEY_BYTES)]);
  }

  /** Of a start whose header lies there; null where it is none of this key and upload. */
  static of(fileKey: FileKey, uploadId: string, header: Uint8Array): StagingCipher | null {
    const stagingCipher = new StagingCipher(
      fileKey,
      uploadId,
      Buffer.from(header.subarray(0, SALT_BYTES)),
    );
    return stagingCipher.header.equals(header) ? stagingCipher : null;
  }

  /** `offset` counts the plain bytes. CTR undoes itself: the same cipher veils and unveils. */
  from(offset: number): Cipheriv {
    const counter = Buffer.alloc(BLOCK_BYTES);
    counter.writeBigUInt64BE(BigInt(Math.floor(offset / BLOCK_BYTES)), 8);
    const cipher = createCipheriv('aes-256-ctr', this.#key, counter);
    cipher.update(Buffer.alloc(offset % BLOCK_BYTES));
    return cipher;
  }

  /** The plain bytes of all that lies there, header included. */
  async *decrypt(stored: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const cipher = this.from(0);
    let before = CIPHER_HEADER_BYTES;
    for await (const chunk of stored) {
      const encrypted = chunk.subarray(before);
      before -= chunk.byteLength - encrypted.byteLength;
      if (encrypted.byteLength > 0) yield cipher.update(encrypted);
    }
  }
}
