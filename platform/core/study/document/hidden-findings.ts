import type { ApiClient, CallProblem } from '#api-client';
import { routes } from '#contracts';
import { type Clock, type Disposable, ok, type Result } from '#foundation';
import type { HiddenDraft } from '../findings/draft-store.ts';
import { isRetryable } from '../findings/save-finding.ts';
import type { ScanDrafts } from '../findings/scan-drafts.ts';
import { PendingReads } from './pending-reads.ts';
import { type SaveOutcome, SaveQueue } from './save-queue.ts';

export interface HiddenFindingsOptions {
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly scanId: string;
  readonly drafts: ScanDrafts<HiddenDraft>;
  /** Saves a finding that the server does not have yet; fails if it can't be saved. */
  readonly ensureSaved: (findingId: string) => Promise<Result<void>>;
  readonly onChange: () => void;
}

/** True if both sets contain the same ids. */
export const sameIds = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((id) => b.has(id));

/**
 * Findings that the reader has removed from their own list of a scan. A change is shown at once and
 * saved in the background. Hiding is not an edit of the finding and never conflicts with edits.
 */
export class HiddenFindings implements Disposable {
  readonly queue: SaveQueue;
  readonly #options: HiddenFindingsOptions;
  readonly #reads = new PendingReads();
  /** Changes that the server has not acknowledged. */
  readonly #pending = new Map<string, boolean>();
  #ids: ReadonlySet<string> = new Set();
  #ended = false;

  constructor(options: HiddenFindingsOptions) {
    this.#options = options;
    this.queue = new SaveQueue({
      clock: options.clock,
      save: (id) => this.#save(id),
      onState: options.onChange,
    });
  }

  /** Ids of the hidden findings; the same set until a change. */
  get ids(): ReadonlySet<string> {
    return this.#ids;
  }

  /** Reads the reader's list; keeps changes that are not saved or were saved since the request. */
  async read(): Promise<Result<void, CallProblem>> {
    const read = this.#reads.start();
    const { api, scanId } = this.#options;
    const response = await api.call(routes.listHiddenFindings, { params: { scanId } });
    const saved = read.end(response.ok);
    if (!response.ok) return response;
    if (saved === null) return ok(undefined);
    const ids = new Set(response.value.findingIds);
    for (const id of [...saved, ...this.#pending.keys()]) {
      if (this.#ids.has(id)) ids.add(id);
      else ids.delete(id);
    }
    if (!sameIds(ids, this.#ids)) this.#ids = ids;
    return ok(undefined);
  }

  set(findingId: string, hidden: boolean): void {
    this.#pending.set(findingId, hidden);
    this.#options.drafts.save({ findingId, hidden });
    this.#show(findingId, hidden);
    this.queue.add(findingId);
  }

  /** Restores the user's unsaved changes of an earlier page; returns their number. */
  restoreDrafts(): number {
    const { drafts } = this.#options;
    let restored = 0;
    for (const { findingId, hidden } of drafts.restore()) {
      if (this.#ids.has(findingId) === hidden) {
        drafts.remove(findingId);
      } else {
        this.set(findingId, hidden);
        restored += 1;
      }
    }
    return restored;
  }

  /** Adds findings that the server has hidden, such as the parts of a hidden finding. */
  addStored(findingIds: readonly string[]): void {
    for (const id of findingIds) this.#show(id, true);
  }

  /** Drops rejected changes. */
  discardRejected(): void {
    for (const id of this.queue.takeRejected()) this.#revert(id);
  }

  dispose(): void {
    this.#ended = true;
    this.queue.dispose();
  }

  #show(findingId: string, hidden: boolean): void {
    const ids = new Set(this.#ids);
    if (hidden) ids.add(findingId);
    else ids.delete(findingId);
    this.#ids = ids;
  }

  #revert(findingId: string): void {
    const hidden = this.#pending.get(findingId);
    this.#pending.delete(findingId);
    this.#options.drafts.remove(findingId);
    if (hidden !== undefined) this.#show(findingId, !hidden);
  }

  async #save(findingId: string): Promise<SaveOutcome> {
    const hidden = this.#pending.get(findingId);
    if (hidden === undefined) return { kind: 'done' };
    const saved = await this.#options.ensureSaved(findingId);
    if (!saved.ok) return { kind: 'later', problem: saved.problem };
    const call = { params: { id: findingId }, body: { hidden } };
    const response = await this.#options.api.call(routes.setFindingHidden, call);
    if (!response.ok) {
      const { problem } = response;
      if (isRetryable(problem)) return { kind: 'later', problem };
      if (problem.status !== 404) return { kind: 'rejected', problem };
    }
    // A later page may have stored a newer draft.
    if (this.#ended) return { kind: 'done' };
    this.#reads.recordSave(findingId);
    if (this.#pending.get(findingId) === hidden) {
      this.#pending.delete(findingId);
      this.#options.drafts.remove(findingId);
    }
    return { kind: 'done' };
  }
}
