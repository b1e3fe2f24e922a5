import { createHash } from 'node:crypto';
import type { Encryption } from '#contracts';
import { fail, ok, problem, type Result } from '#foundation';
import { encryptionUnavailable, keyMissingProblem } from './store-problems.ts';

/** AES-256 key of the site for stored files. */
export interface FileKey {
  /** Fingerprint that identifies a key without revealing its bytes. */
  readonly id: string;
  readonly bytes: Buffer;
}

const KEY_BYTES = 32;

/** File keys of the site: new files use the first key, older files are matched by fingerprint. */
export class KeyRing {
  readonly encryptionOfNewFiles: Encryption;
  readonly #keys: readonly FileKey[];

  constructor(keys: readonly Buffer[] = [], encryptNewFiles = false) {
    this.#keys = keys.map((bytes) => ({ id: fingerprintOf(bytes), bytes }));
    this.encryptionOfNewFiles = encryptNewFiles ? 'AES256' : 'NONE';
  }

  /** Returns the key for a new file; null without encryption. */
  forWriting(encryption: Encryption): Result<FileKey | null> {
    if (encryption === 'NONE') return ok(null);
    const [newest] = this.#keys;
    return newest === undefined ? fail(encryptionUnavailable()) : ok(newest);
  }

  /**
   * Returns the key for the received bytes of uploads in progress; null when the site stores new
   * files unencrypted.
   */
  forStaging(): FileKey | null {
    return this.encryptionOfNewFiles === 'AES256' ? (this.#keys[0] ?? null) : null;
  }

  /** Returns the key with the fingerprint `id`; null for an unencrypted file. */
  forReading(encryption: Encryption, id: string | null): Result<FileKey | null> {
    if (encryption === 'NONE') return ok(null);
    const key = this.#keys.find((candidate) => candidate.id === id);
    return key === undefined ? fail(keyMissingProblem(id)) : ok(key);
  }
}

function fingerprintOf(key: Buffer): string {
  return createHash('sha256').update('clockface file key ').update(key).digest('hex').slice(0, 16);
}

/**
 * Parses 32 bytes from 64 hexadecimal digits or base64.
 * @returns `STORAGE_KEY_INVALID`
 */
export function parseFileKey(text: string): Result<Buffer> {
  const trimmed = text.trim();
  const bytes = Buffer.from(trimmed, /^[0-9a-fA-F]{64}$/.test(trimmed) ? 'hex' : 'base64');
  if (bytes.byteLength === KEY_BYTES) return ok(bytes);
  return fail(
    problem(
      'STORAGE_KEY_INVALID',
      'The key for stored files does not have 32 bytes',
      `The key has ${bytes.byteLength} bytes.`,
      'Use 32 random bytes as 64 hexadecimal digits or base64, e.g. from openssl rand -hex 32.',
    ),
  );
}
