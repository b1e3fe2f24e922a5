import { createHash } from 'node:crypto';
import type { Encryption } from '#contracts';
import { fail, ok, problem, type Result } from '#foundation';
import { encryptionUnavailable, keyMissingProblem } from './store-problems.ts';

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

  forWriting(encryption: Encryption): Result<FileKey | null> {
    if (encryption === 'NONE') return ok(null);
    const [newest] = this.#keys;
    return newest === undefined ? fail(encryptionUnavailable()) : ok(newest);
  }

  /**
   * Returns the key for uploads in progress when new files are encrypted; null when they are stored
   * unencrypted.
   */
  forStaging(): FileKey | null {
    return this.encryptionOfNewFiles === 'AES256' ? (this.#keys[0] ?? null) : null;
  }

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
      'The key for stored files is not 32 bytes',
      `It holds ${bytes.byteLength} bytes.`,
      'Write 32 random bytes as 64 hexadecimal digits or base64, e.g. from openssl rand -hex 32.',
    ),
  );
}
