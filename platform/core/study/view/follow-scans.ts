import { createStore } from 'zustand/vanilla';
import { READER_SECONDS, routes, type ScanReader, scanMessageSchema, topics } from '#contracts';
import { type Clock, type Disposable, newId, Scope, systemClock } from '#foundation';
import { gridOf, type PlanePosition, type VolumeGrid } from '#geometry';
import type { ApiClient } from '../../services/api/api-client.ts';
import type { LiveLink } from '../../services/live/live-link.ts';
import type { ReadonlyStore } from '../../services/store.ts';
import type { Session } from '../../session/session.ts';
import type { StudyDocument } from '../document/study-document.ts';
import type { ViewState } from './view-state.ts';

/** Who else has the scans open that are shown here; by scan. */
export type ReadersByScan = Readonly<Record<string, readonly ScanReader[]>>;

export interface ScanFollower extends Disposable {
  readonly readers: ReadonlyStore<ReadersByScan>;
}

export interface FollowScansOptions {
  readonly api: ApiClient;
  readonly live: LiveLink;
  readonly session: Session;
  readonly study: StudyDocument;
  readonly viewState: ViewState;
  readonly clock?: Clock;
  /** Tells that the page goes. */
  readonly events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | undefined;
}

const SAY_AGAIN_MS = (READER_SECONDS * 1000) / 3;

/**
 * Keeps every scan that is shown as others have it: a finding that someone saves is read at once,
 * and each side learns who else reads.
 */
export function followScans(options: FollowScansOptions): ScanFollower {
  const { study, clock = systemClock } = options;
  const readers = createStore<ReadersByScan>(() => ({}));
  const scope = new Scope('followed scans');
  const followed = new Map<string, FollowedScan>();
  const tab = newId();
  const follow = (): void => {
    const { findingsByScan } = study.store.getState();
    for (const [scanId, one] of followed) {
      if (Object.hasOwn(findingsByScan, scanId)) continue;
      followed.delete(scanId);
      one.dispose();
    }
    for (const scanId of Object.keys(findingsByScan)) {
      if (followed.has(scanId)) continue;
      followed.set(scanId, followScan({ ...options, clock }, scanId, tab, readers));
    }
  };
  const unsubscribe = study.store.subscribe((state, before) => {
    if (state.findingsByScan !== before.findingsByScan) follow();
  });
  scope.own({ dispose: unsubscribe });
  const { events } = options;
  const leave = (): void => {
    for (const one of followed.values()) one.leave();
  };
  events?.addEventListener('pagehide', leave);
  scope.own({ dispose: () => events?.removeEventListener('pagehide', leave) });
  follow();
  return {
    readers,
    dispose() {
      scope.dispose();
      for (const one of followed.values()) one.dispose();
      followed.clear();
    },
  };
}

/** A scan that is followed; `leave` says at once that the page goes. */
interface FollowedScan extends Disposable {
  leave(): void;
}

interface ReadersStore extends ReadonlyStore<ReadersByScan> {
  setState(change: (readers: ReadersByScan) => ReadersByScan, replace: true): void;
}

function followScan(
  { api, live, session, study, viewState, clock }: FollowScansOptions & { readonly clock: Clock },
  scanId: string,
  tab: string,
  readers: ReadersStore,
): FollowedScan {
  const user = session.store.getState().user;
  const scope = new Scope(`scan ${scanId}`);
  // Blind annotators neither see who reads nor are seen, and no topic is theirs.
  const blind = user?.roles.some(({ id }) => id === 'BLIND_ANNOTATOR') ?? true;
  const nothing = { dispose: () => scope.dispose(), leave: () => undefined };
  if (user === null || blind) return nothing;
  let ended = false;
  const show = (items: readonly ScanReader[] | null): void =>
    readers.setState(({ [scanId]: _before, ...others }) => {
      return items === null ? others : { ...others, [scanId]: items };
    }, true);
  const attend = async (leaves: boolean): Promise<void> => {
    const place = placeOf(
      viewState.store.getState().positions[scanId],
      study.volumeGeometry(scanId),
    );
    const body = { tab, place, leaves };
    const call = { params: { id: scanId }, body, keepalive: leaves };
    const answer = await api.call(routes.attendScan, call);
    // Without an answer nobody is told of: who was there a while ago may have left.
    if (!ended) show(answer.ok ? answer.value.items : []);
  };
  const topic = topics.scan(user.organization.id, scanId);
  const hears = live.subscribe(topic, scanMessageSchema, ({ what }) => {
    if (what === 'READERS') void attend(false);
    else if (what === 'SCAN') void study.refresh();
    else if (what === 'FINDINGS') void study.readFindings(scanId);
  });
  scope.own(hears);
  let timer: Disposable | null = null;
  const again = (): void => {
    timer = clock.after(SAY_AGAIN_MS, () => {
      void attend(false);
      again();
    });
  };
  scope.own({
    dispose: () => {
      ended = true;
      timer?.dispose();
      show(null);
      // Signed out, the session's end says it.
      if (session.store.getState().user !== null) void attend(true);
    },
  });
  void attend(false);
  again();
  return { dispose: () => scope.dispose(), leave: () => void attend(true) };
}

/** Others may look at another volume of the scan, so it says whose voxels it counts. */
function placeOf(position: PlanePosition | undefined, volume: VolumeGrid | null) {
  if (position === undefined) return null;
  const { sag, tra, depth, rad } = position;
  return { sag, tra, depth, rad, grid: volume === null ? null : gridOf(volume) };
}
