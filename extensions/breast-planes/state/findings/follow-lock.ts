import { studyMessageSchema, topics } from '#contracts';
import type { ApiClient, LiveLink, Session, StudyDocument } from '#core';
import { type Disposable, Scope } from '#foundation';
import type { FindingsDesk } from './findings-desk.ts';
import { signedReport } from './signed-report.ts';

export interface FollowLockOptions {
  readonly api: ApiClient;
  readonly live: LiveLink;
  readonly session: Session;
  readonly study: StudyDocument;
  readonly desk: FindingsDesk;
}

/**
 * Who signed the open study's report, kept as it changes. The server refuses edits by itself; this
 * says so before anybody tries.
 */
export function followLock({ api, live, session, study, desk }: FollowLockOptions): Disposable {
  const scope = new Scope('signed report');
  let followed: string | null = null;
  let hints: Disposable | null = null;
  const read = async (studyId: string): Promise<void> => {
    const signed = await signedReport(api, studyId);
    // What could not be read leaves what was known.
    if (followed === studyId && signed.ok) desk.set({ signed: signed.value });
  };
  const follow = (studyId: string | null): void => {
    if (studyId === followed) return;
    followed = studyId;
    hints?.dispose();
    hints = null;
    desk.set({ signed: null, chosen: [], dialog: null });
    const organizationId = session.store.getState().user?.organization.id;
    if (studyId === null || organizationId === undefined || !session.can(['REPORT_VIEW'])) return;
    hints = live.subscribe(topics.study(organizationId, studyId), studyMessageSchema, () => {
      void read(studyId);
    });
    void read(studyId);
  };
  const unsubscribe = study.store.subscribe(({ study: open }) => follow(open?.id ?? null));
  scope.own({
    dispose() {
      unsubscribe();
      hints?.dispose();
    },
  });
  follow(study.store.getState().study?.id ?? null);
  return scope;
}
