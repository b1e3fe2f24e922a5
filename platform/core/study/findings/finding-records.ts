import type { Finding } from '#contracts';
import { type FindingRecord, visibleFinding, visibleFindings } from './finding-record.ts';

/** Records of a scan's findings; caches the visible list until the next change. */
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

  /** Returns a copy, because records may change during iteration. */
  get all(): readonly FindingRecord[] {
    return [...this.#byId.values()];
  }

  /** Findings that are not deleted, by label; same list object until a change. */
  get visible(): readonly Finding[] {
    this.#visible ??= visibleFindings(this.all, this.#scanId);
    return this.#visible;
  }

  /** Returns null if absent or deleted locally. */
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
