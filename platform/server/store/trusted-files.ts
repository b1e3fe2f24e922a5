/** Duration for which a checked large file is trusted while its fingerprint stays the same. */
const TRUSTED_FOR_MS = 10 * 60 * 1000;
const MAX_FILES = 10_000;

/**
 * Recently checked files, so that reading a file in parts does not check the whole file each time.
 */
export class TrustedFiles {
  readonly #files = new Map<string, { readonly state: string; readonly checkedAt: number }>();

  has(key: string, state: string): boolean {
    const trusted = this.#files.get(key);
    return trusted?.state === state && Date.now() - trusted.checkedAt < TRUSTED_FOR_MS;
  }

  add(key: string, state: string): void {
    if (this.#files.size >= MAX_FILES) this.#files.clear();
    this.#files.set(key, { state, checkedAt: Date.now() });
  }

  clear(key: string): void {
    this.#files.delete(key);
  }
}
