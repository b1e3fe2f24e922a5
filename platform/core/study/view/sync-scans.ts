import { createStore } from 'zustand/vanilla';
import type { ApiClient } from '#api-client';
import { READER_SECONDS, routes, type ScanReader, scanMessageSchema, topics } from '#contracts';
import { type Clock, type Disposable, newId, Scope, systemClock } from '#foundation';
import { gridOf, type PlanePosition, type VolumeGrid } from '#geometry';
import type { LiveConnection } from '../../services/live/live-connection.ts';
import type { ReadonlyStore } from '../../services/store.ts';
import type { Session } from '../../session/session.ts';
import type { StudyDocument } from '../document/study-document.ts';
import type { ViewState } from './view-state.ts';

/** Other readers of the shown scans, by scan id. */
export type ReadersByScan = Readonly<Record<string, readonly ScanReader[]>>;

export interface ScanSync extends Disposable {
  readonly readers: ReadonlyStore<ReadersByScan>;
}

export interface ScanSyncOptions {
  readonly api: ApiClient;
  readonly live: LiveConnection;
  readonly session: Session;
  readonly study: StudyDocument;
  readonly viewState: ViewState;
  readonly clock?: Clock;
  /** Source of `pagehide` events; the window. */
  readonly events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | undefined;
}

const PRESENCE_INTERVAL_MS = (READER_SECONDS * 1000) / 3;

/** Syncs all shown scans: reads findings saved by others, and reports and reads presence. */
export function syncScans(options: ScanSyncOptions): ScanSync {
  const { study, clock = systemClock } = options;
  const readers = createStore<ReadersByScan>(() => ({}));
  const scope = new Scope('scan sync');
  const syncedScans = new Map<string, SyncedScan>();
  const tabId = newId();
  const update = (): void => {
    const { findingsByScan } = study.store.getState();
    for (const [scanId, syncedScan] of syncedScans) {
      if (Object.hasOwn(findingsByScan, scanId)) continue;
      syncedScans.delete(scanId);
      syncedScan.dispose();
    }
    for (const scanId of Object.keys(findingsByScan)) {
      if (syncedScans.has(scanId)) continue;
      syncedScans.set(scanId, syncScan({ ...options, clock }, scanId, tabId, readers));
    }
  };
  const unsubscribe = study.store.subscribe((state, previous) => {
    if (state.findingsByScan !== previous.findingsByScan) update();
  });
  scope.own({ dispose: unsubscribe });
  const { events } = options;
  const onPageHide = (): void => {
    for (const syncedScan of syncedScans.values()) syncedScan.reportLeaving();
  };
  events?.addEventListener('pagehide', onPageHide);
  scope.own({ dispose: () => events?.removeEventListener('pagehide', onPageHide) });
  update();
  return {
    readers,
    dispose() {
      scope.dispose();
      for (const syncedScan of syncedScans.values()) syncedScan.dispose();
      syncedScans.clear();
    },
  };
}

/** A synced scan; `reportLeaving` reports the closing page at once. */
interface SyncedScan extends Disposable {
  reportLeaving(): void;
}

interface ReadersStore extends ReadonlyStore<ReadersByScan> {
  setState(change: (readers: ReadersByScan) => ReadersByScan, replace: true): void;
}

function syncScan(
  { api, live, session, study, viewState, clock }: ScanSyncOptions & { readonly clock: Clock },
  scanId: string,
  tabId: string,
  readers: ReadersStore,
): SyncedScan {
  const user = session.store.getState().user;
  const scope = new Scope(`scan ${scanId}`);
  // Blind annotators don't see other readers, are not reported to them and may not subscribe.
  const isBlind = user?.roles.some(({ id }) => id === 'BLIND_ANNOTATOR') ?? true;
  const inactive = { dispose: () => scope.dispose(), reportLeaving: () => undefined };
  if (user === null || isBlind) return inactive;
  let ended = false;
  const setReaders = (items: readonly ScanReader[] | null): void =>
    readers.setState(({ [scanId]: _before, ...others }) => {
      return items === null ? others : { ...others, [scanId]: items };
    }, true);
  const reportPresence = async (isLeaving: boolean): Promise<void> => {
    const readerPosition = readerPositionOf(
      viewState.store.getState().positions[scanId],
      study.volumeGeometry(scanId),
    );
    const body = { tab: tabId, place: readerPosition, leaves: isLeaving };
    const call = { params: { id: scanId }, body, keepalive: isLeaving };
    const response = await api.call(routes.reportPresence, call);
    // Clears the readers if the call fails, because they may have left.
    if (!ended) setReaders(response.ok ? response.value.items : []);
  };
  const topic = topics.scan(user.organization.id, scanId);
  const subscription = live.subscribe(topic, scanMessageSchema, ({ what }) => {
    if (what === 'READERS') void reportPresence(false);
    else if (what === 'SCAN') void study.refresh();
    else if (what === 'FINDINGS') void study.readFindings(scanId);
  });
  scope.own(subscription);
  let timer: Disposable | null = null;
  const schedulePresence = (): void => {
    timer = clock.after(PRESENCE_INTERVAL_MS, () => {
      void reportPresence(false);
      schedulePresence();
    });
  };
  scope.own({
    dispose: () => {
      ended = true;
      timer?.dispose();
      setReaders(null);
      // After sign-out, the end of the session removes the presence.
      if (session.store.getState().user !== null) void reportPresence(true);
    },
  });
  void reportPresence(false);
  schedulePresence();
  return { dispose: () => scope.dispose(), reportLeaving: () => void reportPresence(true) };
}

/** Includes the voxel grid, because other readers may view another volume of the scan. */
function readerPositionOf(position: PlanePosition | undefined, volume: VolumeGrid | null) {
  if (position === undefined) return null;
  const { sag, tra, depth, rad } = position;
  return { sag, tra, depth, rad, grid: volume === null ? null : gridOf(volume) };
}
