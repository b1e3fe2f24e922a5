import { createStore, type StoreApi } from 'zustand/vanilla';
import { routes, type Scan } from '#contracts';
import { type Clock, fail, ok, type Problem, problem, type Result, systemClock } from '#foundation';
import { mmToPosition, type PlanePosition, positionToMm, type VolumeGeometry } from '#geometry';
import type { ApiClient } from '../services/api-client.ts';
import type { CallProblem } from '../services/call-problem.ts';
import type { Notices } from '../services/notices.ts';
import { studyTexts } from '../texts/study-texts.ts';
import type { DraftStore } from './draft-store.ts';
import type { PlaceFacts } from './finding-body.ts';
import { FindingsWorkspace } from './findings-workspace.ts';
import { readStudy, type StudyFacts, targetScan } from './read-study.ts';
import type { StudyDocument, StudyState } from './study-document.ts';
import { addFinding, deleteFinding, undoOrRedo, updateMark } from './study-edits.ts';

export interface StudyDocumentOptions {
  readonly api: ApiClient;
  readonly notices: Notices;
  /** Who edits: author of new findings, owner of drafts. Null while nobody is signed in. */
  readonly userId: () => string | null;
  /** Whether that person may change findings. */
  readonly mayEdit: () => boolean;
  readonly mayReadFindings: () => boolean;
  readonly drafts?: DraftStore;
  readonly clock?: Clock;
}

const EMPTY: StudyState = {
  status: 'empty',
  problem: null,
  patient: null,
  study: null,
  scans: [],
  targetScanId: null,
  findings: [],
  selectedFindingId: null,
  save: { kind: 'saved', atMs: null },
  conflict: null,
  canUndo: false,
  canRedo: false,
};

const NO_SCAN = problem(
  'NO_SCAN_OPEN',
  studyTexts.noScan.title,
  studyTexts.noScan.detail,
  studyTexts.noScan.next,
);

const MAY_NOT_EDIT = problem(
  'FORBIDDEN',
  studyTexts.mayNotEdit.title,
  studyTexts.mayNotEdit.detail,
  studyTexts.mayNotEdit.next,
);

/** The study document over the API: one workspace of findings for each scan that was shown. */
export function createStudyDocument(options: StudyDocumentOptions): StudyDocument {
  return new ApiStudyDocument(options);
}

class ApiStudyDocument implements StudyDocument {
  readonly store: StoreApi<StudyState> = createStore<StudyState>(() => EMPTY);
  readonly #options: StudyDocumentOptions;
  readonly #workspaces = new Map<string, FindingsWorkspace>();
  readonly #geometries = new Map<string, VolumeGeometry>();
  /** Answers to an older opening are dropped. */
  #opening = 0;
  /** The scan whose findings are being read; the one before is shown until they are here. */
  #selecting: string | null = null;

  constructor(options: StudyDocumentOptions) {
    this.#options = options;
  }

  async open(studyId: string, scanId: string | null): Promise<Result<void>> {
    const state = this.store.getState();
    if (state.status === 'ready' && state.study?.id === studyId) {
      const known = scanId === null || state.scans.some((scan) => scan.id === scanId);
      if (known) return scanId === null ? this.refresh() : this.selectScan(scanId);
    } else {
      // Saving what is left of the study before goes on behind; it touches nothing that is shown.
      void this.close();
    }
    const opening = ++this.#opening;
    this.store.setState({ status: 'loading', problem: null });
    const facts = await readStudy(this.#options.api, studyId);
    if (opening !== this.#opening) return ok(undefined);
    if (!facts.ok) return this.#failed(facts.problem);
    const target = targetScan(facts.value.scans, scanId);
    if (!target.ok) return this.#failed(target.problem);
    this.#show(facts.value);
    return target.value === null ? this.#ready(null) : this.#openScan(target.value, opening);
  }

  async close(): Promise<void> {
    this.#opening += 1;
    this.#selecting = null;
    const workspaces = [...this.#workspaces.values()];
    for (const workspace of workspaces) workspace.leave();
    this.#workspaces.clear();
    this.#geometries.clear();
    this.store.setState(EMPTY, true);
    // What can't be saved now is in the drafts and comes back with the scan. Once someone else has
    // signed in, nothing of the one before may be saved under the new name.
    const mine = workspaces.filter((one) => one.userId === this.#options.userId());
    await Promise.all(mine.map((workspace) => workspace.queue.flush()));
    for (const workspace of workspaces) workspace.dispose();
  }

  async refresh(): Promise<Result<void>> {
    const { study, targetScanId, status } = this.store.getState();
    if (study === null || status === 'loading') return ok(undefined);
    const opening = this.#opening;
    const facts = await readStudy(this.#options.api, study.id);
    if (opening !== this.#opening) return ok(undefined);
    if (!facts.ok) return facts;
    this.#show(facts.value);
    if (targetScanId === null) {
      const newest = facts.value.scans[0];
      return newest === undefined ? ok(undefined) : this.selectScan(newest.id);
    }
    return this.#readFindings(this.#workspace(targetScanId));
  }

  async selectScan(scanId: string): Promise<Result<void>> {
    const { scans, targetScanId } = this.store.getState();
    const target = targetScan(scans, scanId);
    if (!target.ok) return target;
    if (scanId === targetScanId) {
      // Back before the other one was here: its answer must not bring it on the screen any more.
      if (this.#selecting !== null) this.#opening += 1;
      this.#selecting = null;
      return ok(undefined);
    }
    return this.#openScan(scanId, ++this.#opening);
  }

  selectFinding(findingId: string | null): void {
    const { findings } = this.store.getState();
    const known = findings.some((finding) => finding.id === findingId);
    this.store.setState({ selectedFindingId: known ? findingId : null });
  }

  setVolumeGeometry(scanId: string, geometry: VolumeGeometry): void {
    this.#geometries.set(scanId, geometry);
  }

  volumeGeometry(scanId: string): VolumeGeometry | null {
    return this.#geometries.get(scanId) ?? null;
  }

  addFinding: StudyDocument['addFinding'] = (mark) =>
    this.#edit((workspace, facts) => {
      const added = addFinding(workspace, mark, facts);
      if (added.ok) this.store.setState({ selectedFindingId: added.value.id });
      return added;
    });

  updateMark: StudyDocument['updateMark'] = (findingId, mark) =>
    this.#edit((workspace, facts) => updateMark(workspace, findingId, mark, facts));

  deleteFinding: StudyDocument['deleteFinding'] = (findingId) =>
    this.#edit((workspace) => deleteFinding(workspace, findingId));

  undo(): Result<void> {
    return this.#step('undo');
  }

  redo(): Result<void> {
    return this.#step('redo');
  }

  resolveConflict(keep: 'mine' | 'theirs'): Result<void> {
    return this.#edit((workspace) => {
      workspace.resolveConflict(keep);
      return ok(undefined);
    });
  }

  async setNipple(position: PlanePosition): Promise<Result<Scan>> {
    const { targetScanId } = this.store.getState();
    if (targetScanId === null) return fail(NO_SCAN);
    const geometry = this.volumeGeometry(targetScanId);
    const { sag, tra, depth } = position;
    const rad =
      geometry === null
        ? position.rad
        : mmToPosition(geometry, null, positionToMm(geometry, position), position.rad).rad % 360;
    const answer = await this.#options.api.call(routes.setNipple, {
      params: { id: targetScanId },
      body: { sag, tra, depth, rad },
    });
    const kept = this.#keepScan(answer);
    const workspace = this.#workspaces.get(targetScanId);
    if (!kept.ok || workspace === undefined) return kept;
    // The server has told the places of all findings anew; here follow those it could not tell.
    await this.#readFindings(workspace);
    if (this.#options.mayEdit()) workspace.replaceAll();
    return kept;
  }

  async confirmOrientation(): Promise<Result<Scan>> {
    const { targetScanId } = this.store.getState();
    if (targetScanId === null) return fail(NO_SCAN);
    const params = { id: targetScanId };
    return this.#keepScan(await this.#options.api.call(routes.confirmOrientation, { params }));
  }

  async flush(): Promise<Result<void>> {
    const results = await Promise.all(
      [...this.#workspaces.values()].map((workspace) => workspace.queue.flush()),
    );
    return results.find((result) => !result.ok) ?? ok(undefined);
  }

  dispose(): void {
    this.#opening += 1;
    for (const workspace of this.#workspaces.values()) workspace.dispose();
    this.#workspaces.clear();
  }

  #edit<T>(act: (workspace: FindingsWorkspace, facts: PlaceFacts) => Result<T>): Result<T> {
    const { targetScanId, status } = this.store.getState();
    if (targetScanId === null || status !== 'ready') return fail(NO_SCAN);
    if (!this.#options.mayEdit()) return fail(MAY_NOT_EDIT);
    const result = act(this.#workspace(targetScanId), this.#facts(targetScanId));
    this.#publish();
    return result;
  }

  #step(direction: 'undo' | 'redo'): Result<void> {
    return this.#edit((workspace) => {
      const done = undoOrRedo(workspace, direction);
      if (!done.ok) return done;
      const there = workspace.find(done.value) !== null;
      this.store.setState({ selectedFindingId: there ? done.value : null });
      return ok(undefined);
    });
  }

  #facts(scanId: string): PlaceFacts {
    const scan = this.store.getState().scans.find((one) => one.id === scanId);
    return {
      side: scan?.laterality.id ?? 'L',
      nipple: scan?.nippleLocation ?? null,
      // Without the scan its side is unknown, and a place must not be told.
      geometry: scan === undefined ? null : this.volumeGeometry(scanId),
    };
  }

  #workspace(scanId: string): FindingsWorkspace {
    const known = this.#workspaces.get(scanId);
    if (known !== undefined) return known;
    const workspace = new FindingsWorkspace(scanId, {
      api: this.#options.api,
      clock: this.#options.clock ?? systemClock,
      drafts: this.#options.drafts ?? null,
      userId: this.#options.userId(),
      facts: () => this.#facts(scanId),
      onChange: () => this.#publish(),
      onConflict: ({ problem: cause }) => {
        this.#publish();
        this.#options.notices.showProblem(cause);
      },
    });
    this.#workspaces.set(scanId, workspace);
    return workspace;
  }

  async #openScan(scanId: string, opening: number): Promise<Result<void>> {
    const workspace = this.#workspace(scanId);
    this.#selecting = scanId;
    const read = await this.#readFindings(workspace);
    if (opening !== this.#opening) return ok(undefined);
    this.#selecting = null;
    if (!read.ok) return this.#failed(read.problem);
    const restored = this.#options.mayEdit() ? workspace.restoreDrafts() : 0;
    if (restored > 0) {
      this.#options.notices.show('info', studyTexts.restored(restored));
    }
    return this.#ready(scanId);
  }

  #readFindings(workspace: FindingsWorkspace): Promise<Result<void>> {
    return this.#options.mayReadFindings() ? workspace.read() : Promise.resolve(ok(undefined));
  }

  #show({ patient, study, scans }: StudyFacts): void {
    const known = this.store.getState().scans;
    this.store.setState({ patient, study, scans: scans.map((scan) => newerScan(known, scan)) });
  }

  #ready(targetScanId: string | null): Result<void> {
    this.store.setState({
      status: 'ready',
      problem: null,
      targetScanId,
      selectedFindingId: null,
    });
    this.#publish();
    return ok(undefined);
  }

  #failed(cause: Problem): Result<void> {
    this.store.setState({ status: 'failed', problem: cause });
    return fail(cause);
  }

  #keepScan(answer: Result<Scan, CallProblem>): Result<Scan> {
    if (!answer.ok) return answer;
    this.store.setState(({ scans }) => ({
      scans: scans.map((scan) =>
        scan.id === answer.value.id ? newerScan(scans, answer.value) : scan,
      ),
    }));
    return answer;
  }

  /** Shows what the workspace of the target scan holds. */
  #publish(): void {
    const { targetScanId, selectedFindingId } = this.store.getState();
    const workspace = targetScanId === null ? undefined : this.#workspaces.get(targetScanId);
    if (workspace === undefined) {
      this.store.setState({ findings: [], conflict: null, canUndo: false, canRedo: false });
      return;
    }
    const { findings, history, queue, conflict } = workspace;
    const selectionLives = findings.some((finding) => finding.id === selectedFindingId);
    this.store.setState({
      findings,
      save: queue.state,
      conflict,
      canUndo: history.canUndo,
      canRedo: history.canRedo,
      ...(selectionLives ? {} : { selectedFindingId: null }),
    });
  }
}

/** Answers may overtake each other: a nipple that was set must not give way to the one before. */
function newerScan(known: readonly Scan[], answer: Scan): Scan {
  const shown = known.find(({ id }) => id === answer.id);
  return shown !== undefined && shown.version > answer.version ? shown : answer;
}
