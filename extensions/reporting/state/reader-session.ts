import { createStore, type StoreApi } from 'zustand/vanilla';
import { type AssignedReaderStudy, type CaseReading, routes, type ScanSide } from '#contracts';
import type {
  ApiClient,
  CallProblem,
  FormDrafts,
  ReadonlyStore,
  Session,
  StudyDocument,
} from '#core';
import { type Clock, type Disposable, fail, type Problem, type Result } from '#foundation';
import {
  type BreastDraft,
  draftOfRatings,
  NO_RATINGS,
  parseReadingDraft,
  type Ratings,
  type ReadingDraft,
} from '../model/reading-draft.ts';
import { type ReadingTimer, startReadingTimer } from './reading-timer.ts';

export interface ReaderSessionValues {
  readonly status: 'none' | 'loading' | 'ready' | 'failed';
  readonly problem: Problem | null;
  readonly studies: readonly AssignedReaderStudy[];
  /** The open case; null without one. */
  readonly reading: CaseReading | null;
  readonly draft: ReadingDraft;
  /** Time with the case open and visible in ms, as shown. */
  readonly activeMs: number;
  readonly busy: boolean;
}

type Opened = Promise<Result<CaseReading, CallProblem>>;

/** The reader studies of the user, the open case and its timer. */
export interface ReaderSession extends Disposable {
  readonly store: ReadonlyStore<ReaderSessionValues>;
  /** True while the open study is the open case. */
  readonly isReading: ReadonlyStore<boolean>;
  refresh(): Promise<void>;
  start(readerStudyId: string): Opened;
  reopen(readingId: string): Opened;
  rateBreast(side: ScanSide, change: Partial<BreastDraft>): void;
  rateFinding(findingId: string, suspicion: number): void;
  /** Saves pending findings, then completes the case. */
  complete(ratings: Ratings): Promise<Result<CaseReading, CallProblem | Problem>>;
  /** Saves pending findings, then ends the case without ratings. */
  leave(): Promise<Result<CaseReading, CallProblem | Problem>>;
}

export interface ReaderSessionSources {
  readonly api: Pick<ApiClient, 'call'>;
  readonly session: Pick<Session, 'store' | 'mayCall'>;
  readonly study: Pick<StudyDocument, 'store' | 'refresh' | 'flush'>;
  readonly drafts: FormDrafts;
  readonly clock: Clock;
  readonly isPageVisible: () => boolean;
}

/** Reads the reader studies of the user and measures the time of the open case. */
export const createReaderSession = (sources: ReaderSessionSources): ReaderSession =>
  new CurrentReading(sources);

const EMPTY: ReaderSessionValues = {
  status: 'none',
  problem: null,
  studies: [],
  reading: null,
  draft: NO_RATINGS,
  activeMs: 0,
  busy: false,
};

const formOf = (readingId: string): string => `reader-study.${readingId}`;

class CurrentReading implements ReaderSession {
  readonly store: StoreApi<ReaderSessionValues> = createStore<ReaderSessionValues>()(() => EMPTY);
  readonly isReading: StoreApi<boolean> = createStore<boolean>()(() => false);
  readonly #sources: ReaderSessionSources;
  readonly #stop: readonly (() => void)[];
  #timer: ReadingTimer | null = null;
  #openStudyId: string | null = null;

  constructor(sources: ReaderSessionSources) {
    this.#sources = sources;
    const { study, session } = sources;
    this.#stop = [
      study.store.subscribe(() => this.#updateIsReading()),
      session.store.subscribe(({ user }, { user: before }) => {
        // The open case belongs to the account, and is read again after a new sign-in.
        if (user !== null && user.id !== before?.id) void this.refresh();
        if (user !== null) return;
        this.#show(null);
        this.store.setState(EMPTY, true);
      }),
    ];
  }

  async refresh(): Promise<void> {
    const { api, session } = this.#sources;
    if (!session.mayCall(routes.listAssignedReaderStudies)) return;
    if (this.store.getState().status === 'none') this.store.setState({ status: 'loading' });
    const response = await api.call(routes.listAssignedReaderStudies, {});
    if (!response.ok) {
      this.store.setState({ status: 'failed', problem: response.problem });
      return;
    }
    const { items } = response.value;
    this.store.setState({ status: 'ready', problem: null, studies: items });
    this.#show(items.find(({ reading }) => reading !== null)?.reading ?? null);
  }

  start(id: string): Opened {
    return this.#open(() => this.#sources.api.call(routes.startReading, { params: { id } }));
  }

  reopen(id: string): Opened {
    return this.#open(() => this.#sources.api.call(routes.reopenReading, { params: { id } }));
  }

  rateBreast(side: ScanSide, rating: Partial<BreastDraft>): void {
    const { draft } = this.store.getState();
    const before = draft.breasts[side] ?? { biradsScore: null, suspicion: null };
    this.#change({ ...draft, breasts: { ...draft.breasts, [side]: { ...before, ...rating } } });
  }

  rateFinding(findingId: string, suspicion: number): void {
    const { draft } = this.store.getState();
    this.#change({ ...draft, findings: { ...draft.findings, [findingId]: suspicion } });
  }

  complete(ratings: Ratings): Promise<Result<CaseReading, CallProblem | Problem>> {
    const { api, drafts } = this.#sources;
    return this.#end(async (params, activeMs) => {
      const body = { ...ratings, activeMs };
      const response = await api.call(routes.completeReading, { params, body });
      if (response.ok) drafts.remove(formOf(params.id));
      return response;
    });
  }

  leave(): Promise<Result<CaseReading, CallProblem | Problem>> {
    const { api } = this.#sources;
    return this.#end((params, activeMs) =>
      api.call(routes.leaveReading, { params, body: { activeMs } }),
    );
  }

  dispose(): void {
    for (const stop of this.#stop) stop();
    this.#timer?.dispose();
  }

  #open(call: () => Opened): Opened {
    return this.#whileBusy(async () => {
      const response = await call();
      await this.refresh();
      return response;
    });
  }

  /** Saves pending findings and ends the open case by a call that sends its active time. */
  #end(
    call: (params: { readonly id: string }, activeMs: number) => Opened,
  ): Promise<Result<CaseReading, CallProblem | Problem>> {
    const { study } = this.#sources;
    return this.#whileBusy(async () => {
      const saved = await study.flush();
      if (!saved.ok) return fail(saved.problem);
      const timer = this.#timer;
      const activeMs = timer?.take() ?? 0;
      const response = await call({ id: this.store.getState().reading?.id ?? '' }, activeMs);
      if (!response.ok) timer?.giveBack(activeMs);
      if (response.ok || response.problem.status === 409) await this.refresh();
      return response;
    });
  }

  async #whileBusy<T>(work: () => Promise<T>): Promise<T> {
    this.store.setState({ busy: true });
    try {
      return await work();
    } finally {
      this.store.setState({ busy: false });
    }
  }

  #change(draft: ReadingDraft): void {
    const { reading } = this.store.getState();
    if (reading === null) return;
    this.store.setState({ draft });
    this.#sources.drafts.write(formOf(reading.id), draft);
  }

  /** Shows a case as the open one; keeps draft and timer of the case that was open before. */
  #show(reading: CaseReading | null): void {
    const isSame = this.store.getState().reading?.id === reading?.id;
    this.store.setState({ reading });
    this.#updateIsReading();
    if (!isSame) {
      this.#timer?.dispose();
      this.#timer = null;
      const activeMs = (reading?.activeSeconds ?? 0) * 1_000;
      this.store.setState({ draft: this.#draftOf(reading), activeMs });
      if (reading !== null) this.#timer = this.#startTimer(reading);
    }
  }

  #draftOf(reading: CaseReading | null): ReadingDraft {
    if (reading === null) return NO_RATINGS;
    const stored = parseReadingDraft(this.#sources.drafts.read(formOf(reading.id)));
    return stored ?? (reading.ratings === null ? NO_RATINGS : draftOfRatings(reading.ratings));
  }

  #startTimer({ id }: CaseReading): ReadingTimer {
    const { api, clock, isPageVisible } = this.#sources;
    return startReadingTimer({
      clock,
      isActive: () => this.isReading.getState() && isPageVisible(),
      onTick: (addedMs) =>
        this.store.setState(({ activeMs }) => ({ activeMs: activeMs + addedMs })),
      report: async (activeMs) => {
        const body = { activeMs };
        return (await api.call(routes.reportReadingTime, { params: { id }, body })).ok;
      },
    });
  }

  #updateIsReading(): void {
    const { reading } = this.store.getState();
    const { study, session } = this.#sources;
    const openId = study.store.getState().study?.id ?? null;
    const isSameStudy = openId !== null && openId === this.#openStudyId;
    this.#openStudyId = openId;
    const isReading = reading !== null && reading.studyId === openId;
    if (isReading === this.isReading.getState()) return;
    this.isReading.setState(isReading, true);
    const { user } = session.store.getState();
    const isBlind = user?.roles.some(({ id }) => id === 'BLIND_ANNOTATOR') ?? true;
    // The case decides which findings are shown; a blind annotator can't read an ended case again.
    if (isSameStudy && (isReading || !isBlind)) void study.refresh();
  }
}
