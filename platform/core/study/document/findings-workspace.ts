import type { ApiClient, CallProblem } from '#api-client';
import type { Finding } from '#contracts';
import type { LocationContext } from '#findings';
import type { Clock, Disposable, Result } from '#foundation';
import type { DraftStore, FindingDraft } from '../findings/draft-store.ts';
import { EditHistory, type EditStep } from '../findings/edit-history.ts';
import { bodyOf, type FindingBody, markCount, sameBody } from '../findings/finding-body.ts';
import {
  draftOf,
  type FindingRecord,
  hasSameContent,
  isSentVersion,
  newRecord,
  type ServerSide,
  saveStep,
  serverBody,
} from '../findings/finding-record.ts';
import { FindingRecords } from '../findings/finding-records.ts';
import {
  isRetryable,
  readFinding,
  readFindings,
  sendRecord,
  sendThumbnail,
  serverFindingOf,
} from '../findings/save-finding.ts';
import { ScanDrafts } from '../findings/scan-drafts.ts';
import { UnconfirmedSaves } from '../findings/unconfirmed-saves.ts';
import { type FindingConflict, FindingConflicts, findingIdOf } from './finding-conflicts.ts';
import { HiddenFindings } from './hidden-findings.ts';
import { PendingReads } from './pending-reads.ts';
import { type SaveOutcome, SaveQueue } from './save-queue.ts';

export interface WorkspaceOptions {
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly drafts: DraftStore | null;
  readonly userId: string | null;
  readonly locationContext: () => LocationContext;
  readonly onChange: () => void;
  /** Called for a new conflict, which stays in `conflict` until resolved. */
  readonly onConflict: (conflict: FindingConflict) => void;
}

/**
 * Findings of a scan: the local state, the server state, the save queue between them and the edit
 * history.
 */
export class FindingsWorkspace implements Disposable {
  readonly scanId: string;
  /** Author of the edits. */
  readonly userId: string | null;
  readonly queue: SaveQueue;
  /** The reader's own list of hidden findings. */
  readonly hidden: HiddenFindings;
  readonly history = new EditHistory();
  readonly #options: WorkspaceOptions;
  readonly #records: FindingRecords;
  readonly #reads = new PendingReads();
  readonly #unconfirmed = new UnconfirmedSaves();
  readonly #conflicts = new FindingConflicts();
  readonly #drafts: ScanDrafts<FindingDraft>;
  /** Unsaved thumbnails. Not edits, so never part of the history or of a conflict. */
  readonly #thumbnails = new Map<string, string>();
  #isLoaded = false;
  /**
   * True while the server groups or ungroups; undo is then unavailable, because the result is
   * unknown.
   */
  isGrouping = false;
  #isDetached = false;
  #ended = false;

  constructor(scanId: string, options: WorkspaceOptions) {
    this.scanId = scanId;
    this.userId = options.userId;
    this.#options = options;
    this.#records = new FindingRecords(scanId, options.locationContext);
    const { drafts, userId } = options;
    this.#drafts = new ScanDrafts(drafts?.findings ?? null, userId, scanId);
    this.queue = new SaveQueue({
      clock: options.clock,
      save: (id) => this.#save(id),
      onState: options.onChange,
    });
    this.hidden = new HiddenFindings({
      ...options,
      scanId,
      drafts: new ScanDrafts(drafts?.hidden ?? null, userId, scanId),
      ensureSaved: (id) => this.#ensureSaved(id),
    });
  }

  /** Queues of everything that is saved for this scan. */
  get queues(): readonly SaveQueue[] {
    return [this.queue, this.hidden.queue];
  }

  /** Findings that are not deleted, by label; unchanged lists and findings keep their identity. */
  get findings(): readonly Finding[] {
    return this.#records.visible;
  }

  /** The latest unresolved conflict of this scan. */
  get conflict(): FindingConflict | null {
    return this.#conflicts.latest;
  }

  /** True once the server's findings have been read. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  find(findingId: string): Finding | null {
    return this.#records.find(findingId);
  }

  /** Reads the server's findings; keeps unsaved edits. */
  async read(): Promise<Result<void, CallProblem>> {
    const read = this.#reads.start();
    const [response, hidden] = await Promise.all([
      readFindings(this.#options.api, this.scanId),
      this.hidden.read(),
    ]);
    // Ignores a list read during grouping, whose partial result would look like deletions by
    // another user; `whileGrouping` reads again.
    const saved = read.end(response.ok && !this.#ended && !this.isGrouping);
    if (!response.ok) return response;
    this.#isLoaded = true;
    if (saved !== null) this.#applyServerFindings(response.value, saved);
    return hidden;
  }

  /** Applies an edit of the reader: shown at once, saved soon, undoable. */
  edit(findingId: string, after: FindingBody | null): void {
    this.editTogether([[findingId, after]]);
  }

  /** Applies edits of several findings in the same way, as one step of undo. */
  editTogether(bodies: readonly (readonly [findingId: string, body: FindingBody | null])[]): void {
    const edits = bodies.map(([findingId, after]) => {
      const before = this.#records.get(findingId)?.local ?? null;
      return { findingId, before, after };
    });
    this.history.push({ edits });
    this.#apply(bodies);
  }

  /** Removes a finding from the reader's own list, or shows the finding again; undoable. */
  setHidden(findingId: string, hidden: boolean): void {
    const before = this.hidden.ids.has(findingId);
    this.history.push({ edits: [], hidden: { findingId, before, after: hidden } });
    this.hidden.set(findingId, hidden);
  }

  undo(): EditStep | null {
    const step = this.history.undo();
    if (step?.hidden !== undefined) this.hidden.set(step.hidden.findingId, step.hidden.before);
    this.#apply(step?.edits.map(({ findingId, before }) => [findingId, before]) ?? []);
    return step;
  }

  redo(): EditStep | null {
    const step = this.history.redo();
    if (step?.hidden !== undefined) this.hidden.set(step.hidden.findingId, step.hidden.after);
    this.#apply(step?.edits.map(({ findingId, after }) => [findingId, after]) ?? []);
    return step;
  }

  /** Records findings changed by the server as a single undoable step. */
  applyServerEdit(changedFindings: readonly Finding[]): void {
    const edits = changedFindings.map((finding) => {
      const record = this.#records.get(finding.id) ?? this.#newRecord(finding.id);
      const server = { finding, deleted: finding.deletedAt !== null };
      const after = serverBody(server);
      this.#reads.recordSave(finding.id);
      this.#records.set({ ...record, server, local: after });
      this.#drafts.remove(finding.id);
      return { findingId: finding.id, before: record.local, after };
    });
    this.history.push({ edits });
    this.#options.onChange();
  }

  /** Queues a thumbnail to be saved with the finding. */
  setThumbnail(findingId: string, base64: string): void {
    const record = this.#records.get(findingId);
    if (record === undefined || record.local === null) return;
    this.#thumbnails.set(findingId, base64);
    this.queue.add(findingId);
  }

  /** Restores the user's unsaved changes of an earlier page; returns their number. */
  restoreDrafts(): number {
    return this.#restoreFindings() + this.hidden.restoreDrafts();
  }

  #restoreFindings(): number {
    let restored = 0;
    for (const { findingId, local, baseVersion } of this.#drafts.restore()) {
      const server = this.#records.get(findingId)?.server ?? null;
      const version = server?.deleted === true ? null : (server?.finding.version ?? null);
      if (version === baseVersion || (baseVersion === null && server !== null)) {
        this.#setLocal(findingId, local);
        restored += 1;
      } else {
        this.#drafts.remove(findingId);
        if (local !== null) this.#reportConflict(findingId, local, server?.finding ?? null);
      }
    }
    return restored;
  }

  /**
   * Resolves the latest conflict: saves the local version over the server's, or drops the local
   * version. Does nothing without a conflict.
   */
  resolveConflict(choice: 'mine' | 'theirs'): void {
    const conflict = this.#conflicts.take();
    const id = conflict === null ? undefined : findingIdOf(conflict);
    if (choice === 'theirs' || conflict === null || id === undefined) return;
    this.edit(id, conflict.mine === null ? null : bodyOf(conflict.mine));
  }

  discardRejected(): void {
    this.hidden.discardRejected();
    for (const id of this.queue.takeRejected()) {
      const record = this.#records.get(id);
      this.history.discard(id);
      this.#drafts.remove(id);
      if (record?.server == null) this.#records.delete(id);
      else this.#revertToServer(record, record.server);
    }
  }

  /** Marks the scan as closed: pending saves continue, but conflicts are no longer shown. */
  detach(): void {
    this.#isDetached = true;
  }

  dispose(): void {
    this.#ended = true;
    this.queue.dispose();
    this.hidden.dispose();
  }

  #newRecord(id: string): FindingRecord {
    return newRecord(id, this.#options.userId, this.#options.clock.now());
  }

  /** Applies bodies that lose marks first, because the server allows a mark in one finding only. */
  #apply(bodies: readonly (readonly [findingId: string, body: FindingBody | null])[]): void {
    const gained = ([id, body]: (typeof bodies)[number]): number =>
      markCount(body) - markCount(this.#records.get(id)?.local ?? null);
    for (const [id, body] of [...bodies].sort((a, b) => gained(a) - gained(b))) {
      this.#setLocal(id, body);
    }
  }

  #setLocal(findingId: string, local: FindingBody | null): void {
    const record = this.#records.get(findingId) ?? this.#newRecord(findingId);
    const changed = { ...record, local };
    this.#records.set(changed);
    this.#saveDraft(changed);
    this.queue.add(findingId);
  }

  #saveDraft(record: FindingRecord): void {
    if (saveStep(record) === 'none' && !this.#unconfirmed.mayExistOnServer(record))
      this.#drafts.remove(record.id);
    else this.#drafts.save(draftOf(record));
  }

  /** Applies the server's version of a finding; an unsaved edit takes precedence. */
  #applyServerFinding(finding: Finding): void {
    const record = this.#records.get(finding.id) ?? this.#newRecord(finding.id);
    const isOlder = finding.version < (record.server?.finding.version ?? 0);
    if (isOlder || this.#unconfirmed.mayExistOnServer(record)) return;
    const server: ServerSide = { finding, deleted: finding.deletedAt !== null };
    // Keeps the identity of an unchanged finding, so that nothing is recomputed or redrawn.
    if (JSON.stringify(finding) === JSON.stringify(record.server?.finding)) return;
    const edited = record.server !== null || record.local !== null;
    if (edited && saveStep(record) !== 'none') return;
    this.#records.set({ ...record, server, local: serverBody(server) });
  }

  #applyServerFindings(findings: readonly Finding[], saved: ReadonlySet<string>): void {
    const listed = new Set(findings.map((finding) => finding.id));
    for (const finding of findings) this.#applyServerFinding(finding);
    for (const record of this.#records.all) {
      const isMissing = !listed.has(record.id) && !saved.has(record.id);
      const wasOnServer = record.server !== null && !record.server.deleted;
      // Forgets a finding that another user has deleted: undo can't restore the finding without the
      // new version number.
      if (isMissing && wasOnServer && saveStep(record) === 'none') {
        this.#records.delete(record.id);
        this.history.discard(record.id);
      }
    }
    this.#options.onChange();
  }

  async #save(findingId: string): Promise<SaveOutcome> {
    const record = this.#records.get(findingId);
    if (record === undefined) return { kind: 'done' };
    const thumbnail = this.#thumbnails.get(findingId) ?? null;
    const response = await sendRecord(this.#options.api, this.scanId, record, thumbnail);
    if (this.#thumbnails.get(findingId) === thumbnail) this.#thumbnails.delete(findingId);
    if (response === null && thumbnail !== null) await this.#saveThumbnail(record, thumbnail);
    if (this.#ended) return { kind: 'done' };
    if (response === null && this.#unconfirmed.mayExistOnServer(record))
      return this.#withdraw(record);
    if (response === null) {
      this.#saveDraft(record);
      return { kind: 'done' };
    }
    if (response.ok) return this.#acknowledge(findingId, record.local, response.value);
    return this.#handleSaveError(record, response.problem);
  }

  /** Drops a thumbnail that can't be saved, because the reader loses no work. */
  async #saveThumbnail({ local, server }: FindingRecord, thumbnail: string): Promise<void> {
    if (local === null || server === null || server.deleted) return;
    await sendThumbnail(this.#options.api, server.finding, thumbnail);
  }

  /** Saves a finding that the server does not have yet. */
  async #ensureSaved(findingId: string): Promise<Result<void>> {
    return this.#records.get(findingId)?.server == null
      ? this.queue.flush()
      : { ok: true, value: undefined };
  }

  #acknowledge(findingId: string, sent: FindingBody | null, finding: Finding): SaveOutcome {
    this.#reads.recordSave(findingId);
    this.#unconfirmed.confirm(findingId);
    const record = this.#records.get(findingId) ?? this.#newRecord(findingId);
    const server: ServerSide = { finding, deleted: finding.deletedAt !== null || sent === null };
    // Adopts the server's values unless edited meanwhile, so that rounding never looks like an
    // edit.
    const local = record.local === sent ? serverBody(server) : record.local;
    const saved = { ...record, server, local };
    this.#records.set(saved);
    this.#saveDraft(saved);
    return { kind: 'done' };
  }

  async #handleSaveError(record: FindingRecord, problem: CallProblem): Promise<SaveOutcome> {
    if (isRetryable(problem)) {
      this.#unconfirmed.add(record);
      return { kind: 'later', problem };
    }
    const isResponseLost =
      record.server === null && (problem.status === 409 || problem.status === 422);
    if (problem.status !== 412 && !isResponseLost) return { kind: 'rejected', problem };
    const response = await serverFindingOf(this.#options.api, record.id, problem);
    if (!response.ok) return { kind: 'later', problem: response.problem };
    const theirs = response.value;
    if (this.#ended) return { kind: 'done' };
    const isSameContent =
      isSentVersion(this.#unconfirmed.sentBodies(record.id), theirs) ||
      hasSameContent(record, theirs);
    const isDeletedByOther = theirs?.deletedAt != null && theirs.deletedBy !== this.userId;
    if ((isResponseLost && !isDeletedByOther) || isSameContent)
      return this.#adoptLostSave(record, theirs, problem);
    // Keeps the draft; the conflict returns when the scan is opened again.
    if (this.#isDetached) return { kind: 'done' };
    const latest = this.#records.get(record.id) ?? record;
    this.#acceptServerVersion(latest, theirs);
    return { kind: 'done' };
  }

  #revertToServer(record: FindingRecord, server: ServerSide): void {
    this.#records.set({ ...record, local: serverBody(server) });
    this.#drafts.remove(record.id);
  }

  /** Handles a finding deleted locally before its create request was confirmed. */
  async #withdraw({ id }: FindingRecord): Promise<SaveOutcome> {
    const response = await readFinding(this.#options.api, id);
    if (this.#ended) return { kind: 'done' };
    if (!response.ok) return { kind: 'later', problem: response.problem };
    this.#unconfirmed.confirm(id);
    const record = this.#records.get(id) ?? this.#newRecord(id);
    const finding = response.value;
    const server = finding && { finding, deleted: finding.deletedAt !== null };
    const known = { ...record, server };
    this.#records.set(known);
    this.#saveDraft(known);
    return saveStep(known) === 'none' ? { kind: 'done' } : { kind: 'again' };
  }

  /** Adopts the server's version, because only the response of an earlier save was lost. */
  #adoptLostSave(record: FindingRecord, theirs: Finding | null, problem: CallProblem): SaveOutcome {
    if (theirs === null || theirs.id !== record.id) return { kind: 'rejected', problem };
    this.#unconfirmed.confirm(record.id);
    const latest = this.#records.get(record.id) ?? record;
    const server = { finding: theirs, deleted: theirs.deletedAt !== null };
    this.#records.set({ ...latest, server });
    return { kind: 'again' };
  }

  /** Replaces the local version by the server's and reports a conflict if they differ. */
  #acceptServerVersion(record: FindingRecord, theirs: Finding | null): void {
    const server = theirs === null ? null : { finding: theirs, deleted: theirs.deletedAt !== null };
    const local = server === null ? null : serverBody(server);
    const isSameBody =
      record.local === null || local === null
        ? record.local === local
        : sameBody(record.local, local);
    if (server === null) this.#records.delete(record.id);
    else this.#records.set({ ...record, server, local });
    this.#unconfirmed.confirm(record.id);
    this.#drafts.remove(record.id);
    if (isSameBody) return;
    this.history.discard(record.id);
    this.#reportConflict(record.id, record.local, server?.deleted === true ? null : theirs);
  }

  #reportConflict(findingId: string, mine: FindingBody | null, theirs: Finding | null): void {
    const record = this.#records.get(findingId) ?? this.#newRecord(findingId);
    const visible = this.#records.show({ ...record, local: mine });
    this.#options.onConflict(this.#conflicts.add({ mine: visible, theirs }));
  }
}
