/** A large file that was checked is trusted this long while its size and times stay the same. */
const TRUSTED_FOR_MS = 10 * 60 * 1000;
const MAX_FILES = 10_000;

/** Files that were compared a moment ago, so that reading them in parts does not read them all. */
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
