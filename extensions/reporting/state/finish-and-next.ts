import { createStore } from 'zustand/vanilla';
import { routes } from '#contracts';
import type {
  CallProblem,
  Navigation,
  Notices,
  ReadingList,
  ReadonlyStore,
  Session,
  StudyDocument,
} from '#core';
import { fail, ok, type Result } from '#foundation';
import { type CheckLevels, checkReport } from '#report';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import type { ReportSession } from './report-values.ts';
import type { ReportView } from './report-view.ts';
import { asCallProblem } from './session-problems.ts';

const { actions: texts } = reportPageTexts;

/** Finishes the open study and opens the next one of the reader's list. */
export interface FinishAndNext {
  /** True while the report is saved or the next study is searched for. */
  readonly busy: ReadonlyStore<boolean>;
  /**
   * Makes an own draft preliminary, if the role permits it, and opens the next study. A check that
   * blocks the report is shown instead; a study without a draft stays as it is.
   */
  run(): Promise<void>;
}

interface Services {
  readonly report: ReportSession;
  readonly study: Pick<StudyDocument, 'store' | 'flush'>;
  readonly session: Pick<Session, 'mayCall'>;
  readonly notices: Pick<Notices, 'show' | 'showProblem'>;
  readonly navigation: Navigation;
  readonly shown: ReportView;
  /** Levels of checks that the site has changed. */
  readonly levels: CheckLevels;
  readonly readingList: Pick<ReadingList, 'next'>;
  /** Shows the report beside the images. */
  openReport(): void;
}

export function createFinishAndNext(services: Services): FinishAndNext {
  const busy = createStore<boolean>()(() => false);
  const { study, notices, navigation, readingList } = services;
  const openStudyId = (): string | null => study.store.getState().study?.id ?? null;

  async function openNext(studyId: string): Promise<void> {
    const next = await readingList.next(studyId);
    // The reader may have opened another study meanwhile.
    if (openStudyId() !== studyId) return;
    if (!next.ok) return notices.showProblem(next.problem);
    if (next.value !== null) return navigation.go(`/scan?study=${next.value}`);
    const toList = { label: texts.toList, run: () => navigation.go('/study-list') };
    notices.show('info', texts.noNextStudy, toList);
  }

  async function finish(studyId: string): Promise<void> {
    const finished = await finishReport(services);
    if (!finished.ok) notices.showProblem(finished.problem);
    else if (finished.value && openStudyId() === studyId) await openNext(studyId);
  }

  return {
    busy,
    async run() {
      const studyId = openStudyId();
      if (studyId === null || busy.getState()) return;
      busy.setState(true, true);
      await finish(studyId).finally(() => busy.setState(false, true));
    },
  };
}

/** Returns whether the study is finished; false shows the first check that blocks its report. */
async function finishReport(services: Services): Promise<Result<boolean, CallProblem>> {
  const { report, study, session, notices, shown, levels } = services;
  const before = study.store.getState().study?.id;
  if (report.store.getState().status !== 'ready') await report.refresh();
  const { draft, conflict, status, problem, studyId } = report.store.getState();
  // The reader has opened another study meanwhile.
  if (studyId !== null && studyId !== before) return ok(false);
  // An unread report may have a draft.
  if (status === 'failed' && problem !== null) return fail(problem);
  if (draft === null || !session.mayCall(routes.makeReportPreliminary)) {
    const saved = await study.flush();
    return saved.ok ? ok(true) : fail(asCallProblem(saved.problem));
  }
  if (conflict !== null) {
    services.openReport();
    notices.show('user-error', texts.conflictFirst);
    return ok(false);
  }
  const context = report.context();
  const hits = context === null ? [] : checkReport(context, levels);
  const blocking = hits.find(({ level }) => level === 'block');
  if (blocking !== undefined) {
    services.openReport();
    shown.setState({ goTo: blocking });
    notices.show('user-error', texts.notFinished(blocking.message));
    return ok(false);
  }
  const completed = await report.complete(draft.id);
  if (!completed.ok) return completed;
  notices.show('success', texts.madePreliminary);
  return ok(true);
}
