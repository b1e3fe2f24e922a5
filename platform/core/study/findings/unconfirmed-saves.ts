import type { FindingBody } from './finding-body.ts';
import type { FindingRecord } from './finding-record.ts';

/** Sent saves without a response; the server may or may not have them. */
export class UnconfirmedSaves {
  readonly #sent = new Map<string, readonly (FindingBody | null)[]>();

  /** Returns the contents sent for a finding, oldest first; null for a deletion. */
  sentBodies(findingId: string): readonly (FindingBody | null)[] {
    return this.#sent.get(findingId) ?? [];
  }

  add({ id, local }: FindingRecord): void {
    this.#sent.set(id, [...this.sentBodies(id), local]);
  }

  /** Removes the finding, whose server state is now known. */
  confirm(findingId: string): void {
    this.#sent.delete(findingId);
  }

  /** True for a new finding that may exist on the server without confirmation. */
  mayExistOnServer({ id, server }: FindingRecord): boolean {
    return server === null && this.#sent.has(id);
  }
}
