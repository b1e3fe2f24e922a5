import type { FindingBody } from './finding-body.ts';
import type { FindingRecord } from './finding-record.ts';

/** What was sent and not answered: nobody knows whether it came to the server. */
export class UnconfirmedSaves {
  readonly #sent = new Map<string, readonly (FindingBody | null)[]>();

  of(findingId: string): readonly (FindingBody | null)[] {
    return this.#sent.get(findingId) ?? [];
  }

  add({ id, local }: FindingRecord): void {
    this.#sent.set(id, [...this.of(id), local]);
  }

  /** The server has said how the finding stands. */
  confirm(findingId: string): void {
    this.#sent.delete(findingId);
  }

  /** Whether this is a new finding that the server may have, though it never said so. */
  mayExistOnServer({ id, server }: FindingRecord): boolean {
    return server === null && this.#sent.has(id);
  }
}
