/** Duration for which a checked file is not checked again while its state stays the same. */
const TRUSTED_FOR_MS = 10 * 60 * 1000;
const MAX_FILES = 10_000;

/**
 * Remembers recently checked files, so that reading a file in parts does not check the whole file
 * each time. `state` identifies the checked bytes: fingerprint and checksum.
 */
export class TrustedFiles {
  readonly #files = new Map<string, { readonly state: string; readonly checkedAtMs: number }>();

  has(key: string, state: string): boolean {
    const trusted = this.#files.get(key);
    return trusted?.state === state && Date.now() - trusted.checkedAtMs < TRUSTED_FOR_MS;
  }

  add(key: string, state: string): void {
    if (this.#files.size >= MAX_FILES) this.#files.clear();
    this.#files.set(key, { state, checkedAtMs: Date.now() });
  }

  clear(key: string): void {
    this.#files.delete(key);
  }
}
