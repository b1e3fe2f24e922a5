import { createStore } from 'zustand/vanilla';
import type { Scan } from '#contracts';
import type { ReadonlyStore, StudyDocument, ViewState } from '#core';
import { token } from '#foundation';
import { type PlanePosition, rotationAxisMm, skinYMm, type VolumeGeometry } from '#geometry';
import { sliceRange } from '../../model/planes/linked-position.ts';
import type { ReadingState } from '../volumes/reading-state.ts';
import { planesOf, scanOf } from '../volumes/study-selectors.ts';

/** Layout that is available exactly if both sides have a volume. */
const BOTH_SIDES_LAYOUT = 'breast-planes.both-coronals';

export interface NipplePlacingValues {
  /** The scan whose coronal was moved to the skin, and its position before; null if none. */
  readonly moved: { readonly scanId: string; readonly before: PlanePosition } | null;
  /** The scan after which this side is asked for; null if the reader began by hand. */
  readonly askedAfterScanId: string | null;
}

/** Setting the nipple: the coronal moves to the skin, and the other side is asked for next. */
export interface NipplePlacing {
  readonly store: ReadonlyStore<NipplePlacingValues>;
  /** Moves the coronal to the skin, once until the placing ends; needs the planes of the scan. */
  showSkin(scanId: string): void;
  /** Ends the placing, restores the position, and returns to the scan before an asked one. */
  cancel(): void;
  /**
   * Ends the placing of a saved nipple; asks for the other side if its nipple is missing, unless the
   * reader has gone on to another scan or draws.
   */
  finish(scan: Scan): Promise<void>;
  /** True for a moment after the other side was opened by itself. */
  hasJustSwitched(): boolean;
}

export const nipplePlacingToken = token<NipplePlacing>('breast-planes.nipple-placing');

export interface NipplePlacingDeps {
  readonly study: StudyDocument;
  readonly view: ViewState;
  readonly reading: Pick<ReadingState, 'store'>;
  /** Monotonic time in ms. */
  readonly now?: () => number;
}

/** Time in ms in which a second press of a double click may arrive. */
const SWITCH_GRACE_MS = 700;
/** The tool that draws nothing. */
const SELECT_TOOL = 'breast-planes.select';

const NOT_PLACING: NipplePlacingValues = { moved: null, askedAfterScanId: null };

export function createNipplePlacing(deps: NipplePlacingDeps): NipplePlacing {
  const { study, view, reading, now = () => performance.now() } = deps;
  const store = createStore<NipplePlacingValues>()(() => NOT_PLACING);
  let switchedAtMs = Number.NEGATIVE_INFINITY;
  const isShown = (scan: Scan): boolean => study.store.getState().targetScanId === scan.id;
  const draws = (): boolean => {
    const { activeToolId } = view.store.getState();
    return activeToolId !== null && activeToolId !== SELECT_TOOL;
  };
  return {
    store,
    showSkin(scanId) {
      const scan = scanOf(study.store.getState(), scanId);
      if (store.getState().moved?.scanId === scanId || scan === null) return;
      const { skins } = reading.store.getState();
      const planes = planesOf(scan, view.store.getState(), reading.store.getState());
      if (planes === null) return;
      const depth = skinDepth(planes.volume, skins[scanId]?.skin ?? null);
      store.setState({ moved: { scanId, before: planes.position } });
      view.setPosition(scanId, { ...planes.position, depth });
    },
    cancel() {
      const { moved, askedAfterScanId } = store.getState();
      store.setState(NOT_PLACING);
      // A placing that the reader begins next expects its first press.
      switchedAtMs = Number.NEGATIVE_INFINITY;
      view.set({ isPlacingNipple: false });
      if (moved !== null) view.setPosition(moved.scanId, moved.before);
      if (askedAfterScanId !== null) void study.selectScan(askedAfterScanId);
    },
    async finish(scan) {
      store.setState(NOT_PLACING);
      if (!isShown(scan) || draws()) return;
      const next = scanToAskFor(study, view, scan);
      if (next === null || !(await study.selectScan(next.id)).ok || !isShown(next)) return;
      switchedAtMs = now();
      store.setState({ askedAfterScanId: scan.id });
      view.set({ isPlacingNipple: true });
    },
    hasJustSwitched: () => now() - switchedAtMs < SWITCH_GRACE_MS,
  };
}

/**
 * Returns the coronal slice of the skin at the rotation axis, in voxels; the first slice with
 * tissue while the skin is unknown.
 */
function skinDepth(volume: VolumeGeometry, skin: Parameters<typeof skinYMm>[0] | null): number {
  const { min, max } = sliceRange(volume, 'COR');
  const { x, z } = rotationAxisMm(volume);
  const yMm = skin === null ? null : skinYMm(skin, x, z);
  if (yMm === null) return min;
  const voxel = (yMm - volume.originMm[1]) / volume.spacingMm[1];
  return Math.min(max, Math.max(min, voxel));
}

/** Returns the newest scan of the other side, if it has a volume and no nipple; otherwise null. */
function scanToAskFor(study: StudyDocument, view: ViewState, scan: Scan): Scan | null {
  const { layouts } = view.store.getState();
  const both = layouts.find(({ id }) => id === BOTH_SIDES_LAYOUT);
  if (both === undefined || both.unavailableReason !== null) return null;
  const others = study.store
    .getState()
    .scans.filter(
      ({ laterality, scanState }) => laterality.id !== scan.laterality.id && scanState === 'C',
    );
  // The document lists the newest acquisition first.
  const newest = others[0] ?? null;
  return newest === null || newest.nippleLocation !== null ? null : newest;
}
