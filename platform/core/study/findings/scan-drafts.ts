import type { Draft, DraftStore } from './draft-store.ts';
import type { FindingRecord } from './finding-record.ts';

/** Drafts of a user in a scan; stores none while signed out. */
export class ScanDrafts {
  readonly #drafts: DraftStore | null;
  readonly #userId: string | null;
  readonly #scanId: string;
  #restored = false;

  constructor(drafts: DraftStore | null, userId: string | null, scanId: string) {
    this.#drafts = drafts;
    this.#userId = userId;
    this.#scanId = scanId;
  }

  save({ id, local, server }: FindingRecord): void {
    if (this.#userId === null) return;
    this.#drafts?.write(this.#userId, this.#scanId, {
      findingId: id,
      local,
      baseVersion: server === null || server.deleted ? null : server.finding.version,
    });
  }

  remove(findingId: string): void {
    if (this.#userId !== null) this.#drafts?.remove(this.#userId, this.#scanId, findingId);
  }

  /**
   * Returns the drafts of an earlier page, on the first call only; later drafts belong to this
   * page's own edits.
   */
  restore(): readonly Draft[] {
    if (this.#drafts === null || this.#userId === null || this.#restored) return [];
    this.#restored = true;
    return this.#drafts.read(this.#userId, this.#scanId);
  }
}
