/** A large file that was checked is trusted this long while its size and times stay the same. */
const TRUSTED_FOR_MS = 10 * 60 * 1000;
const MOST_FILES = 10_000;

/** Files that were compared a moment ago, so that reading them in parts does not read them all. */
export class TrustedFiles {
  readonly #files = new Map<string, { readonly state: string; readonly checkedAt: number }>();

  has(key: string, state: string): boolean {
    const known = this.#files.get(key);
    return known?.state === state && Date.now() - known.checkedAt < TRUSTED_FOR_MS;
  }

  add(key: string, state: string): void {
    if (this.#files.size >= MOST_FILES) this.#files.clear();
    this.#files.set(key, { state, checkedAt: Date.now() });
  }

  forget(key: string): void {
    this.#files.delete(key);
  }
}
