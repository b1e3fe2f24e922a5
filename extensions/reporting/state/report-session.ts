import { createStore } from 'zustand/vanilla';
import { type Finding, type Report, type ReportContent, reportSchema, routes } from '#contracts';
import { type CallProblem, isOffline } from '#core';
import {
  type Disposable,
  dayTextOf,
  fail,
  newId,
  ok,
  type Result,
  Scope,
  toDisposable,
} from '#foundation';
import { type ReportContext, updateTexts } from '#report';
import {
  alignSides,
  buildContext,
  findingsByScan,
  newContent,
  reportedScans,
} from '../model/build-context.ts';
import { RemovedTexts } from '../model/removed-texts.ts';
import { type ReportDraft, sameContent, unstoredDraft } from '../model/report-draft.ts';
import { isOpenAddendum, newerOf } from '../model/report-versions.ts';
import { readReport, type StoredVersions } from './read-report.ts';
import type { ReportSession, ReportSessionDeps, ReportValues } from './report-values.ts';
import { ScanWatches } from './scan-watches.ts';
import { asCallProblem, conflictOpen, reportChanged } from './session-problems.ts';

/** Time in ms without a further change after which the draft is saved. */
const SAVE_AFTER_MS = 1_000;
/** Time in ms after which a save that failed by the connection is repeated. */
const RETRY_AFTER_MS = 5_000;

const EMPTY: ReportValues = {
  studyId: null,
  status: 'empty',
  problem: null,
  stored: null,
  versions: [],
  draft: null,
  save: 'saved',
  conflict: null,
};

type Done = Result<void, CallProblem>;
const DONE: Done = ok(undefined);

export function createReportSession(deps: ReportSessionDeps): ReportSession {
  return new StoredReportSession(deps);
}

class StoredReportSession implements ReportSession {
  readonly store = createStore<ReportValues>(() => EMPTY);
  readonly #deps: ReportSessionDeps;
  readonly #scope = new Scope('reporting');
  /** Studies whose draft in this browser is newer than that of the server. */
  readonly #unsavedStudyIds = new Set<string>();
  readonly #removed = new RemovedTexts();
  readonly #watches: ScanWatches;
  #timer: Disposable | null = null;
  #saving: Promise<Done> | null = null;
  /** Study whose local draft was restored; other tabs write to the same copy later. */
  #restoredStudyId: string | null = null;
  /** True while the draft becomes preliminary, so that nothing is written past its last save. */
  #isCompleting = false;

  constructor(deps: ReportSessionDeps) {
    this.#deps = deps;
    this.#watches = this.#scope.own(new ScanWatches(deps.study));
    this.#scope.own(toDisposable(deps.study.store.subscribe(() => this.#followStudy())));
    this.#scope.own(toDisposable(deps.background.store.subscribe(() => this.#updateTexts())));
    this.#scope.own(deps.live.onRefresh(() => void this.#onReconnect()));
    this.#followStudy();
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#scope.dispose();
  }

  context(): ReportContext | null {
    const { draft, stored } = this.store.getState();
    const content = draft?.content ?? stored?.content ?? this.#emptyContent();
    if (draft !== null || stored === null) return this.#contextOf(content, null);
    // A signed version shows its findings as they were signed.
    const findings = stored.signedAt === null ? null : stored.findings;
    return this.#contextOf(content, stored.addendumText, findings);
  }

  canEdit(): boolean {
    const { status, stored, draft } = this.store.getState();
    if (!this.#deps.session.mayCall(routes.saveReport) || status !== 'ready') return false;
    return draft !== null || stored === null;
  }

  hasUnsaved(): boolean {
    return this.#unsavedStudyIds.size > 0;
  }

  edit(change: (content: ReportContent) => ReportContent): void {
    if (!this.canEdit()) return;
    const { draft } = this.store.getState();
    const before = draft ?? { id: newId(), baseVersion: null, content: this.#emptyContent() };
    this.#setContent(before, change(before.content));
  }

  startVersion(): void {
    const { stored, draft } = this.store.getState();
    if (stored === null || draft !== null) return;
    if (!this.#deps.session.mayCall(routes.saveReport)) return;
    const content = { ...stored.content, overrides: [] };
    this.#setContent({ id: newId(), baseVersion: null, content }, content);
  }

  async flush(): Promise<Done> {
    this.#timer?.dispose();
    this.#timer = null;
    while (this.#saving !== null) await this.#saving;
    const { save, conflict, problem } = this.store.getState();
    if (save === 'saved') return DONE;
    return conflict === null ? this.#save() : fail(problem ?? conflictOpen());
  }

  async resolveConflict(choice: 'mine' | 'theirs'): Promise<Done> {
    const { conflict, draft, studyId } = this.store.getState();
    if (conflict === null || draft === null || studyId === null) return DONE;
    if (choice === 'theirs') {
      this.#removed.clear();
      this.#forget(studyId);
      this.store.setState({ conflict: null, problem: null, save: 'saved', draft: null });
      this.#continue(conflict);
      return DONE;
    }
    const continues = conflict.state === 'DRAFT' && conflict.id === draft.id;
    const mine = continues
      ? { ...draft, baseVersion: conflict.version }
      : { ...draft, id: newId(), baseVersion: null };
    this.store.setState({ conflict: null, problem: null, draft: mine, save: 'waiting' });
    return this.#save();
  }

  async discard(): Promise<Done> {
    this.#timer?.dispose();
    while (this.#saving !== null) await this.#saving;
    const { draft, stored, studyId } = this.store.getState();
    if (studyId === null) return DONE;
    if (draft === null) return isOpenAddendum(stored) ? this.#discardAddendum(stored) : DONE;
    const { id, baseVersion } = draft;
    const deleted = baseVersion === null ? DONE : await this.#delete(id, baseVersion);
    if (!deleted.ok) return deleted;
    this.#forget(studyId);
    this.#removed.clear();
    if (this.store.getState().draft?.id !== draft.id) return DONE;
    this.store.setState({ draft: null, save: 'saved', conflict: null, problem: null });
    await this.refresh();
    return DONE;
  }

  async #discardAddendum({ id, version }: Report): Promise<Done> {
    const deleted = await this.#delete(id, version);
    if (!deleted.ok) return deleted;
    // Else the answer about the discarded version would count as the newer one.
    if (this.store.getState().stored?.id === id) this.store.setState({ stored: null });
    await this.refresh();
    return DONE;
  }

  async #delete(id: string, version: number): Promise<Done> {
    const deleted = await this.#deps.api.call(routes.deleteReport, { params: { id }, version });
    // Another page may have discarded it before.
    return deleted.ok || deleted.problem.status === 404 ? DONE : deleted;
  }

  async complete(draftId: string): Promise<Done> {
    const completed = await this.#completeDraft(draftId);
    if (!completed.ok) return completed;
    await this.refresh();
    return DONE;
  }

  async sign(reportId: string, password: string): Promise<Done> {
    const { draft, stored, studyId } = this.store.getState();
    if (studyId === null || (draft ?? stored)?.id !== reportId) return fail(reportChanged());
    if (draft !== null) {
      const saved = await this.#saveAll();
      if (!saved.ok) return saved;
    }
    const current = this.store.getState();
    const version = draft === null ? stored?.version : current.draft?.baseVersion;
    if (version == null || (current.draft ?? current.stored)?.id !== reportId) {
      return fail(reportChanged());
    }
    this.#isCompleting = true;
    const signed = await this.#deps.api.call(routes.signReport, {
      params: { id: reportId },
      body: { password, completesDraft: draft !== null },
      version,
    });
    this.#isCompleting = false;
    if (!signed.ok) return signed;
    await this.#showStored(studyId, signed.value);
    return DONE;
  }

  async writeAddendum(text: string): Promise<Done> {
    const { stored, studyId } = this.store.getState();
    if (stored === null || studyId === null) return DONE;
    const isOpen = stored.state === 'ADDENDUM' && stored.signedAt === null;
    const written = await this.#deps.api.call(routes.addAddendum, {
      params: { id: stored.parentId ?? stored.id },
      body: { id: isOpen ? stored.id : newId(), text },
    });
    if (!written.ok) return written;
    await this.#showStored(studyId, written.value);
    return DONE;
  }

  async refresh(): Promise<void> {
    const { studyId } = this.store.getState();
    if (studyId !== null) await this.#read(studyId);
  }

  /** Saves the findings and the draft. */
  async #saveAll(): Promise<Done> {
    const findings = await this.#deps.study.flush();
    return findings.ok ? this.flush() : fail(asCallProblem(findings.problem));
  }

  /** Saves findings and draft, and makes the draft preliminary. */
  async #completeDraft(draftId: string): Promise<Result<Report, CallProblem>> {
    const saved = await this.#saveAll();
    if (!saved.ok) return saved;
    const { draft, studyId } = this.store.getState();
    if (draft?.id !== draftId || draft.baseVersion === null) return fail(reportChanged());
    this.#isCompleting = true;
    const done = await this.#deps.api.call(routes.makeReportPreliminary, {
      params: { id: draft.id },
      version: draft.baseVersion,
    });
    this.#isCompleting = false;
    const current = this.store.getState();
    if (done.ok && current.studyId === studyId && current.draft?.id === draft.id) {
      this.store.setState({ stored: done.value, draft: null, save: 'saved', problem: null });
    }
    return done;
  }

  #emptyContent(): ReportContent {
    const { study, language } = this.#deps;
    return newContent(reportedScans(study.store.getState()), language());
  }

  /** Keeps the findings of every completed scan loaded and the texts up to date. */
  #followStudy(): void {
    const state = this.#deps.study.store.getState();
    const maySee = this.#deps.session.mayCall(routes.latestReportOfStudy);
    const studyId = maySee ? (state.study?.id ?? null) : null;
    if (studyId !== this.store.getState().studyId) this.#open(studyId);
    this.#watches.watch(reportedScans(state).map(({ id }) => id));
    this.#updateTexts();
  }

  #updateTexts(): void {
    const { draft } = this.store.getState();
    if (draft !== null) this.#setContent(draft, draft.content);
  }

  #open(studyId: string | null): void {
    // The local copy keeps what the server does not have yet.
    if (this.store.getState().save !== 'saved') void this.flush();
    this.#restoredStudyId = null;
    this.#removed.clear();
    const status = studyId === null ? 'empty' : 'loading';
    this.store.setState({ ...EMPTY, studyId, status }, true);
    if (studyId === null) return;
    void this.#read(studyId);
  }

  async #read(studyId: string): Promise<void> {
    const read = await readReport(this.#deps.api, studyId, this.#readerId());
    const current = this.store.getState();
    if (current.studyId !== studyId) return;
    if (!read.ok) {
      const isUnread = current.stored === null && current.draft === null;
      this.store.setState({ problem: read.problem, status: isUnread ? 'failed' : current.status });
      return;
    }
    const { versions } = read.value;
    const stored = newerOf(current.stored, read.value.stored);
    this.store.setState({ status: 'ready', problem: null, stored, versions });
    if (current.draft !== null) this.#compareWith(read.value.ownDraft);
    else this.#restore(studyId, read.value);
  }

  /** Continues the own stored draft, or what an earlier page could not save. */
  #restore(studyId: string, { stored, ownDraft }: StoredVersions): void {
    const isFirst = this.#restoredStudyId !== studyId;
    this.#restoredStudyId = studyId;
    const kept = isFirst ? this.#deps.drafts.read(studyId) : null;
    const local = unstoredDraft(kept, ownDraft ?? stored);
    if (local !== kept) this.#forget(studyId);
    if (local === null) {
      if (ownDraft !== null) this.#continue(ownDraft);
      return;
    }
    this.#unsavedStudyIds.add(studyId);
    const isNew = stored === null && local.baseVersion === null;
    const isSame = ownDraft?.id === local.id && ownDraft.version === local.baseVersion;
    const fits = isNew || isSame;
    const conflict = fits ? null : (ownDraft ?? stored);
    this.store.setState({ draft: local, save: fits ? 'waiting' : 'failed', conflict });
    if (fits) void this.#save();
    else if (conflict === null) this.#startAgain(local);
  }

  /** Continues a stored version if it is the reader's own draft; else shows it. */
  #continue(report: Report): void {
    const isOwn = report.state === 'DRAFT' && report.createdBy === this.#readerId();
    const { id, version: baseVersion, content } = report;
    const { stored } = this.store.getState();
    this.store.setState({
      stored: stored === null || stored.id === id ? report : stored,
      draft: isOwn ? { id, baseVersion, content } : null,
    });
    if (isOwn) this.#updateTexts();
  }

  async #showStored(studyId: string, report: Report): Promise<void> {
    if (this.store.getState().studyId !== studyId) return;
    this.store.setState({ stored: report, draft: null, save: 'saved', problem: null });
    await this.refresh();
  }

  /** Notes that another page changed the own draft while it is open here. */
  #compareWith(ownDraft: Report | null): void {
    const { draft, save } = this.store.getState();
    if (draft === null || ownDraft === null || ownDraft.id !== draft.id) return;
    // A save in progress finds out by itself, and an older answer may arrive after its end.
    const isNewer = draft.baseVersion !== null && ownDraft.version > draft.baseVersion;
    if (!isNewer || this.#saving !== null) return;
    if (save === 'saved') this.#continue(ownDraft);
    else this.store.setState({ conflict: ownDraft, save: 'failed' });
  }

  #readerId(): string | null {
    return this.#deps.session.store.getState().user?.id ?? null;
  }

  /** Sets the content of the draft with its composed texts up to date, and saves it later. */
  #setContent(draft: ReportDraft, changed: ReportContent): void {
    if (this.#isCompleting) return;
    const { study, drafts } = this.#deps;
    const aligned = alignSides(changed, reportedScans(study.store.getState()));
    const context = this.#contextOf(aligned, null);
    const { studyId } = this.store.getState();
    if (context === null || studyId === null) return;
    const content = this.#findingsAreRead() ? this.#compose(aligned, context) : aligned;
    if (content === this.store.getState().draft?.content) return;
    const next = { ...draft, content };
    drafts.write(studyId, next);
    this.#unsavedStudyIds.add(studyId);
    this.store.setState({ draft: next, save: 'waiting' });
    this.#saveLater(SAVE_AFTER_MS);
  }

  #compose(content: ReportContent, context: ReportContext): ReportContent {
    const restored = this.#removed.restore(content, context);
    const composed = updateTexts(restored, context);
    this.#removed.note(restored, composed);
    return composed;
  }

  #contextOf(
    content: ReportContent,
    addendumText: string | null,
    findings: readonly Finding[] | null = null,
  ): ReportContext | null {
    const { study, lists, background } = this.#deps;
    const id = this.#readerId();
    if (id === null) return null;
    const shown = study.store.getState();
    const reported =
      findings === null ? shown : { ...shown, findingsByScan: findingsByScan(findings) };
    return buildContext(reported, content, addendumText, {
      id,
      background: background.of(Object.values(reported.findingsByScan).flat(), id),
      lists: lists.getState().effective,
      dayOf: dayTextOf,
    });
  }

  #findingsAreRead(): boolean {
    const { study } = this.#deps;
    return reportedScans(study.store.getState()).every(({ id }) => study.hasReadFindings(id));
  }

  #saveLater(ms: number): void {
    this.#timer?.dispose();
    this.#timer = this.#deps.clock.after(ms, () => {
      this.#timer = null;
      if (this.#saving === null && this.store.getState().conflict === null) void this.#save();
    });
  }

  #save(): Promise<Done> {
    this.#saving = this.#send().finally(() => {
      this.#saving = null;
    });
    return this.#saving;
  }

  async #send(): Promise<Done> {
    const { draft, studyId } = this.store.getState();
    if (draft === null || studyId === null) return DONE;
    this.store.setState({ save: 'saving' });
    const saved = await this.#post(studyId, draft);
    const current = this.store.getState();
    if (current.studyId !== studyId || current.draft?.id !== draft.id) return doneOf(saved);
    if (!saved.ok) return this.#saveFailed(saved.problem);
    const isLatest = current.draft.content === draft.content;
    const next = { ...current.draft, baseVersion: saved.value.version };
    const { stored } = current;
    this.store.setState({
      stored: stored === null || stored.number <= saved.value.number ? saved.value : stored,
      draft: next,
      problem: null,
      save: isLatest ? 'saved' : 'waiting',
    });
    if (!isLatest) this.#saveLater(SAVE_AFTER_MS);
    return DONE;
  }

  /** Saves a draft, and keeps in the browser only what the server does not have. */
  async #post(studyId: string, draft: ReportDraft): Promise<Result<Report, CallProblem>> {
    const { api, drafts } = this.#deps;
    const { id, content, baseVersion } = draft;
    const saved = await api.call(routes.saveReport, {
      body: { id, studyId, content },
      ...(baseVersion === null ? {} : { version: baseVersion }),
    });
    if (!saved.ok) return saved;
    const local = drafts.read(studyId);
    if (local?.id !== id) return saved;
    if (sameContent(local.content, content)) this.#forget(studyId);
    else drafts.write(studyId, { ...local, baseVersion: saved.value.version });
    return saved;
  }

  #forget(studyId: string): void {
    this.#deps.drafts.remove(studyId);
    this.#unsavedStudyIds.delete(studyId);
  }

  #saveFailed(problem: CallProblem): Done {
    const other = problem.status === 412 ? reportSchema.safeParse(problem.data) : null;
    this.store.setState({
      problem,
      save: isOffline(problem) ? 'offline' : 'failed',
      conflict: other?.success === true ? other.data : null,
    });
    if (isOffline(problem)) this.#saveLater(RETRY_AFTER_MS);
    // The stored version is no draft any more, so the reader chooses between both.
    if (problem.status === 409) void this.#readConflict();
    return fail(problem);
  }

  async #readConflict(): Promise<void> {
    const { studyId, draft } = this.store.getState();
    if (studyId === null || draft === null) return;
    const { api } = this.#deps;
    const latest = await api.call(routes.latestReportOfStudy, { params: { id: studyId } });
    const current = this.store.getState();
    if (current.studyId !== studyId || current.draft?.id !== draft.id) return;
    if (latest.ok) this.store.setState({ conflict: latest.value });
    else if (latest.problem.status === 404) this.#startAgain(current.draft);
  }

  /** Saves a draft under a new id after another page has discarded the stored one. */
  #startAgain(draft: ReportDraft): void {
    const again = { ...draft, id: newId(), baseVersion: null };
    this.store.setState({ draft: again, conflict: null, problem: null, save: 'waiting' });
    this.#saveLater(SAVE_AFTER_MS);
  }

  async #onReconnect(): Promise<void> {
    const { save, studyId } = this.store.getState();
    if (save === 'offline') await this.flush();
    for (const id of [...this.#unsavedStudyIds].filter((unsaved) => unsaved !== studyId)) {
      const draft = this.#deps.drafts.read(id);
      // A conflict stays in the browser until the reader opens the study.
      if (draft !== null) await this.#post(id, draft);
    }
    this.#deps.background.retry();
    await this.refresh();
  }
}

const doneOf = (result: Result<unknown, CallProblem>): Done => (result.ok ? DONE : result);
