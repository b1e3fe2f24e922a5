import type { Finding } from '#contracts';
import { type FindingRecord, visibleFinding, visibleFindings } from './finding-record.ts';

/** The findings of one scan in both versions; what is shown of them is worked out once a change. */
export class FindingRecords {
  readonly #scanId: string;
  readonly #byId = new Map<string, FindingRecord>();
  #visible: readonly Finding[] | null = null;

  constructor(scanId: string) {
    this.#scanId = scanId;
  }

  get(findingId: string): FindingRecord | undefined {
    return this.#byId.get(findingId);
  }

  /** A copy: the records may change while it is gone through. */
  get all(): readonly FindingRecord[] {
    return [...this.#byId.values()];
  }

  /** Findings that are not deleted, by label; the same list until one of them changes. */
  get visible(): readonly Finding[] {
    this.#visible ??= visibleFindings(this.all, this.#scanId);
    return this.#visible;
  }

  /** Null where it is not there, or deleted here. */
  find(findingId: string): Finding | null {
    const record = this.#byId.get(findingId);
    if (record?.local == null) return null;
    if (record.server !== null) return visibleFinding(record, this.#scanId, 0);
    return this.visible.find(({ id }) => id === findingId) ?? null;
  }

  set(record: FindingRecord): void {
    this.#byId.set(record.id, record);
    this.#visible = null;
  }

  delete(findingId: string): void {
    this.#byId.delete(findingId);
    this.#visible = null;
  }
}
