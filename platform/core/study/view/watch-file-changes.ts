import { createStore } from 'zustand/vanilla';
import { scanMessageSchema, studyMessageSchema, topics } from '#contracts';
import { type Disposable, Scope, toDisposable } from '#foundation';
import type { LiveConnection } from '../../services/live/live-connection.ts';
import type { ReadonlyStore } from '../../services/store.ts';
import type { Session } from '../../session/session.ts';
import type { StudyDocument } from '../document/study-document.ts';
import type { ViewState } from './view-state.ts';

/** Number of file changes (volume, skin) since subscribing, by scan id. */
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
 * Counts file changes of the open study's scans and priors, and refreshes the study on file changes
 * and new scans. Includes scans that are not shown, because their first volume makes them
 * available.
 */
export function watchFileChanges({
  live,
  session,
  study,
  viewState,
}: FileChangeWatcherOptions): FileChangeWatcher {
  const fileChanges = createStore<FileChanges>(() => ({}));
  const scope = new Scope('watched files');
  /** Subscriptions by scan id. */
  const subscriptions = new Map<string, Disposable>();
  let watchedStudy: { readonly studyId: string; readonly subscription: Disposable } | null = null;
  const subscribeScan = (organizationId: string, scanId: string): Disposable =>
    live.subscribe(topics.scan(organizationId, scanId), scanMessageSchema, ({ what }) => {
      if (what !== 'FILES') return;
      fileChanges.setState((counts) => ({ ...counts, [scanId]: (counts[scanId] ?? 0) + 1 }));
      // A new volume also changes nipple and findings of a scan of this study.
      if (study.store.getState().scans.some(({ id }) => id === scanId)) void study.refresh();
    });
  const update = (): void => {
    const { user } = session.store.getState();
    // Blind annotators have no topics; periodic refreshes keep them up to date.
    const isBlind = user?.roles.some(({ id }) => id === 'BLIND_ANNOTATOR') ?? true;
    const state = study.store.getState();
    const organizationId = user?.organization.id ?? '';
    const studyId = isBlind ? null : (state.study?.id ?? null);
    if (watchedStudy?.studyId !== studyId) {
      watchedStudy?.subscription.dispose();
      // Uses the same filter as the lists, because a broker may deliver a message once per matching
      // filter.
      const filter = topics.studiesOf(organizationId);
      const subscribeStudy = (id: string): Disposable =>
        live.subscribe(filter, studyMessageSchema, (message) => {
          if (message.what === 'SCANS' && message.studyId === id) void study.refresh();
        });
      watchedStudy = studyId === null ? null : { studyId, subscription: subscribeStudy(studyId) };
    }
    const scans = studyId === null ? [] : [...state.scans, ...viewState.store.getState().priors];
    const scanIds = new Set(scans.map(({ id }) => id));
    for (const [id, subscription] of subscriptions) {
      if (scanIds.has(id)) continue;
      subscriptions.delete(id);
      subscription.dispose();
    }
    for (const id of scanIds) {
      if (!subscriptions.has(id)) subscriptions.set(id, subscribeScan(organizationId, id));
    }
  };
  const unsubscribe = study.store.subscribe((state, previous) => {
    if (state.study !== previous.study || state.scans !== previous.scans) update();
  });
  scope.own(toDisposable(unsubscribe));
  // Ignores other view state changes, e.g. moving planes.
  const unsubscribeView = viewState.store.subscribe((state, previous) => {
    if (state.priors !== previous.priors) update();
  });
  scope.own(toDisposable(unsubscribeView));
  scope.own(
    toDisposable(() => {
      watchedStudy?.subscription.dispose();
      for (const subscription of subscriptions.values()) subscription.dispose();
    }),
  );
  update();
  return { fileChanges, dispose: () => scope.dispose() };
}
