import { type Cipheriv, createCipheriv, hkdfSync } from 'node:crypto';
import type { FileKey } from './key-ring.ts';

const BLOCK_BYTES = 16;

/**
 * AES-256-CTR from any offset on, for bytes of an upload that is under way: they can be added and
 * read in any pieces. It hides them and seals nothing; the SHA-256 of the whole is compared before
 * they become a file. Each upload has a key of its own (HKDF-SHA-256), so the counter starts at 0.
 */
export function stageVeil(fileKey: FileKey, uploadId: string, offset: number): Cipheriv {
  const derived = hkdfSync('sha256', fileKey.bytes, uploadId, 'clockface upload under way', 32);
  const counter = Buffer.alloc(BLOCK_BYTES);
  counter.writeBigUInt64BE(BigInt(Math.floor(offset / BLOCK_BYTES)), 8);
  const cipher = createCipheriv('aes-256-ctr', Buffer.from(derived), counter);
  cipher.update(Buffer.alloc(offset % BLOCK_BYTES));
  return cipher;
}

/** CTR undoes itself. */
export async function* unveiled(
  source: AsyncIterable<Uint8Array>,
  veil: Cipheriv,
): AsyncGenerator<Uint8Array> {
  for await (const piece of source) yield veil.update(piece);
}
