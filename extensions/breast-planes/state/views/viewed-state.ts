import { createStore } from 'zustand/vanilla';
import type { ReadonlyStore, ViewState } from '#core';
import { type Disposable, disposeAll, toDisposable, token } from '#foundation';
import { VOLUME_PLANES, type VolumeGeometry, type VolumePlane } from '#geometry';
import {
  addViewedRange,
  shownRanges,
  type ViewedRanges,
  viewedShare,
} from '../../model/views/viewed-ranges.ts';
import type { ReadingState } from '../volumes/reading-state.ts';
import { type Presentations, slabOf } from './presentations.ts';

export type ViewedByPlane = Readonly<Partial<Record<VolumePlane, ViewedRanges>>>;

/** Viewed ranges of each plane by scan. */
export interface ViewedState extends Disposable {
  readonly store: ReadonlyStore<Readonly<Record<string, ViewedByPlane>>>;
  /** `volume`: the volume of the ranges; null if not recorded. */
  restore(scanId: string, ranges: ViewedByPlane, volume: ViewedVolume | null): void;
}

/** The volume that viewed ranges refer to. */
export interface ViewedVolume extends Pick<VolumeGeometry, 'sizes'> {
  readonly fileId: string;
}

export const viewedToken = token<ViewedState>('breast-planes.seen');

interface ViewedDeps {
  readonly view: ViewState;
  readonly reading: ReadingState;
  readonly presentations: Presentations;
}

/**
 * Records the ranges that views show and publishes the viewed fraction of each scan to the view
 * state: that of the most viewed plane, because the slices of one plane cover the whole volume.
 */
export function trackViewed({ view, reading, presentations }: ViewedDeps): ViewedState {
  const store = createStore<Readonly<Record<string, ViewedByPlane>>>()(() => ({}));
  /** File id of the viewed volume by scan; null while unknown. */
  const files = new Map<string, string | null>();
  /** Restored volumes; the only source of the size while a scan is not visible. */
  const viewedVolumes = new Map<string, ViewedVolume>();
  /** Discards the ranges of a scan, because another reconstruction has not been viewed yet. */
  const clearScan = (scanId: string): void => {
    const { [scanId]: _removed, ...others } = store.getState();
    store.setState(others, true);
  };
  /** Remembers the scan's file; returns whether another file was known before. */
  const hasNewFile = (scanId: string, fileId: string): boolean => {
    const known = files.get(scanId) ?? fileId;
    files.set(scanId, fileId);
    return known !== fileId;
  };
  const put = (scanId: string, plane: VolumePlane, added: ViewedRanges): void => {
    const known = store.getState()[scanId]?.[plane] ?? [];
    const ranges = added.reduce<ViewedRanges>(
      (ranges, [from, to]) => addViewedRange(ranges, from, to),
      known,
    );
    if (ranges === known) return;
    const { [scanId]: scan, ...others } = store.getState();
    store.setState({ ...others, [scanId]: { ...scan, [plane]: ranges } }, true);
    publishShare(scanId);
  };
  const publishShare = (scanId: string): void => {
    const volume =
      reading.store.getState().volumes[scanId]?.geometry ?? viewedVolumes.get(scanId) ?? null;
    if (volume === null) return;
    const share = largestShare(volume, store.getState()[scanId] ?? {});
    const { viewedFractions: shares } = view.store.getState();
    if (shares[scanId] !== share) view.set({ viewedFractions: { ...shares, [scanId]: share } });
  };
  /** Adds the ranges that the views currently show. */
  const recordShown = (): void => {
    const { cells, volumes } = reading.store.getState();
    const { positions, maximisedCellId } = view.store.getState();
    for (const [cellId, { plane, scanId }] of Object.entries(cells)) {
      const entry = volumes[scanId];
      const position = positions[scanId];
      if (entry?.fileId != null && hasNewFile(scanId, entry.fileId)) clearScan(scanId);
      // Views under a maximised view are not viewed.
      if (maximisedCellId !== null && maximisedCellId !== cellId) continue;
      if (entry?.geometry == null || entry.volume === null || position === undefined) continue;
      const { thicknessMm } = slabOf(presentations.store.getState(), plane);
      put(scanId, plane, shownRanges(entry.geometry, plane, position, thicknessMm));
      // Restored ranges may already contain everything shown, so that `put` publishes nothing.
      if (view.store.getState().viewedFractions[scanId] === undefined) publishShare(scanId);
    }
  };
  const stops = [
    view.store.subscribe((state, before) => {
      const moved = state.positions !== before.positions;
      if (moved || state.maximisedCellId !== before.maximisedCellId) recordShown();
    }),
    reading.store.subscribe((state, before) => {
      if (state.cells !== before.cells || state.volumes !== before.volumes) recordShown();
    }),
    presentations.store.subscribe((state, before) => {
      if (state.slabs !== before.slabs) recordShown();
    }),
  ];
  return {
    store,
    restore(scanId, ranges, volume) {
      const fileId = volume?.fileId ?? null;
      const shown = reading.store.getState().volumes[scanId]?.fileId ?? files.get(scanId) ?? null;
      if (fileId !== null && shown !== null && fileId !== shown) return;
      files.set(scanId, shown ?? fileId);
      if (volume !== null) viewedVolumes.set(scanId, volume);
      for (const plane of VOLUME_PLANES) put(scanId, plane, ranges[plane] ?? []);
    },
    dispose: () => disposeAll(stops.map(toDisposable)),
  };
}

/** Returns the viewed share of the most viewed plane, 0..1. */
function largestShare(volume: Parameters<typeof viewedShare>[0], byPlane: ViewedByPlane): number {
  const shares = VOLUME_PLANES.map((plane) => viewedShare(volume, plane, byPlane[plane] ?? []));
  return Math.max(...shares);
}
