import { studyMessageSchema, topics } from '#contracts';
import type { LiveConnection, Session } from '#core';
import { type Disposable, toDisposable } from '#foundation';
import type { ReportSession } from './report-values.ts';

export interface VersionSources {
  readonly report: Pick<ReportSession, 'store' | 'refresh'>;
  readonly live: Pick<LiveConnection, 'subscribe'>;
  readonly session: Pick<Session, 'store'>;
}

/** Reads the versions again when another page or reader changes the report of the open study. */
export function followVersions({ report, live, session }: VersionSources): Disposable {
  let current: { readonly studyId: string; readonly subscription: Disposable } | null = null;
  const follow = (): void => {
    const { studyId } = report.store.getState();
    if ((current?.studyId ?? null) === studyId) return;
    current?.subscription.dispose();
    current = null;
    const { user } = session.store.getState();
    if (studyId === null || user === null) return;
    // The filter of the lists, because a broker may deliver a message once per matching filter.
    const filter = topics.studiesOf(user.organization.id);
    const subscription = live.subscribe(filter, studyMessageSchema, (message) => {
      if (message.what === 'STUDY' && message.studyId === studyId) void report.refresh();
    });
    current = { studyId, subscription };
  };
  const stop = report.store.subscribe(follow);
  follow();
  return toDisposable(() => {
    stop();
    current?.subscription.dispose();
  });
}
