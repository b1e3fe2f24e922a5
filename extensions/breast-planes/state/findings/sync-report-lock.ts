import { routes, studyMessageSchema, topics } from '#contracts';
import type { ApiClient, LiveConnection, Session, StudyDocument } from '#core';
import { type Disposable, Scope } from '#foundation';
import type { FindingsUiState } from './findings-ui-state.ts';
import { signedReport } from './signed-report.ts';

export interface ReportLockOptions {
  readonly api: ApiClient;
  readonly live: LiveConnection;
  readonly session: Session;
  readonly study: StudyDocument;
  readonly findingsUi: FindingsUiState;
}

/**
 * Keeps `findingsUi.signed` in sync with the open study's report. The server rejects edits itself;
 * the lock disables them beforehand.
 */
export function syncReportLock({
  api,
  live,
  session,
  study,
  findingsUi,
}: ReportLockOptions): Disposable {
  const scope = new Scope('signed report');
  let watchedStudyId: string | null = null;
  let subscription: Disposable | null = null;
  const read = async (studyId: string): Promise<void> => {
    const signed = await signedReport(api, studyId);
    // Keeps the previous value if loading fails.
    if (watchedStudyId === studyId && signed.ok) findingsUi.set({ signed: signed.value });
  };
  const watchStudy = (studyId: string | null): void => {
    if (studyId === watchedStudyId) return;
    watchedStudyId = studyId;
    subscription?.dispose();
    subscription = null;
    findingsUi.set({ signed: null, checkedIds: [], dialog: null });
    const organizationId = session.store.getState().user?.organization.id;
    if (
      studyId === null ||
      organizationId === undefined ||
      !session.mayCall(routes.listReportsOfStudy)
    )
      return;
    subscription = live.subscribe(topics.study(organizationId, studyId), studyMessageSchema, () => {
      void read(studyId);
    });
    void read(studyId);
  };
  const unsubscribe = study.store.subscribe(({ study: open }) => watchStudy(open?.id ?? null));
  scope.own({
    dispose() {
      unsubscribe();
      subscription?.dispose();
    },
  });
  watchStudy(study.store.getState().study?.id ?? null);
  return scope;
}
