import { createStore } from 'zustand/vanilla';
import { scanMessageSchema, studyMessageSchema, topics } from '#contracts';
import { type Disposable, Scope, toDisposable } from '#foundation';
import type { LiveConnection } from '../../services/live/live-connection.ts';
import type { ReadonlyStore } from '../../services/store.ts';
import type { Session } from '../../session/session.ts';
import type { StudyDocument } from '../document/study-document.ts';
import type { ViewState } from './view-state.ts';

/** How often the files of a scan (its volume, its skin) have changed since it came; by scan. */
export type FileChanges = Readonly<Record<string, number>>;

export interface FileChangeWatcher extends Disposable {
  readonly fileChanges: ReadonlyStore<FileChanges>;
}

export interface FileChangeWatcherOptions {
  readonly live: LiveConnection;
  readonly session: Session;
  readonly study: Pick<StudyDocument, 'store' | 'refresh'>;
  readonly viewState: Pick<ViewState, 'store'>;
}

/**
 * Hears of every scan of the open study, and of the earlier ones it may be compared with, when its
 * files have changed, and of the study when it has got another scan. A scan may be shown because its
 * first volume came, so those that are not shown are followed, too.
 */
export function watchFileChanges({
  live,
  session,
  study,
  viewState,
}: FileChangeWatcherOptions): FileChangeWatcher {
  const fileChanges = createStore<FileChanges>(() => ({}));
  const scope = new Scope('followed files');
  const scans = new Map<string, Disposable>();
  let watchedStudy: { readonly studyId: string; readonly subscription: Disposable } | null = null;
  const subscribeScan = (organizationId: string, scanId: string): Disposable =>
    live.subscribe(topics.scan(organizationId, scanId), scanMessageSchema, ({ what }) => {
      if (what !== 'FILES') return;
      fileChanges.setState((all) => ({ ...all, [scanId]: (all[scanId] ?? 0) + 1 }));
      // The nipple and the findings of a scan of this study follow its volume.
      if (study.store.getState().scans.some(({ id }) => id === scanId)) void study.refresh();
    });
  const update = (): void => {
    const { user } = session.store.getState();
    // No topic is a blind annotator's; they follow by time.
    const isBlind = user?.roles.some(({ id }) => id === 'BLIND_ANNOTATOR') ?? true;
    const state = study.store.getState();
    const organizationId = user?.organization.id ?? '';
    const studyId = isBlind ? null : (state.study?.id ?? null);
    if (watchedStudy?.studyId !== studyId) {
      watchedStudy?.subscription.dispose();
      // One filter with the lists: a broker may hand out a message once for each that fits.
      const filter = topics.studiesOf(organizationId);
      const subscribeStudy = (id: string): Disposable =>
        live.subscribe(filter, studyMessageSchema, (message) => {
          if (message.what === 'SCANS' && message.studyId === id) void study.refresh();
        });
      watchedStudy = studyId === null ? null : { studyId, subscription: subscribeStudy(studyId) };
    }
    const all = studyId === null ? [] : [...state.scans, ...viewState.store.getState().priors];
    const scanIds = new Set(all.map(({ id }) => id));
    for (const [id, subscription] of scans) {
      if (scanIds.has(id)) continue;
      scans.delete(id);
      subscription.dispose();
    }
    for (const id of scanIds) if (!scans.has(id)) scans.set(id, subscribeScan(organizationId, id));
  };
  const unsubscribe = study.store.subscribe((state, before) => {
    if (state.study !== before.study || state.scans !== before.scans) update();
  });
  scope.own(toDisposable(unsubscribe));
  // Planes that move are the view state's, too.
  const unsubscribeView = viewState.store.subscribe((state, before) => {
    if (state.priors !== before.priors) update();
  });
  scope.own(toDisposable(unsubscribeView));
  scope.own(
    toDisposable(() => {
      watchedStudy?.subscription.dispose();
      for (const subscription of scans.values()) subscription.dispose();
    }),
  );
  update();
  return { fileChanges, dispose: () => scope.dispose() };
}
