import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ApiClient } from '#api-client';
import { routes, type Scan } from '#contracts';
import {
  type Clock,
  type Disposable,
  fail,
  ok,
  type Problem,
  type Result,
  systemClock,
} from '#foundation';
import type { VolumeGeometry } from '#geometry';
import type { Notices } from '../../services/user/notices.ts';
import { studyTexts } from '../../texts/study-texts.ts';
import type { DraftStore } from '../findings/draft-store.ts';
import type { EditStep } from '../findings/edit-history.ts';
import type { FindingsWorkspace } from './findings-workspace.ts';
import { group, ungroup, withoutFields } from './group-actions.ts';
import { locationAt, NippleMoves } from './nipple-moves.ts';
import { NO_STUDY } from './no-study.ts';
import { acceptProposal, copyOfProposal, decideProposal, isProposal } from './proposals.ts';
import { newerScan, readStudy, type StudyData, targetScan } from './read-study.ts';
import type { SaveQueue } from './save-queue.ts';
import { ScanWorkspaces } from './scan-workspaces.ts';
import type { StudyDocument, StudyState } from './study-document.ts';
import * as edits from './study-edits.ts';
import { studyProblems } from './study-problems.ts';
import { visibleState } from './visible-state.ts';

export interface StudyDocumentOptions {
  readonly api: ApiClient;
  readonly notices: Notices;
  /** Id of the editing user: author of new findings and owner of drafts. Null while signed out. */
  readonly userId: () => string | null;
  /** True if the user may change findings. */
  readonly mayEdit: () => boolean;
  readonly mayReadFindings: () => boolean;
  /** True if a new length joins the finding of a length that it crosses. */
  readonly shouldGroupLengths?: () => boolean;
  readonly drafts?: DraftStore;
  readonly clock?: Clock;
}

/**
 * Creates the study document over the API, with a findings workspace for each scan shown so far.
 */
export function createStudyDocument(options: StudyDocumentOptions): StudyDocument {
  return new ApiStudyDocument(options);
}

class ApiStudyDocument implements StudyDocument {
  readonly store: StoreApi<StudyState> = createStore<StudyState>(() => NO_STUDY);
  readonly #options: StudyDocumentOptions;
  readonly #nipples: NippleMoves;
  #workspaces: ScanWorkspaces;
  /** Counts calls that open or close a study or scan; responses to earlier calls are dropped. */
  #opening = 0;
  /** Scan whose findings are loading; the previous scan stays visible meanwhile. */
  #pendingScanId: string | null = null;

  constructor(options: StudyDocumentOptions) {
    this.#options = options;
    this.#nipples = new NippleMoves(options.api, (scanId) => this.#scan(scanId));
    this.#workspaces = this.#createWorkspaces();
  }

  async open(studyId: string, scanId: string | null): Promise<Result<void>> {
    const state = this.store.getState();
    if (state.status === 'ready' && state.study?.id === studyId) {
      const isKnownScan = scanId === null || state.scans.some((scan) => scan.id === scanId);
      if (isKnownScan) return scanId === null ? this.refresh() : this.selectScan(scanId);
    } else {
      // Saves the rest of the previous study in the background, without touching the display.
      void this.close();
    }
    const opening = ++this.#opening;
    this.store.setState({ status: 'loading', problem: null });
    const loaded = await readStudy(this.#options.api, studyId);
    if (opening !== this.#opening) return ok(undefined);
    if (!loaded.ok) return this.#setFailed(loaded.problem);
    const target = targetScan(loaded.value.scans, scanId);
    if (!target.ok) return this.#setFailed(target.problem);
    this.#applyStudyData(loaded.value);
    return target.value === null ? this.#setReady(null) : this.#openScan(target.value, opening);
  }

  async close(): Promise<void> {
    this.#opening += 1;
    this.#pendingScanId = null;
    const closing = this.#workspaces;
    for (const workspace of closing.all) workspace.detach();
    this.#workspaces = this.#createWorkspaces();
    this.store.setState(NO_STUDY, true);
    // Drafts keep unsaved edits, which return with the scan. Saves only workspaces of the current
    // user, so that edits are never saved under another user's name.
    const ownWorkspaces = closing.all.filter(
      (workspace) => workspace.userId === this.#options.userId(),
    );
    await Promise.all(ownWorkspaces.flatMap(({ queues }) => queues.map((queue) => queue.flush())));
    closing.dispose();
  }

  async refresh(): Promise<Result<void>> {
    const { study, targetScanId, status } = this.store.getState();
    if (study === null || status === 'loading') return ok(undefined);
    const opening = this.#opening;
    const loaded = await readStudy(this.#options.api, study.id);
    if (opening !== this.#opening) return ok(undefined);
    if (!loaded.ok) return loaded;
    this.#applyStudyData(loaded.value);
    if (targetScanId === null) {
      const newest = loaded.value.scans[0];
      return newest === undefined ? ok(undefined) : this.selectScan(newest.id);
    }
    const watched = this.#workspaces.watched.filter((id) => id !== targetScanId);
    const reads = [targetScanId, ...watched].map((id) => this.readFindings(id));
    return (await Promise.all(reads)).find((read) => !read.ok) ?? ok(undefined);
  }

  async selectScan(scanId: string): Promise<Result<void>> {
    const { scans, targetScanId } = this.store.getState();
    const target = targetScan(scans, scanId);
    if (!target.ok) return target;
    if (scanId === targetScanId) {
      // Drops a pending selection of another scan, because the shown scan was selected again.
      if (this.#pendingScanId !== null) this.#opening += 1;
      this.#pendingScanId = null;
      return ok(undefined);
    }
    return this.#openScan(scanId, ++this.#opening);
  }

  hasReadFindings = (scanId: string): boolean => this.#workspaces.find(scanId)?.isLoaded ?? false;

  selectFinding(findingId: string | null): void {
    const target = this.#workspaces.find(this.store.getState().targetScanId);
    const exists = findingId !== null && target?.find(findingId) != null;
    this.store.setState({ selectedFindingId: exists ? findingId : null });
  }

  setVolumeGeometry = (scanId: string, geometry: VolumeGeometry): void =>
    this.#workspaces.setGeometry(scanId, geometry);

  volumeGeometry = (scanId: string): VolumeGeometry | null => this.#workspaces.geometry(scanId);

  setSkin: StudyDocument['setSkin'] = (id, skin) => this.#workspaces.setSkin(id, skin);

  watchScan(scanId: string): Disposable {
    const watch = this.#workspaces.watch(scanId, () => this.#publish());
    if (!this.#workspaces.getOrCreate(scanId).isLoaded) void this.readFindings(scanId);
    this.#publish();
    return watch;
  }

  addFinding: StudyDocument['addFinding'] = (mark, scanId, alone = false) => {
    const { targetScanId } = this.store.getState();
    const shouldGroup = !alone && (this.#options.shouldGroupLengths?.() ?? false);
    const isTarget = scanId === undefined || scanId === targetScanId;
    return this.#edit(null, (target) => {
      const editing = isTarget ? target : this.#workspaces.editingOf(scanId);
      if (editing === null) return fail(studyProblems.noScan);
      const added = edits.addFinding(editing, mark, shouldGroup);
      if (added.ok && isTarget) this.store.setState({ selectedFindingId: added.value.id });
      return added;
    });
  };

  addMark: StudyDocument['addMark'] = (id, mark) =>
    this.#edit(id, (editing) => edits.addMark(editing, id, mark));

  updateMark: StudyDocument['updateMark'] = (id, mark) =>
    this.#edit(id, (editing) => edits.updateMark(editing, id, mark));

  separateMark: StudyDocument['separateMark'] = (id, markId) => {
    const separated = this.#edit(id, (editing) => edits.separateMark(editing, id, markId));
    if (separated.ok) this.selectFinding(separated.value.id);
    return separated;
  };

  deleteMark: StudyDocument['deleteMark'] = (id, markId) =>
    this.#edit(id, (editing) => edits.deleteMark(editing, id, markId));

  setRepresentative: StudyDocument['setRepresentative'] = (id, markId) =>
    this.#edit(id, (editing) => edits.setRepresentative(editing, id, markId));

  setFindingFields: StudyDocument['setFindingFields'] = (id, changes) =>
    this.#edit(id, (editing) => edits.setFindingFields(editing, id, changes));

  setNote: StudyDocument['setNote'] = (id, note) => this.setFindingFields(id, { note });

  setLabels: StudyDocument['setLabels'] = (id, annotationLabels) =>
    this.setFindingFields(id, { annotationLabels });

  setHidden: StudyDocument['setHidden'] = (id, hidden) =>
    this.#edit(id, (editing) => edits.setHidden(editing, id, hidden));

  deleteFinding: StudyDocument['deleteFinding'] = (id) =>
    this.#edit(id, (editing) => edits.deleteFinding(editing, id));

  group: StudyDocument['group'] = async (sourceIds, targetId, resolved = {}) => {
    const editing = this.#editing(targetId);
    if (!editing.ok) return fail(withoutFields(editing.problem));
    const request = { sourceIds: [...sourceIds], targetId, resolved };
    const grouped = await group(this.#options.api, editing.value, request);
    if (grouped.ok) this.selectFinding(targetId);
    return grouped;
  };

  ungroup: StudyDocument['ungroup'] = async (findingId) => {
    const editing = this.#editing(findingId);
    if (!editing.ok) return editing;
    const split = await ungroup(this.#options.api, editing.value, findingId);
    if (split.ok) this.selectFinding(split.value[0]?.id ?? null);
    return split;
  };

  copyAiFinding: StudyDocument['copyAiFinding'] = async (findingId) => {
    const editing = this.#editing(findingId);
    if (!editing.ok) return editing;
    const { api } = this.#options;
    if (isProposal(editing.value, findingId)) {
      const accepted = await acceptProposal(api, editing.value, findingId);
      if (accepted.ok) this.selectFinding(accepted.value.id);
      return accepted;
    }
    const copied = edits.copyAiFinding(editing.value, findingId);
    if (!copied.ok) return copied;
    this.selectFinding(copied.value.id);
    const linked = await edits.linkCopy(api, editing.value, findingId, copied.value.id);
    this.#publish();
    return linked.ok ? copied : linked;
  };

  decideAiFinding: StudyDocument['decideAiFinding'] = async (
    findingId,
    decision,
    reason = null,
  ) => {
    const editing = this.#editing(findingId);
    if (!editing.ok) return editing;
    return decideProposal(this.#options.api, editing.value, findingId, { decision, reason });
  };

  copyOfAiFinding: StudyDocument['copyOfAiFinding'] = async (findingId) => {
    const editing = this.#editing(findingId);
    return editing.ok ? copyOfProposal(this.#options.api, editing.value, findingId) : editing;
  };

  setThumbnail(findingId: string, base64: string): void {
    const editing = this.#editing(findingId);
    if (editing.ok) editing.value.workspace.setThumbnail(findingId, base64);
  }

  undo: StudyDocument['undo'] = () => this.#undoOrRedo('undo', this.#next('undo'));

  redo: StudyDocument['redo'] = () => this.#undoOrRedo('redo', this.#next('redo'));

  captureUndo(): () => Result<string> {
    const workspace = this.#next('undo');
    const stepOrder = workspace?.history.lastDoneOrder;
    return () => {
      const isCurrent = workspace !== null && this.#workspaces.find(workspace.scanId) === workspace;
      if (!isCurrent || workspace.history.lastDoneOrder !== stepOrder)
        return fail(studyProblems.changedSince);
      return this.#undoOrRedo('undo', workspace);
    };
  }

  resolveConflict(choice: 'mine' | 'theirs'): Result<void> {
    return this.#edit(null, ({ workspace }) => {
      workspace.resolveConflict(choice);
      return ok(undefined);
    });
  }

  setNipple: StudyDocument['setNipple'] = async (position, thumbnailBase64 = null) => {
    const { targetScanId } = this.store.getState();
    if (targetScanId === null) return fail(studyProblems.noScan);
    const to = locationAt(this.volumeGeometry(targetScanId), position);
    const moved = await this.#nipples.move(targetScanId, { to, thumbnailBase64 }, this.#applyScan);
    if (!moved.ok) return moved;
    const { scan, before } = moved.value;
    this.#workspaces
      .getOrCreate(scan.id)
      .history.push({ edits: [], nipple: { before, after: to } });
    return this.#refreshAfterNippleMove(scan);
  };

  async confirmOrientation(): Promise<Result<Scan>> {
    const { targetScanId: id } = this.store.getState();
    if (id === null) return fail(studyProblems.noScan);
    const confirmed = await this.#options.api.call(routes.confirmOrientation, { params: { id } });
    if (confirmed.ok) this.#applyScan(confirmed.value);
    return confirmed;
  }

  discardRejected(): void {
    for (const workspace of this.#workspaces.all) workspace.discardRejected();
    this.#publish();
  }

  retrySaves(): void {
    for (const queue of this.#queues) queue.retry();
  }

  async flush(): Promise<Result<void>> {
    const saved = await Promise.all(this.#queues.map((queue) => queue.flush()));
    return saved.find((result) => !result.ok) ?? ok(undefined);
  }

  dispose(): void {
    this.#opening += 1;
    this.#workspaces.dispose();
  }

  /**
   * Returns the editing context of the shown scan that contains the finding; that of the target
   * scan for null. Fails without an open scan or without permission.
   */
  #editing(findingId: string | null): Result<edits.Editing> {
    const { targetScanId, status } = this.store.getState();
    if (targetScanId === null || status !== 'ready') return fail(studyProblems.noScan);
    if (!this.#options.mayEdit()) return fail(studyProblems.mayNotEdit);
    return ok(this.#workspaces.editing(findingId, targetScanId));
  }

  #edit<T>(findingId: string | null, apply: (editing: edits.Editing) => Result<T>): Result<T> {
    const editing = this.#editing(findingId);
    if (!editing.ok) return editing;
    const result = apply(editing.value);
    this.#publish();
    return result;
  }

  get #queues(): readonly SaveQueue[] {
    return this.#workspaces.all.flatMap(({ queues }) => queues);
  }

  #next(direction: 'undo' | 'redo'): FindingsWorkspace | null {
    return this.#workspaces.next(direction, this.store.getState().targetScanId);
  }

  #undoOrRedo(direction: 'undo' | 'redo', workspace: FindingsWorkspace | null): Result<string> {
    return this.#edit(null, () => {
      if (this.#workspaces.all.some((other) => other.isGrouping))
        return fail(studyProblems.stillGrouping);
      const step = workspace?.[direction]() ?? null;
      if (workspace === null || step === null) return fail(studyProblems.nothingTo[direction]);
      this.#applySideEffects(workspace, step, direction);
      return ok(workspace.scanId);
    });
  }

  /** Applies the effects of undo or redo outside the workspace: selection and nipple position. */
  #applySideEffects(
    workspace: FindingsWorkspace,
    { edits: findingEdits, hidden, nipple }: EditStep,
    direction: 'undo' | 'redo',
  ): void {
    const changedIds = [...findingEdits, ...(hidden === undefined ? [] : [hidden])].map(
      ({ findingId }) => findingId,
    );
    const existing = changedIds.find((id) => workspace.find(id) !== null);
    const isTarget = workspace.scanId === this.store.getState().targetScanId;
    if (isTarget && changedIds.length > 0) {
      this.store.setState({ selectedFindingId: existing ?? null });
    }
    if (nipple === undefined) return;
    const { before, after } = nipple;
    const request =
      direction === 'undo' ? { from: after, to: before } : { from: before, to: after };
    void this.#nipples.move(workspace.scanId, request, this.#applyScan).then((moved) => {
      if (moved.ok) void this.#refreshAfterNippleMove(moved.value.scan);
      else this.#options.notices.showProblem(moved.problem);
    });
  }

  /** Reads the findings again, because their locations follow from the nipple. */
  async #refreshAfterNippleMove(scan: Scan): Promise<Result<Scan>> {
    const { nipplesSetInSession } = this.store.getState();
    this.store.setState({ nipplesSetInSession: [...new Set([...nipplesSetInSession, scan.id])] });
    this.#publish();
    await this.readFindings(scan.id);
    return ok(scan);
  }

  #createWorkspaces(): ScanWorkspaces {
    const { api, clock = systemClock, drafts = null, userId, notices } = this.#options;
    return new ScanWorkspaces({
      scan: (scanId) => this.#scan(scanId),
      workspace: () => ({
        api,
        clock,
        drafts,
        userId: userId(),
        onChange: () => this.#publish(),
        onConflict: ({ problem: cause, mine, theirs }) => {
          this.#publish();
          // The page shows a conflict of the opened scan until resolved; other scans need a notice.
          const isOpen = (mine ?? theirs)?.scan.id === this.store.getState().targetScanId;
          if (!isOpen) notices.showProblem(cause);
        },
      }),
    });
  }

  async #openScan(scanId: string, opening: number): Promise<Result<void>> {
    const workspace = this.#workspaces.getOrCreate(scanId);
    const wasLoaded = workspace.isLoaded;
    // Makes a scan that is already loaded the target at once; the read brings newer findings.
    if (wasLoaded) this.#setReady(scanId);
    else this.#pendingScanId = scanId;
    const read = await this.readFindings(scanId);
    if (opening !== this.#opening) return ok(undefined);
    this.#pendingScanId = null;
    if (!read.ok) return wasLoaded ? read : this.#setFailed(read.problem);
    return wasLoaded ? ok(undefined) : this.#setReady(scanId);
  }

  async readFindings(scanId: string): Promise<Result<void>> {
    const { mayReadFindings, mayEdit, notices } = this.#options;
    if (!mayReadFindings()) return ok(undefined);
    const workspace = this.#workspaces.getOrCreate(scanId);
    const read = await workspace.read();
    // Restores drafts before any edit, because an edit of a watched scan would overwrite the
    // finding's draft.
    const isCurrent = this.#workspaces.find(scanId) === workspace;
    const restored = read.ok && isCurrent && mayEdit() ? workspace.restoreDrafts() : 0;
    if (restored > 0) notices.show('info', studyTexts.restored(restored));
    return read;
  }

  #applyStudyData({ patient, study, scans }: StudyData): void {
    const known = this.store.getState().scans;
    this.store.setState({ patient, study, scans: scans.map((scan) => newerScan(known, scan)) });
  }

  #setReady(targetScanId: string | null): Result<void> {
    this.store.setState({ status: 'ready', problem: null, targetScanId, selectedFindingId: null });
    this.#publish();
    return ok(undefined);
  }

  #setFailed(cause: Problem): Result<void> {
    this.store.setState({ status: 'failed', problem: cause });
    return fail(cause);
  }

  #scan(scanId: string): Scan | undefined {
    return this.store.getState().scans.find(({ id }) => id === scanId);
  }

  readonly #applyScan = (updated: Scan): void =>
    this.store.setState(({ scans }) => ({
      scans: scans.map((scan) => (scan.id === updated.id ? newerScan(scans, updated) : scan)),
    }));

  /** Publishes the state of the target's and the watched scans' workspaces. */
  #publish(): void {
    this.store.setState(visibleState(this.#workspaces, this.store.getState()));
  }
}
