import type { Scan } from '#contracts';
import type { StudyDocument, ViewState, ViewStateValues } from '#core';
import { type Disposable, disposeAll, toDisposable } from '#foundation';
import type { PlanePosition, Vec3, VolumePlane } from '#geometry';
import {
  correspondingPointMm,
  followerPosition,
  type LinkedScan,
  linkRule,
  notComparableReason,
  planesPastEnd,
} from '../../model/views/scan-links.ts';
import type { ReadingState } from '../volumes/reading-state.ts';
import { anyScan, nippleOf, scanOf } from '../volumes/study-selectors.ts';
import type { ViewSettings } from './view-settings.ts';

export interface ScanLinksDeps {
  readonly view: ViewState;
  readonly study: Pick<StudyDocument, 'store'>;
  readonly reading: ReadingState;
  readonly settings: ViewSettings;
}

/** Moves the planes of two scans shown together in sync while they are linked. */
export function linkScans(deps: ScanLinksDeps): Disposable {
  const { view, study, reading, settings } = deps;
  let isSyncing = false;
  let lastPair = '';

  const syncFrom = (leaderId: string): void => {
    const pair = shownPair(deps);
    if (pair === null || !settings.store.getState().linked) return;
    const [leader, follower] = pair[0].scan.id === leaderId ? pair : [pair[1], pair[0]];
    if (leader.scan.id !== leaderId) return;
    const { positions } = view.store.getState();
    const leaderPosition = positions[leader.scan.id];
    const previous = positions[follower.scan.id];
    if (leaderPosition === undefined || previous === undefined) return;
    const rule = linkRule(leader.scan, follower.scan);
    if (rule === 'nipple' && notComparableReason(leader, follower) !== null) return;
    const next = followerPosition(rule, leader, leaderPosition, follower, previous);
    if (samePosition(next, previous)) return;
    isSyncing = true;
    try {
      view.setPosition(follower.scan.id, next);
    } finally {
      isSyncing = false;
    }
  };
  /** Moves the other scan to the opened scan's position when the pair becomes visible or linked. */
  const syncFromTarget = (): void => {
    const { targetScanId } = study.store.getState();
    if (targetScanId !== null) syncFrom(targetScanId);
  };

  const stops = [
    view.store.subscribe((state, before) => {
      if (isSyncing) return;
      // The prior's nipple may have been set elsewhere.
      if (state.priors !== before.priors) syncFromTarget();
      if (state.positions === before.positions) return;
      const moved = Object.keys(state.positions).find((id) => hasMoved(state, before, id));
      if (moved !== undefined) syncFrom(moved);
      else syncFromTarget();
    }),
    reading.store.subscribe((state, before) => {
      if (state.cells !== before.cells || state.volumes !== before.volumes) {
        const pair = pairKey(deps);
        if (pair !== lastPair) {
          lastPair = pair;
          syncFromTarget();
        }
      }
    }),
    // A newly set nipple can make two scans comparable or change the corresponding positions.
    study.store.subscribe((state, before) => {
      if (state.scans !== before.scans) syncFromTarget();
    }),
    settings.store.subscribe((state, before) => {
      if (state.linked && !before.linked) syncFromTarget();
    }),
  ];

  return toDisposable(() => disposeAll(stops.map((stop) => toDisposable(stop))));
}

const hasMoved = (state: ViewStateValues, before: ViewStateValues, id: string): boolean =>
  before.positions[id] !== undefined && state.positions[id] !== before.positions[id];

const samePosition = (a: PlanePosition, b: PlanePosition): boolean =>
  a.sag === b.sag &&
  a.tra === b.tra &&
  a.depth === b.depth &&
  a.rad === b.rad &&
  a.radialAxisMm?.x === b.radialAxisMm?.x &&
  a.radialAxisMm?.z === b.radialAxisMm?.z;

const pairKey = (deps: ScanLinksDeps): string =>
  shownPair(deps)
    ?.map(({ scan }) => scan.id)
    .sort()
    .join(' ') ?? '';

/**
 * Returns the two scans with visible planes; null for any other number of scans or an unknown
 * volume.
 */
function shownPair({
  view,
  study,
  reading,
}: Omit<ScanLinksDeps, 'settings'>): readonly [LinkedScan, LinkedScan] | null {
  const { cells, volumes } = reading.store.getState();
  const ids = [...new Set(Object.values(cells).map((cell) => cell.scanId))];
  const linkedScans = ids.flatMap((id): LinkedScan[] => {
    const scan = anyScan(study.store.getState().scans, view.store.getState(), id);
    const volume = volumes[id]?.geometry ?? null;
    if (scan === null || volume === null) return [];
    return [{ scan, volume, nippleMm: nippleOf(scan, volume) }];
  });
  const [first, second] = linkedScans;
  return ids.length === 2 && first !== undefined && second !== undefined ? [first, second] : null;
}

/**
 * Converts a point of one scan to the linked scan of the same breast; null if the scans are not
 * linked by nipple or not comparable.
 */
export function linkedScanPointMm(
  deps: ScanLinksDeps,
  fromScanId: string,
  pointMm: Vec3,
  toScanId: string,
): Vec3 | null {
  const pair = shownPair(deps);
  if (pair === null || !deps.settings.store.getState().linked) return null;
  const from = pair.find(({ scan }) => scan.id === fromScanId);
  const to = pair.find(({ scan }) => scan.id === toScanId);
  if (from === undefined || to === undefined || linkRule(from.scan, to.scan) === 'depth')
    return null;
  return notComparableReason(from, to) === null ? correspondingPointMm(from, pointMm, to) : null;
}

/**
 * Returns the planes of a linked scan that stop at the end of its volume while the other scan shows
 * tissue beyond; none without a second linked scan.
 */
export function linkedPlanesPastEnd(deps: ScanLinksDeps, scanId: string): readonly VolumePlane[] {
  const pair = shownPair(deps);
  if (pair === null || !deps.settings.store.getState().linked) return [];
  const [leader, follower] = pair[0].scan.id === scanId ? [pair[1], pair[0]] : pair;
  const { positions } = deps.view.store.getState();
  const leaderPosition = positions[leader.scan.id];
  const position = positions[follower.scan.id];
  if (follower.scan.id !== scanId || leaderPosition === undefined || position === undefined)
    return [];
  const rule = linkRule(leader.scan, follower.scan);
  if (rule === 'nipple' && notComparableReason(leader, follower) !== null) return [];
  return planesPastEnd(rule, leader, leaderPosition, follower, position);
}

/**
 * Returns the target scan, the shown prior, and the reason why they are not comparable; null
 * without a shown prior.
 */
export function comparison({ view, study, reading }: Omit<ScanLinksDeps, 'settings'>) {
  const { cells, volumes } = reading.store.getState();
  const ids = new Set(Object.values(cells).map((cell) => cell.scanId));
  const prior = view.store.getState().priors.find(({ id }) => ids.has(id));
  const { targetScanId } = study.store.getState();
  const current = targetScanId === null ? null : scanOf(study.store.getState(), targetScanId);
  if (prior === undefined || current === null) return null;
  const geometryOf = (scan: Scan) => volumes[scan.id]?.geometry ?? null;
  const reason = notComparableReason(
    { scan: current, volume: geometryOf(current) },
    { scan: prior, volume: geometryOf(prior) },
  );
  return { current, prior, reason };
}
