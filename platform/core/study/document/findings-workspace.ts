import type { Finding } from '#contracts';
import type { Clock, Disposable, Problem, Result } from '#foundation';
import type { ApiClient } from '../../services/api/api-client.ts';
import type { CallProblem } from '../../services/api/call-problem.ts';
import { DraftKeeper } from '../findings/draft-keeper.ts';
import type { DraftStore } from '../findings/draft-store.ts';
import { type Act, EditHistory } from '../findings/edit-history.ts';
import {
  bodyOf,
  type FindingBody,
  markCount,
  type PlaceFacts,
  placeFields,
  sameBody,
  samePlace,
} from '../findings/finding-body.ts';
import {
  type FindingRecord,
  isOneOf,
  isOnlyPlacedAnew,
  lastLabel,
  newRecord,
  type ServerSide,
  saveStep,
  saysTheSame,
  serverBody,
  visibleFinding,
} from '../findings/finding-record.ts';
import { FindingRecords } from '../findings/finding-records.ts';
import {
  mayPass,
  readFinding,
  readFindings,
  sendRecord,
  theirsOf,
} from '../findings/save-finding.ts';
import { UnansweredSaves } from '../findings/unanswered-saves.ts';
import { FindingConflicts, findingOf } from './finding-conflicts.ts';
import { ReadsUnderWay } from './reads-under-way.ts';
import { type SaveOutcome, SaveQueue } from './save-queue.ts';
import type { FindingConflict } from './study-document.ts';

export interface WorkspaceOptions {
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly drafts: DraftStore | null;
  readonly userId: string | null;
  readonly facts: () => PlaceFacts;
  readonly onChange: () => void;
  /** A conflict came up; it stands in `conflict` until it is answered. */
  readonly onConflict: (conflict: FindingConflict) => void;
}

/**
 * The findings of one scan: what the reader sees at once, what the server has, the queue between
 * them, and the history of edits.
 */
export class FindingsWorkspace implements Disposable {
  readonly scanId: string;
  /** Whose edits these are. */
  readonly userId: string | null;
  readonly queue: SaveQueue;
  readonly history = new EditHistory();
  readonly #options: WorkspaceOptions;
  readonly #records: FindingRecords;
  readonly #reads = new ReadsUnderWay();
  readonly #unanswered = new UnansweredSaves();
  readonly #conflicts = new FindingConflicts();
  readonly #drafts: DraftKeeper;
  /** Pictures that are not saved yet; no edits, so they are never in the history or a conflict. */
  readonly #thumbnails = new Map<string, string>();
  #wasRead = false;
  /** An act that the server does by itself is under way: what undo would take back is not known. */
  isActing = false;
  #left = false;
  #ended = false;

  constructor(scanId: string, options: WorkspaceOptions) {
    this.scanId = scanId;
    this.userId = options.userId;
    this.#options = options;
    this.#records = new FindingRecords(scanId);
    this.#drafts = new DraftKeeper(options.drafts, options.userId, scanId);
    this.queue = new SaveQueue({
      clock: options.clock,
      save: (id) => this.#save(id),
      onState: options.onChange,
    });
  }

  /** Findings that are not deleted, by label; lists and findings that have not changed stay the same. */
  get findings(): readonly Finding[] {
    return this.#records.visible;
  }

  /** The latest conflict of this scan that nobody has answered. */
  get conflict(): FindingConflict | null {
    return this.#conflicts.latest;
  }

  /** Whether the server's findings are here. */
  get wasRead(): boolean {
    return this.#wasRead;
  }

  find(findingId: string): Finding | null {
    return this.#records.find(findingId);
  }

  /** Reads the server's findings; edits that are not saved stay. */
  async read(): Promise<Result<void, CallProblem>> {
    const read = this.#reads.begin();
    const answer = await readFindings(this.#options.api, this.scanId);
    // Half of an act would look like findings that someone else deleted; it is read again after it.
    const saved = read.end(answer.ok && !this.#ended && !this.isActing);
    if (!answer.ok) return answer;
    this.#wasRead = true;
    if (saved !== null) this.#take(answer.value, saved);
    return { ok: true, value: undefined };
  }

  /** A new act of the reader: shown at once, saved soon, undoable. */
  edit(findingId: string, after: FindingBody | null): void {
    const before = this.#records.get(findingId)?.local ?? null;
    this.history.push({ edits: [{ findingId, before, after }] });
    this.#setLocal(findingId, after);
  }

  undo(): Act | null {
    const act = this.history.undo();
    this.#apply(act?.edits.map(({ findingId, before }) => [findingId, before]) ?? []);
    return act;
  }

  redo(): Act | null {
    const act = this.history.redo();
    this.#apply(act?.edits.map(({ findingId, after }) => [findingId, after]) ?? []);
    return act;
  }

  /**
   * An act that the server has done by itself: what it answered is taken over, and undo takes all of
   * it back.
   */
  takeAct(answered: readonly Finding[]): void {
    const edits = answered.map((finding) => {
      const record = this.#records.get(finding.id) ?? this.#newRecord(finding.id);
      const server = { finding, deleted: finding.deletedAt !== null };
      const after = serverBody(server);
      this.#reads.saved(finding.id);
      this.#records.set({ ...record, server, local: after });
      this.#drafts.drop(finding.id);
      return { findingId: finding.id, before: record.local, after };
    });
    this.history.push({ edits });
    this.#options.onChange();
  }

  /** A picture of the finding, kept with it as soon as it may be. */
  setThumbnail(findingId: string, base64: string): void {
    const record = this.#records.get(findingId);
    if (record === undefined || record.local === null) return;
    this.#thumbnails.set(findingId, base64);
    this.queue.add(findingId);
  }

  /**
   * The nipple has moved: clock and distance of the readers' findings follow, where the server has
   * not told them anew already. No act of its own.
   */
  replaceAll(): void {
    for (const { id, local, server } of this.#records.all) {
      const isUsers = server === null || server.finding.generator.id === 'USER';
      const placed = this.#placed(local);
      if (!isUsers || local === null || placed === null || samePlace(placed, local)) continue;
      this.#setLocal(id, placed);
    }
  }

  /** Takes up what an earlier page of this person could not save. Says how many edits. */
  restoreDrafts(): number {
    let restored = 0;
    for (const { findingId, local, baseVersion } of this.#drafts.take()) {
      const server = this.#records.get(findingId)?.server ?? null;
      const version = server?.deleted === true ? null : (server?.finding.version ?? null);
      if (version === baseVersion || (baseVersion === null && server !== null)) {
        this.#setLocal(findingId, local);
        restored += 1;
      } else {
        this.#drafts.drop(findingId);
        if (local !== null) this.#reportConflict(findingId, local, server?.finding ?? null);
      }
    }
    return restored;
  }

  /** Mine is saved over theirs, or dropped. Nothing happens without a conflict. */
  resolveConflict(keep: 'mine' | 'theirs'): void {
    const conflict = this.#conflicts.take();
    const id = conflict === null ? undefined : findingOf(conflict);
    if (keep === 'theirs' || conflict === null || id === undefined) return;
    this.edit(id, conflict.mine === null ? null : bodyOf(conflict.mine));
  }

  giveUpRefused(): void {
    for (const id of this.queue.takeRefused()) {
      const record = this.#records.get(id);
      this.history.forget(id);
      this.#drafts.drop(id);
      if (record?.server == null) this.#records.delete(id);
      else this.#takeBack(record, record.server);
    }
  }

  /** Nobody looks at the scan any more: pending saves go on, but no question can be asked. */
  leave(): void {
    this.#left = true;
  }

  dispose(): void {
    this.#ended = true;
    this.queue.dispose();
  }

  #placed(body: FindingBody | null): FindingBody | null {
    const facts = this.#options.facts();
    // Without the volume's geometry nothing new can be told: what was known stays.
    if (body === null || facts.geometry === null) return body;
    return { ...body, ...placeFields(Object.values(body.marks), facts) };
  }

  #newRecord(id: string): FindingRecord {
    return newRecord(id, this.#options.userId, this.#options.clock.now());
  }

  /** What lets go of marks is saved before what takes them: a mark is part of one finding. */
  #apply(bodies: readonly (readonly [findingId: string, body: FindingBody | null])[]): void {
    const gained = ([id, body]: (typeof bodies)[number]): number =>
      markCount(body) - markCount(this.#records.get(id)?.local ?? null);
    for (const [id, body] of [...bodies].sort((a, b) => gained(a) - gained(b))) {
      this.#setLocal(id, this.#placed(body));
    }
  }

  #setLocal(findingId: string, local: FindingBody | null): void {
    const record = this.#records.get(findingId) ?? this.#newRecord(findingId);
    const changed = { ...record, local };
    this.#records.set(changed);
    this.#keepDraft(changed);
    this.queue.add(findingId);
  }

  #keepDraft(record: FindingRecord): void {
    if (saveStep(record) === 'none' && !this.#unanswered.mayBeMade(record))
      this.#drafts.drop(record.id);
    else this.#drafts.keep(record);
  }

  /** The server's word on one finding; an edit that is not saved stays in front of it. */
  #takeOne(finding: Finding): void {
    const record = this.#records.get(finding.id) ?? this.#newRecord(finding.id);
    const isOlder = finding.version < (record.server?.finding.version ?? 0);
    if (isOlder || this.#unanswered.mayBeMade(record)) return;
    const server: ServerSide = { finding, deleted: finding.deletedAt !== null };
    // Read again as it was: it stays the same object, and nothing is worked out or drawn anew for it.
    if (JSON.stringify(finding) === JSON.stringify(record.server?.finding)) return;
    const edited = record.server !== null || record.local !== null;
    if (edited && saveStep(record) !== 'none') return;
    this.#records.set({ ...record, server, local: serverBody(server) });
  }

  #take(findings: readonly Finding[], saved: ReadonlySet<string>): void {
    const listed = new Set(findings.map((finding) => finding.id));
    for (const finding of findings) this.#takeOne(finding);
    for (const record of this.#records.all) {
      const gone = !listed.has(record.id) && !saved.has(record.id);
      // Deleted by someone else; without its new version it can't be brought back from here.
      if (gone && record.server !== null && !record.server.deleted && saveStep(record) === 'none') {
        this.#records.delete(record.id);
        this.history.forget(record.id);
      }
    }
    this.#options.onChange();
  }

  async #save(findingId: string): Promise<SaveOutcome> {
    const record = this.#records.get(findingId);
    if (record === undefined) return { kind: 'done' };
    const thumbnail = this.#thumbnails.get(findingId) ?? null;
    const answer = await sendRecord(this.#options.api, this.scanId, record, thumbnail);
    if (this.#thumbnails.get(findingId) === thumbnail) this.#thumbnails.delete(findingId);
    if (this.#ended) return { kind: 'done' };
    if (answer === null && this.#unanswered.mayBeMade(record)) return this.#withdraw(record);
    if (answer === null) {
      this.#keepDraft(record);
      return { kind: 'done' };
    }
    if (answer.ok) return this.#acknowledge(findingId, record.local, answer.value);
    return this.#refusal(record, answer.problem);
  }

  #acknowledge(findingId: string, sent: FindingBody | null, finding: Finding): SaveOutcome {
    this.#reads.saved(findingId);
    this.#unanswered.answered(findingId);
    const record = this.#records.get(findingId) ?? this.#newRecord(findingId);
    const server: ServerSide = { finding, deleted: finding.deletedAt !== null || sent === null };
    // Unless it was edited meanwhile, the server's words are taken over, so that rounding of a
    // store can never look like an edit.
    const local = record.local === sent ? serverBody(server) : record.local;
    const saved = { ...record, server, local };
    this.#records.set(saved);
    this.#keepDraft(saved);
    return { kind: 'done' };
  }

  async #refusal(record: FindingRecord, refused: CallProblem): Promise<SaveOutcome> {
    if (mayPass(refused)) {
      this.#unanswered.add(record);
      return { kind: 'later', problem: refused };
    }
    const lostAnswer = record.server === null && (refused.status === 409 || refused.status === 422);
    if (refused.status !== 412 && !lostAnswer) return this.#refuse(record, refused);
    const answer = await theirsOf(this.#options.api, record.id, refused);
    if (!answer.ok) return { kind: 'later', problem: answer.problem };
    const theirs = answer.value;
    if (this.#ended) return { kind: 'done' };
    const same =
      isOneOf(this.#unanswered.of(record.id), record, theirs) || saysTheSame(record, theirs);
    const isTheirs = theirs?.deletedAt != null && theirs.deletedBy !== this.userId;
    if ((lostAnswer && !isTheirs) || same) return this.#adopt(record, theirs, refused);
    // The draft stays and brings the conflict back with the scan, to whoever opens it next.
    if (this.#left) return { kind: 'done' };
    const latest = this.#records.get(record.id) ?? record;
    this.#yield(latest, theirs);
    return { kind: 'done' };
  }

  /** What no reader has done is not theirs to save: the server's word stands. */
  #refuse({ id }: FindingRecord, refused: Problem): SaveOutcome {
    const record = this.#records.get(id);
    const isReaders = record?.server == null || !isOnlyPlacedAnew(record);
    if (isReaders) return { kind: 'refused', problem: refused };
    this.#takeBack(record, record.server);
    return { kind: 'done' };
  }

  #takeBack(record: FindingRecord, server: ServerSide): void {
    this.#records.set({ ...record, local: serverBody(server) });
    this.#drafts.drop(record.id);
  }

  /** Deleted here before it was known whether the server had it. */
  async #withdraw({ id }: FindingRecord): Promise<SaveOutcome> {
    const answer = await readFinding(this.#options.api, id);
    if (this.#ended) return { kind: 'done' };
    if (!answer.ok) return { kind: 'later', problem: answer.problem };
    this.#unanswered.answered(id);
    const record = this.#records.get(id) ?? this.#newRecord(id);
    const finding = answer.value;
    const server = finding && { finding, deleted: finding.deletedAt !== null };
    const known = { ...record, server };
    this.#records.set(known);
    this.#keepDraft(known);
    return saveStep(known) === 'none' ? { kind: 'done' } : { kind: 'again' };
  }

  /** The server has it already: the answer to an earlier save was lost. */
  #adopt(record: FindingRecord, theirs: Finding | null, refused: CallProblem): SaveOutcome {
    if (theirs === null || theirs.id !== record.id) return { kind: 'refused', problem: refused };
    this.#unanswered.answered(record.id);
    const latest = this.#records.get(record.id) ?? record;
    const server = { finding: theirs, deleted: theirs.deletedAt !== null };
    const known = { ...latest, server };
    const local = isOnlyPlacedAnew(known) ? serverBody(server) : latest.local;
    this.#records.set({ ...known, local });
    return { kind: 'again' };
  }

  /** Their version takes the place of ours; ours is handed to whoever decides. */
  #yield(record: FindingRecord, theirs: Finding | null): void {
    const server = theirs === null ? null : { finding: theirs, deleted: theirs.deletedAt !== null };
    const local = server === null ? null : serverBody(server);
    const agreed =
      isOnlyPlacedAnew(record) ||
      (record.local === null ? local === null : local !== null && sameBody(record.local, local));
    if (server === null) this.#records.delete(record.id);
    else this.#records.set({ ...record, server, local });
    this.#unanswered.answered(record.id);
    this.#drafts.drop(record.id);
    if (agreed) return;
    this.history.forget(record.id);
    this.#reportConflict(record.id, record.local, server?.deleted === true ? null : theirs);
  }

  #reportConflict(findingId: string, mine: FindingBody | null, theirs: Finding | null): void {
    const record = this.#records.get(findingId) ?? this.#newRecord(findingId);
    const shown = visibleFinding(
      { ...record, local: mine },
      this.scanId,
      lastLabel(this.#records.all) + 1,
    );
    this.#options.onConflict(this.#conflicts.add({ mine: shown, theirs }));
  }
}
