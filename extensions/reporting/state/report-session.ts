import { createStore } from 'zustand/vanilla';
import {
  type Finding,
  type Report,
  type ReportContent,
  type ReportSummary,
  reportSchema,
  routes,
} from '#contracts';
import {
  type ApiClient,
  type CallProblem,
  isOffline,
  type LiveConnection,
  type ReadonlyStore,
  type Session,
  type StudyDocument,
  type ViewState,
} from '#core';
import {
  type Clock,
  type Disposable,
  fail,
  newId,
  ok,
  type Result,
  Scope,
  toDisposable,
} from '#foundation';
import { type ReportContext, updateTexts } from '#report';
import { buildContext, newContent, reportedScans } from '../model/build-context.ts';
import type { ReportDraft } from '../model/report-draft.ts';
import type { CodeLists } from './code-lists.ts';
import type { LocalDrafts } from './local-draft.ts';

/** How far the draft is stored on the server. */
export type SaveStatus = 'saved' | 'waiting' | 'saving' | 'offline' | 'failed';

export interface ReportValues {
  /** Study whose report is shown; null while none is open. */
  readonly studyId: string | null;
  readonly status: 'empty' | 'loading' | 'ready' | 'failed';
  /** Why the report could not be read, or the latest save failed; null if neither. */
  readonly problem: CallProblem | null;
  /** Newest stored version; null without one. */
  readonly stored: Report | null;
  /** Versions and addenda, newest first. */
  readonly versions: readonly ReportSummary[];
  /** Content that this reader writes; null while only the stored version is shown. */
  readonly draft: ReportDraft | null;
  readonly save: SaveStatus;
  /** Version of the server that contradicts the draft; null without a contradiction. */
  readonly conflict: Report | null;
}

export interface ReportSessionDeps {
  readonly api: ApiClient;
  readonly study: StudyDocument;
  readonly view: Pick<ViewState, 'store'>;
  readonly session: Pick<Session, 'mayCall' | 'store'>;
  readonly live: Pick<LiveConnection, 'onRefresh'>;
  readonly drafts: LocalDrafts;
  readonly lists: ReadonlyStore<CodeLists>;
  readonly clock: Clock;
  /** Language of new reports. */
  language(): ReportContent['language'];
}

/** The report of the open study: the stored versions, and the draft that is saved by itself. */
export interface ReportSession extends Disposable {
  readonly store: ReadonlyStore<ReportValues>;
  /** Returns what texts and checks read; null while no report is shown. */
  context(): ReportContext | null;
  /** Whether this reader can change the report now. */
  canEdit(): boolean;
  /** Changes the draft, which starts with the first change; no effect unless `canEdit`. */
  edit(change: (content: ReportContent) => ReportContent): void;
  /** Starts a new version from the stored one, which another reader wrote or which is preliminary. */
  startVersion(): void;
  /** Saves the draft now. */
  flush(): Promise<Result<void, CallProblem>>;
  /** Saves the local content over that of the server, or drops the local content. */
  resolveConflict(choice: 'mine' | 'theirs'): Promise<Result<void, CallProblem>>;
  /** Discards the draft; earlier versions stay. */
  discard(): Promise<Result<void, CallProblem>>;
  /** Saves the draft and marks it as ready for review. */
  complete(): Promise<Result<void, CallProblem>>;
  /** Signs the preliminary report or the open addendum. */
  sign(password: string): Promise<Result<void, CallProblem>>;
  /** Saves the open addendum of the signed report, and starts one with the first text. */
  writeAddendum(text: string): Promise<Result<void, CallProblem>>;
  /** Reads the stored versions again. */
  refresh(): Promise<void>;
}

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

export function createReportSession(deps: ReportSessionDeps): ReportSession {
  return new StoredReportSession(deps);
}

class StoredReportSession implements ReportSession {
  readonly store = createStore<ReportValues>(() => EMPTY);
  readonly #deps: ReportSessionDeps;
  readonly #scope = new Scope('reporting');
  #watches: readonly Disposable[] = [];
  #watchedIds = '';
  #timer: Disposable | null = null;
  #saving: Promise<Result<void, CallProblem>> | null = null;

  constructor(deps: ReportSessionDeps) {
    this.#deps = deps;
    this.#scope.own(toDisposable(deps.study.store.subscribe(() => this.#followStudy())));
    this.#scope.own(deps.live.onRefresh(() => void this.#onReconnect()));
    this.#followStudy();
  }

  dispose(): void {
    this.#timer?.dispose();
    for (const watch of this.#watches) watch.dispose();
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

  edit(change: (content: ReportContent) => ReportContent): void {
    if (!this.canEdit()) return;
    const { draft } = this.store.getState();
    const before = draft ?? { id: newId(), baseVersion: null, content: this.#emptyContent() };
    this.#setContent(before, change(before.content));
  }

  startVersion(): void {
    const { stored } = this.store.getState();
    if (stored === null || !this.#deps.session.mayCall(routes.saveReport)) return;
    const content = { ...stored.content, overrides: [] };
    this.#setContent({ id: newId(), baseVersion: null, content: stored.content }, content);
  }

  async flush(): Promise<Result<void, CallProblem>> {
    this.#timer?.dispose();
    this.#timer = null;
    while (this.#saving !== null) await this.#saving;
    const { save, problem } = this.store.getState();
    if (save === 'saved') return ok(undefined);
    if (save === 'failed' && problem !== null && this.store.getState().conflict !== null) {
      return fail(problem);
    }
    return this.#save();
  }

  async resolveConflict(choice: 'mine' | 'theirs'): Promise<Result<void, CallProblem>> {
    const { conflict, draft, studyId } = this.store.getState();
    if (conflict === null || draft === null || studyId === null) return ok(undefined);
    if (choice === 'theirs') {
      this.#deps.drafts.remove(studyId);
      this.store.setState({ conflict: null, problem: null, save: 'saved', draft: null });
      this.#show(conflict);
      return ok(undefined);
    }
    const continues = conflict.state === 'DRAFT' && conflict.id === draft.id;
    const mine = continues
      ? { ...draft, baseVersion: conflict.version }
      : { ...draft, id: newId(), baseVersion: null };
    this.store.setState({ conflict: null, problem: null, draft: mine, save: 'waiting' });
    return this.#save();
  }

  async discard(): Promise<Result<void, CallProblem>> {
    while (this.#saving !== null) await this.#saving;
    this.#timer?.dispose();
    const { draft, studyId } = this.store.getState();
    if (draft === null || studyId === null) return ok(undefined);
    if (draft.baseVersion !== null) {
      const deleted = await this.#deps.api.call(routes.deleteReport, {
        params: { id: draft.id },
        version: draft.baseVersion,
      });
      if (!deleted.ok) return deleted;
    }
    this.#deps.drafts.remove(studyId);
    this.store.setState({ draft: null, save: 'saved', conflict: null, problem: null });
    await this.refresh();
    return ok(undefined);
  }

  async complete(): Promise<Result<void, CallProblem>> {
    const saved = await this.flush();
    if (!saved.ok) return saved;
    const { draft } = this.store.getState();
    if (draft === null || draft.baseVersion === null) return ok(undefined);
    const done = await this.#deps.api.call(routes.makeReportPreliminary, {
      params: { id: draft.id },
      version: draft.baseVersion,
    });
    if (!done.ok) return done;
    await this.#showNewest(done.value);
    return ok(undefined);
  }

  async sign(password: string): Promise<Result<void, CallProblem>> {
    const { stored } = this.store.getState();
    if (stored === null) return ok(undefined);
    const signed = await this.#deps.api.call(routes.signReport, {
      params: { id: stored.id },
      body: { password },
      version: stored.version,
    });
    if (!signed.ok) return signed;
    await this.#showNewest(signed.value);
    return ok(undefined);
  }

  async writeAddendum(text: string): Promise<Result<void, CallProblem>> {
    const { stored } = this.store.getState();
    if (stored === null) return ok(undefined);
    const isOpen = stored.state === 'ADDENDUM' && stored.signedAt === null;
    const parentId = stored.parentId ?? stored.id;
    const written = await this.#deps.api.call(routes.addAddendum, {
      params: { id: parentId },
      body: { id: isOpen ? stored.id : newId(), text },
    });
    if (!written.ok) return written;
    await this.#showNewest(written.value);
    return ok(undefined);
  }

  async refresh(): Promise<void> {
    const { studyId } = this.store.getState();
    if (studyId !== null) await this.#read(studyId);
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
    const ids = reportedScans(state).map(({ id }) => id);
    if (ids.join() !== this.#watchedIds) {
      this.#watchedIds = ids.join();
      const earlier = this.#watches;
      this.#watches = ids.map((id) => this.#deps.study.watchScan(id));
      for (const watch of earlier) watch.dispose();
    }
    const { draft } = this.store.getState();
    if (draft !== null) this.#setContent(draft, draft.content);
  }

  #open(studyId: string | null): void {
    // The local copy keeps what the server does not have yet.
    if (this.store.getState().save !== 'saved') void this.flush();
    this.store.setState(
      { ...EMPTY, studyId, status: studyId === null ? 'empty' : 'loading' },
      true,
    );
    if (studyId !== null) void this.#read(studyId);
  }

  async #read(studyId: string): Promise<void> {
    const { api, drafts } = this.#deps;
    const [latest, versions] = await Promise.all([
      api.call(routes.latestReportOfStudy, { params: { id: studyId } }),
      api.call(routes.listReportsOfStudy, { params: { id: studyId }, query: { limit: 100 } }),
    ]);
    if (this.store.getState().studyId !== studyId) return;
    const none = !latest.ok && latest.problem.status === 404;
    if (!latest.ok && !none) return this.#readFailed(latest.problem);
    if (!versions.ok) return this.#readFailed(versions.problem);
    const stored = newerOf(this.store.getState().stored, latest.ok ? latest.value : null);
    const started = this.store.getState().draft === null;
    this.store.setState({
      status: 'ready',
      problem: null,
      stored,
      versions: versions.value.items,
    });
    if (started) this.#restore(studyId, drafts.read(studyId));
    else this.#compareWith(stored);
  }

  #readFailed(problem: CallProblem): void {
    this.store.setState((state) => ({
      problem,
      status: state.stored === null && state.draft === null ? 'failed' : state.status,
    }));
  }

  /** Continues the own stored draft, or what an earlier page could not save. */
  #restore(studyId: string, local: ReportDraft | null): void {
    const { stored } = this.store.getState();
    const isOwn = stored?.state === 'DRAFT' && stored.createdBy === this.#readerId();
    if (local !== null) {
      const fits =
        stored === null || (stored.id === local.id && stored.version === local.baseVersion);
      this.store.setState({
        draft: local,
        save: fits ? 'waiting' : 'failed',
        conflict: fits ? null : stored,
      });
      if (fits) void this.#save();
      return;
    }
    if (stored === null || !isOwn) return;
    this.#deps.drafts.remove(studyId);
    this.#show(stored);
  }

  /** Shows the stored version; continues it if it is the reader's own draft. */
  #show(stored: Report): void {
    const isOwn = stored.state === 'DRAFT' && stored.createdBy === this.#readerId();
    this.store.setState({
      stored,
      draft: isOwn ? { id: stored.id, baseVersion: stored.version, content: stored.content } : null,
    });
    if (isOwn) this.#followStudy();
  }

  async #showNewest(report: Report): Promise<void> {
    this.store.setState({ stored: report, draft: null, save: 'saved', problem: null });
    await this.refresh();
  }

  /** Notes that another page or reader changed the report while this draft is open. */
  #compareWith(stored: Report | null): void {
    const { draft, save } = this.store.getState();
    if (draft === null || stored === null || stored.id !== draft.id) return;
    // A save in progress finds out by itself, and an older answer may arrive after its end.
    const isNewer = draft.baseVersion !== null && stored.version > draft.baseVersion;
    if (!isNewer || this.#saving !== null) return;
    if (save === 'saved') this.#show(stored);
    else this.store.setState({ conflict: stored, save: 'failed' });
  }

  #readerId(): string | null {
    return this.#deps.session.store.getState().user?.id ?? null;
  }

  /** Sets the content of the draft with its composed texts up to date, and saves it later. */
  #setContent(draft: ReportDraft, changed: ReportContent): void {
    const context = this.#contextOf(changed, null);
    const { studyId } = this.store.getState();
    if (context === null || studyId === null) return;
    const content = this.#findingsAreLoaded() ? updateTexts(changed, context) : changed;
    if (content === this.store.getState().draft?.content) return;
    const next = { ...draft, content };
    this.#deps.drafts.write(studyId, next);
    this.store.setState({ draft: next, save: 'waiting' });
    this.#saveLater(SAVE_AFTER_MS);
  }

  #contextOf(
    content: ReportContent,
    addendumText: string | null,
    findings: readonly Finding[] | null = null,
  ): ReportContext | null {
    const { study, session, view, lists } = this.#deps;
    const { user } = session.store.getState();
    if (user === null) return null;
    const shown = study.store.getState();
    const reported = findings === null ? shown : { ...shown, findingsByScan: byScan(findings) };
    return buildContext(reported, content, addendumText, {
      id: user.id,
      priors: view.store.getState().priors,
      lists: lists.getState().effective,
    });
  }

  #findingsAreLoaded(): boolean {
    const state = this.#deps.study.store.getState();
    return reportedScans(state).every(({ id }) => state.findingsByScan[id] !== undefined);
  }

  #saveLater(ms: number): void {
    this.#timer?.dispose();
    this.#timer = this.#deps.clock.after(ms, () => {
      this.#timer = null;
      if (this.#saving === null && this.store.getState().conflict === null) void this.#save();
    });
  }

  #save(): Promise<Result<void, CallProblem>> {
    this.#saving = this.#send().finally(() => {
      this.#saving = null;
    });
    return this.#saving;
  }

  async #send(): Promise<Result<void, CallProblem>> {
    const { draft, studyId } = this.store.getState();
    if (draft === null || studyId === null) return ok(undefined);
    this.store.setState({ save: 'saving' });
    const saved = await this.#deps.api.call(routes.saveReport, {
      body: { id: draft.id, studyId, content: draft.content },
      ...(draft.baseVersion === null ? {} : { version: draft.baseVersion }),
    });
    const current = this.store.getState();
    if (current.studyId !== studyId || current.draft?.id !== draft.id) {
      if (!saved.ok) return saved;
      this.#noteSaved(studyId, draft, saved.value.version);
      return ok(undefined);
    }
    if (!saved.ok) return this.#saveFailed(saved.problem);
    const changed = current.draft.content !== draft.content;
    const next = { ...current.draft, baseVersion: saved.value.version };
    this.store.setState({
      stored: saved.value,
      draft: next,
      problem: null,
      save: changed ? 'waiting' : 'saved',
    });
    if (changed) {
      this.#deps.drafts.write(studyId, next);
      this.#saveLater(SAVE_AFTER_MS);
    } else this.#deps.drafts.remove(studyId);
    return ok(undefined);
  }

  /** Keeps of another study's draft in the browser only what the server does not have. */
  #noteSaved(studyId: string, sent: ReportDraft, baseVersion: number): void {
    const { drafts } = this.#deps;
    const local = drafts.read(studyId);
    if (local?.id !== sent.id) return;
    if (sameContent(local.content, sent.content)) drafts.remove(studyId);
    else drafts.write(studyId, { ...local, baseVersion });
  }

  #saveFailed(problem: CallProblem): Result<void, CallProblem> {
    const conflict = problem.status === 412 ? reportSchema.safeParse(problem.data) : null;
    this.store.setState({
      problem,
      save: isOffline(problem) ? 'offline' : 'failed',
      conflict: conflict?.success === true ? conflict.data : null,
    });
    if (isOffline(problem)) this.#saveLater(RETRY_AFTER_MS);
    // The stored version is no draft any more, so the reader chooses between both.
    if (problem.status === 409) void this.#readConflict();
    return fail(problem);
  }

  async #readConflict(): Promise<void> {
    const { studyId, draft } = this.store.getState();
    if (studyId === null) return;
    const { api } = this.#deps;
    const latest = await api.call(routes.latestReportOfStudy, { params: { id: studyId } });
    const current = this.store.getState();
    if (!latest.ok || current.studyId !== studyId || current.draft?.id !== draft?.id) return;
    this.store.setState({ conflict: latest.value });
  }

  async #onReconnect(): Promise<void> {
    if (this.store.getState().save === 'offline') await this.flush();
    await this.refresh();
  }
}

/** Returns the newer of two answers about one version, which may arrive in the wrong order. */
const newerOf = (known: Report | null, read: Report | null): Report | null =>
  known !== null && known.id === read?.id && known.version > read.version ? known : read;

const byScan = (findings: readonly Finding[]): Readonly<Record<string, readonly Finding[]>> =>
  Object.groupBy(findings, ({ scan }) => scan.id) as Record<string, Finding[]>;

const sameContent = (a: ReportContent, b: ReportContent): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
