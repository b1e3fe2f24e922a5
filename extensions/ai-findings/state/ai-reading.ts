import { createStore } from 'zustand/vanilla';
import { type AiRun, type Finding, type Job, routes } from '#contracts';
import {
  type ApiClient,
  hasEnded,
  type JobTracker,
  type LiveConnection,
  type Preferences,
  type ReadonlyStore,
  type Session,
  type StudyDocument,
  scansToList,
  type ViewState,
} from '#core';
import type { AiLayer } from '#findings';
import { type Disposable, ok, type Problem, type Result, Scope, toDisposable } from '#foundation';
import { listProposals, type ProposalList } from '../model/proposals.ts';
import { excludedRunIds, replacedKey } from '../model/runs.ts';
import { listedFindings } from './listed-scans.ts';

/** The copy of a proposal that the reader edits. */
export interface ProposalEdit {
  readonly originalId: string;
  readonly copyId: string;
  /** Whether this edit created the copy; an earlier copy can't be discarded. */
  readonly isNewCopy: boolean;
  /** Panel to which the reader returns; null for the first one. */
  readonly previousPanelId: string | null;
}

export interface AiReadingValues {
  /** Runs of the listed scans, newest first. */
  readonly runs: readonly AiRun[];
  /** Problem of the latest read of runs; null if it succeeded. */
  readonly problem: Problem | null;
  /** Runs that the reader shows instead of the newest one. */
  readonly chosenRunIds: ReadonlySet<string>;
  /** Proposal whose rejection needs a reason; null for none. */
  readonly rejectingId: string | null;
  readonly edit: ProposalEdit | null;
}

/** Settings of the extension in the site configuration. */
export interface AiSettings {
  /** Hides AI findings until the reader has finished the first read of a study. */
  readonly secondReader: boolean;
  /** Lowest score that is shown until the reader chooses another one, 0..1. */
  readonly lowestScore: number;
}

/** Reads the settings, which the host has validated and completed. */
export const readSettings = (settings: Readonly<Record<string, unknown>>): AiSettings => ({
  secondReader: settings.secondReader === true,
  lowestScore: typeof settings.lowestScore === 'number' ? settings.lowestScore : 0,
});

export interface AiReadingDeps {
  readonly api: ApiClient;
  readonly study: StudyDocument;
  readonly view: ViewState;
  readonly jobs: JobTracker;
  readonly live: Pick<LiveConnection, 'onRefresh'>;
  readonly preferences: Preferences;
  readonly session: Pick<Session, 'mayCall'>;
  readonly settings: AiSettings;
}

/** State of the AI panel; the AI layer itself is part of the view state. */
export interface AiReading extends Disposable {
  readonly store: ReadonlyStore<AiReadingValues>;
  /** Number of undecided proposals that are shown; null while AI findings are hidden. */
  readonly openCount: ReadonlyStore<number | null>;
  /** Returns the proposals of the listed scans. */
  proposals(): ProposalList;
  set(change: Partial<Pick<AiReadingValues, 'rejectingId' | 'edit'>>): void;
  /** Shows a run instead of another run of its scan, model and image. */
  chooseRun(run: AiRun): void;
  setLowestScore(score: number): void;
  /** Ends the first read of the open study. */
  finishFirstRead(): Promise<Result<void>>;
  /** Reads the runs of the listed scans again. */
  refresh(): Promise<void>;
}

export const PANEL_ID = 'ai-findings.panel';
const SCORE_PREFERENCE = 'reading.ai-lowest-score';
/** Time in ms without a further change after which the lowest score is saved. */
const SAVE_SCORE_MS = 500;

export function createAiReading(deps: AiReadingDeps): AiReading {
  return new LayeredReading(deps);
}

class LayeredReading implements AiReading {
  readonly store = createStore<AiReadingValues>(() => ({
    runs: [],
    problem: null,
    chosenRunIds: new Set(),
    rejectingId: null,
    edit: null,
  }));
  readonly openCount: ReadonlyStore<number | null>;
  readonly #deps: AiReadingDeps;
  readonly #scope = new Scope('ai-findings');
  /** Runs named by findings that were requested already. */
  readonly #requestedRunIds = new Set<string>();
  #listedScanIds = '';
  /** Studies whose first read the reader has finished, as far as they were opened on this page. */
  readonly #finishedStudyIds = new Set<string>();
  #openStudyId: string | null = null;
  /** Chosen on this page; null until then. */
  #lowestScore: number | null = null;
  #saveTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(deps: AiReadingDeps) {
    this.#deps = deps;
    const { study, view, preferences, jobs, live } = deps;
    this.openCount = countStore(() => this.#openCount(), [study.store, view.store]);
    const stops = [
      study.store.subscribe(() => this.#followStudy()),
      preferences.store.subscribe(() => this.#syncLayer()),
      this.store.subscribe(() => this.#syncLayer()),
      jobs.store.subscribe((list, before) => this.#followJobs(list, before)),
    ];
    for (const stop of stops) this.#scope.own(toDisposable(stop));
    this.#scope.own(
      live.onRefresh(() => {
        void this.#readFirstRead();
        void this.refresh();
      }),
    );
    this.#scope.own(toDisposable(() => this.#saveNow()));
    this.#syncLayer();
    this.#followStudy();
  }

  proposals(): ProposalList {
    const { study, view } = this.#deps;
    const state = study.store.getState();
    const { aiLayer } = view.store.getState();
    return listProposals(listedFindings(state), aiLayer, state.hiddenFindingIds);
  }

  set(change: Partial<Pick<AiReadingValues, 'rejectingId' | 'edit'>>): void {
    this.store.setState(change);
  }

  chooseRun(run: AiRun): void {
    const { runs, chosenRunIds } = this.store.getState();
    const isOther = (id: string): boolean =>
      runs.some(
        (known) =>
          known.id === id && known.scanId === run.scanId && replacedKey(known) === replacedKey(run),
      );
    const others = [...chosenRunIds].filter((id) => !isOther(id));
    this.store.setState({ chosenRunIds: new Set([...others, run.id]), rejectingId: null });
  }

  setLowestScore(score: number): void {
    this.#lowestScore = score;
    this.#syncLayer();
    if (this.#saveTimer !== null) clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(() => this.#saveNow(), SAVE_SCORE_MS);
  }

  async finishFirstRead(): Promise<Result<void>> {
    const { study, api } = this.#deps;
    const id = study.store.getState().study?.id;
    if (id === undefined) return ok(undefined);
    const finished = await api.call(routes.finishFirstRead, { params: { id } });
    if (!finished.ok) return finished;
    this.#setFinished(id);
    return ok(undefined);
  }

  async refresh(): Promise<void> {
    const { api, study, session } = this.#deps;
    const { hidden } = this.#deps.view.store.getState().aiLayer;
    if (hidden || !session.mayCall(routes.listAiRuns)) return;
    const scans = scansToList(study.store.getState());
    const responses = await Promise.all(
      scans.map(({ id }) => api.call(routes.listAiRuns, { params: { scanId: id } })),
    );
    if (this.#scope.ended || scansKey(study) !== scans.map(({ id }) => id).join(' ')) return;
    const failed = responses.find((response) => !response.ok);
    if (failed !== undefined && !failed.ok) {
      this.store.setState({ problem: failed.problem });
      return;
    }
    const runs = responses.flatMap((response) => (response.ok ? response.value.items : []));
    this.store.setState({ runs, problem: null });
  }

  dispose(): void {
    this.#scope.dispose();
    const { view, settings } = this.#deps;
    // Nothing checks the first read any more.
    const { aiLayer } = view.store.getState();
    if (settings.secondReader) view.set({ aiLayer: { ...aiLayer, hidden: true } });
  }

  #openCount(): number | null {
    return this.#deps.view.store.getState().aiLayer.hidden ? null : this.proposals().open.length;
  }

  /** Reads whether the reader has finished the first read of the open study. */
  async #readFirstRead(): Promise<void> {
    const { api, settings, study, session } = this.#deps;
    const id = study.store.getState().study?.id;
    const isNeeded = settings.secondReader && session.mayCall(routes.getFirstRead);
    if (id === undefined || !isNeeded || this.#finishedStudyIds.has(id)) return;
    const read = await api.call(routes.getFirstRead, { params: { id } });
    if (this.#scope.ended) return;
    // AI findings stay hidden after a failure; the button of the panel opens them all the same.
    if (!read.ok) this.store.setState({ problem: read.problem });
    else if (read.value.finishedAt !== null) this.#setFinished(id);
  }

  #setFinished(studyId: string): void {
    this.#finishedStudyIds.add(studyId);
    this.#syncLayer();
  }

  /** Reads the runs of newly listed scans, and runs of findings that another user has stored. */
  #followStudy(): void {
    const { study } = this.#deps;
    this.#syncLayer();
    const studyId = study.store.getState().study?.id ?? null;
    if (studyId !== this.#openStudyId) {
      this.#openStudyId = studyId;
      void this.#readFirstRead();
    }
    const key = scansKey(study);
    if (key !== this.#listedScanIds) {
      this.#listedScanIds = key;
      this.#requestedRunIds.clear();
      this.store.setState({ runs: [], problem: null, rejectingId: null, edit: null });
      if (key !== '') void this.refresh();
      return;
    }
    // Hidden runs are not read; they are read once the layer is shown.
    if (this.#deps.view.store.getState().aiLayer.hidden) return;
    const known = new Set(this.store.getState().runs.map(({ id }) => id));
    const findings = listedFindings(study.store.getState()).flatMap((scan) => scan.findings);
    const unknown = findings.flatMap(({ ai }: Finding) =>
      ai === null || known.has(ai.runId) || this.#requestedRunIds.has(ai.runId) ? [] : [ai.runId],
    );
    if (unknown.length === 0) return;
    for (const id of unknown) this.#requestedRunIds.add(id);
    void this.refresh();
  }

  /** Shows the results of an ended job of a listed scan; jobs of any type can propose findings. */
  #followJobs(jobs: readonly Job[], before: readonly Job[]): void {
    const listedIds = scansToList(this.#deps.study.store.getState()).map(({ id }) => id);
    const endedIds = new Set(before.filter(hasEnded).map(({ id }) => id));
    const ended = jobs.filter(
      (job) => hasEnded(job) && listedIds.includes(job.entityId) && !endedIds.has(job.id),
    );
    for (const scanId of new Set(ended.map(({ entityId }) => entityId))) {
      void this.#deps.study.readFindings(scanId);
    }
    if (ended.length > 0) void this.refresh();
  }

  #syncLayer(): void {
    const { view, preferences, settings, study } = this.#deps;
    const { values } = preferences.store.getState();
    const studyId = study.store.getState().study?.id ?? null;
    const { runs, chosenRunIds, edit } = this.store.getState();
    const { aiLayer } = view.store.getState();
    const layer: AiLayer = {
      hidden: settings.secondReader && (studyId === null || !this.#finishedStudyIds.has(studyId)),
      minScore: this.#lowestScore ?? storedScore(values) ?? settings.lowestScore,
      excludedRunIds: sameIds(aiLayer.excludedRunIds, excludedRunIds(runs, chosenRunIds)),
      keptFindingId: edit?.originalId ?? null,
    };
    if (!sameLayer(aiLayer, layer)) view.set({ aiLayer: layer });
    const isListed = this.#listedScanIds !== '' && this.#listedScanIds === scansKey(study);
    if (aiLayer.hidden && !layer.hidden && isListed) void this.refresh();
  }

  #saveNow(): void {
    if (this.#saveTimer === null || this.#lowestScore === null) return;
    clearTimeout(this.#saveTimer);
    this.#saveTimer = null;
    // A lost score only means that the next page starts with the earlier one.
    void this.#deps.preferences.save(SCORE_PREFERENCE, String(this.#lowestScore));
  }
}

const scansKey = (study: StudyDocument): string =>
  scansToList(study.store.getState())
    .map(({ id }) => id)
    .join(' ');

function storedScore(values: ReadonlyMap<string, string>): number | null {
  const stored = values.get(SCORE_PREFERENCE);
  const score = stored === undefined ? Number.NaN : Number(stored);
  return score >= 0 && score <= 1 ? score : null;
}

/** Returns the earlier set if both are equal, so that views can compare layers by reference. */
function sameIds(earlier: ReadonlySet<string>, next: ReadonlySet<string>): ReadonlySet<string> {
  const isSame = earlier.size === next.size && [...next].every((id) => earlier.has(id));
  return isSame ? earlier : next;
}

const sameLayer = (a: AiLayer, b: AiLayer): boolean =>
  a.hidden === b.hidden &&
  a.minScore === b.minScore &&
  a.excludedRunIds === b.excludedRunIds &&
  a.keptFindingId === b.keptFindingId;

type Watchable = Pick<ReadonlyStore<unknown>, 'subscribe'>;

/** A value computed from other stores; notifies only when it changes. */
function countStore(
  current: () => number | null,
  sources: readonly Watchable[],
): ReadonlyStore<number | null> {
  return {
    getState: current,
    subscribe(listener) {
      let last = current();
      const update = (): void => {
        const before = last;
        last = current();
        if (last !== before) listener(last, before);
      };
      const stops = sources.map((source) => source.subscribe(update));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
