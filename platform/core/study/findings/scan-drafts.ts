import type { Drafts } from './draft-store.ts';

/** Drafts of a user in a scan; stores none while signed out. */
export class ScanDrafts<T extends { readonly findingId: string }> {
  readonly #drafts: Drafts<T> | null;
  readonly #userId: string | null;
  readonly #scanId: string;
  #restored = false;

  constructor(drafts: Drafts<T> | null, userId: string | null, scanId: string) {
    this.#drafts = drafts;
    this.#userId = userId;
    this.#scanId = scanId;
  }

  save(draft: T): void {
    if (this.#userId !== null) this.#drafts?.write(this.#userId, this.#scanId, draft);
  }

  remove(findingId: string): void {
    if (this.#userId !== null) this.#drafts?.remove(this.#userId, this.#scanId, findingId);
  }

  /**
   * Returns the drafts of an earlier page, on the first call only; later drafts belong to this
   * page's own edits.
   */
  restore(): readonly T[] {
    if (this.#drafts === null || this.#userId === null || this.#restored) return [];
    this.#restored = true;
    return this.#drafts.read(this.#userId, this.#scanId);
  }
}
