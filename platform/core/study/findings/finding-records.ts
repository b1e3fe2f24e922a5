import type { Finding } from '#contracts';
import type { LocationContext } from '#findings';
import {
  type FindingRecord,
  lastLabel,
  type VisibleContext,
  visibleFinding,
  visibleFindings,
} from './finding-record.ts';
import { sameLocationContext } from './visible-location.ts';

/**
 * Records of a scan's findings. Caches the visible list until a record changes, or until nipple,
 * volume or skin change, from which the locations of unsaved marks are estimated.
 */
export class FindingRecords {
  readonly #scanId: string;
  readonly #locationContext: () => LocationContext;
  readonly #byId = new Map<string, FindingRecord>();
  #context: VisibleContext | null = null;
  #visible: readonly Finding[] | null = null;

  constructor(scanId: string, locationContext: () => LocationContext) {
    this.#scanId = scanId;
    this.#locationContext = locationContext;
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
    const context = this.#currentContext();
    this.#visible ??= visibleFindings(this.all, context);
    return this.#visible;
  }

  /** Returns null if absent or deleted locally. */
  find(findingId: string): Finding | null {
    const record = this.#byId.get(findingId);
    if (record?.local == null) return null;
    if (record.server !== null) return this.show(record);
    return this.visible.find(({ id }) => id === findingId) ?? null;
  }

  /** Returns a record as a visible finding; null if deleted locally. */
  show(record: FindingRecord): Finding | null {
    return visibleFinding(record, this.#currentContext(), lastLabel(this.#byId.values()) + 1);
  }

  set(record: FindingRecord): void {
    this.#byId.set(record.id, record);
    this.#visible = null;
  }

  delete(findingId: string): void {
    this.#byId.delete(findingId);
    this.#visible = null;
  }

  /** Returns the same object while the data of locations stay the same. */
  #currentContext(): VisibleContext {
    const location = this.#locationContext();
    if (this.#context !== null && sameLocationContext(this.#context.location, location))
      return this.#context;
    this.#context = { scanId: this.#scanId, location };
    this.#visible = null;
    return this.#context;
  }
}
