import { type Cipheriv, createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { FileKey } from './key-ring.ts';

const BLOCK_BYTES = 16;
const SALT_BYTES = 32;
const KEY_BYTES = 32;
const CHECK_VALUE_BYTES = 16;

/** Length of the header before the encrypted bytes of an upload. */
export const CIPHER_HEADER_BYTES: number = SALT_BYTES + CHECK_VALUE_BYTES;

/**
 * AES-256-CTR with random access, for the received bytes of an upload in progress, which are
 * appended and read in chunks of any size. Encrypts without authentication, because the SHA-256 of
 * the whole file is compared before the bytes become a file. Header: `salt (32) | check value
 * (16)`. Each start of an upload has a new salt and thus a new key (HKDF-SHA-256 of the site's key,
 * the salt and the upload's id). No key stream repeats, although the counter always starts at 0.
 * The check value is derived together with the key and reveals a header of another key or another
 * upload, and unencrypted bytes.
 */
export class StagingCipher {
  readonly header: Buffer;
  readonly #key: Buffer;

  /** Creates the cipher of an upload that starts at offset 0, with a random salt. */
  constructor(fileKey: FileKey, uploadId: string, salt: Buffer = randomBytes(SALT_BYTES)) {
    const info = `clockface upload under way ${uploadId}`;
    const length = KEY_BYTES + CHECK_VALUE_BYTES;
    const derived = Buffer.from(hkdfSync('sha256', fileKey.bytes, salt, info, length));
    this.#key = derived.subarray(0, KEY_BYTES);
    this.header = Buffer.concat([salt, derived.subarray(KEY_BYTES)]);
  }

  /**
   * Returns the cipher for a stored header; null when the header does not match this key and
   * upload.
   */
  static fromHeader(fileKey: FileKey, uploadId: string, header: Uint8Array): StagingCipher | null {
    const stagingCipher = new StagingCipher(
      fileKey,
      uploadId,
      Buffer.from(header.subarray(0, SALT_BYTES)),
    );
    return stagingCipher.header.equals(header) ? stagingCipher : null;
  }

  /**
   * Returns a cipher positioned at `offset`, counted in plain bytes. CTR is symmetric: the same
   * cipher encrypts and decrypts.
   */
  cipherAt(offset: number): Cipheriv {
    const counter = Buffer.alloc(BLOCK_BYTES);
    counter.writeBigUInt64BE(BigInt(Math.floor(offset / BLOCK_BYTES)), 8);
    const cipher = createCipheriv('aes-256-ctr', this.#key, counter);
    cipher.update(Buffer.alloc(offset % BLOCK_BYTES));
    return cipher;
  }

  /** Decrypts all stored bytes; expects and skips the header. */
  async *decrypt(stored: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const cipher = this.cipherAt(0);
    let headerLeft = CIPHER_HEADER_BYTES;
    for await (const chunk of stored) {
      const encrypted = chunk.subarray(headerLeft);
      headerLeft -= chunk.byteLength - encrypted.byteLength;
      if (encrypted.byteLength > 0) yield cipher.update(encrypted);
    }
  }
}
