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

/** By scan, what of each plane has been on the screen. */
export interface ViewedState extends Disposable {
  readonly store: ReadonlyStore<Readonly<Record<string, ViewedByPlane>>>;
  /** `volume`: whose slices were seen; null where that was not noted. */
  restore(scanId: string, ranges: ViewedByPlane, volume: ViewedVolume | null): void;
}

/** The volume whose slices were seen. */
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
 * Notes what the views show, and tells the view state how much of each scan that is: the share of
 * the plane seen most, for the slices of one plane hold the whole volume.
 */
export function trackViewed({ view, reading, presentations }: ViewedDeps): ViewedState {
  const store = createStore<Readonly<Record<string, ViewedByPlane>>>()(() => ({}));
  /** Whose slices they are, by scan; null while that is not known. */
  const files = new Map<string, string | null>();
  /** Their volumes as they were noted: of a scan that is not on the screen nothing else is known. */
  const viewedVolumes = new Map<string, ViewedVolume>();
  /** Another reconstruction is another picture: of that nothing was on the screen yet. */
  const clearScan = (scanId: string): void => {
    const { [scanId]: _of, ...others } = store.getState();
    store.setState(others, true);
  };
  const isOf = (scanId: string, fileId: string): boolean => {
    const known = files.get(scanId) ?? fileId;
    files.set(scanId, fileId);
    return known === fileId;
  };
  const put = (scanId: string, plane: VolumePlane, added: ViewedRanges): void => {
    const known = store.getState()[scanId]?.[plane] ?? [];
    const ranges = added.reduce<ViewedRanges>(
      (all, [from, to]) => addViewedRange(all, from, to),
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
    const of = store.getState()[scanId] ?? {};
    const share = Math.max(
      ...VOLUME_PLANES.map((plane) => viewedShare(volume, plane, of[plane] ?? [])),
    );
    const { viewedFractions: shares } = view.store.getState();
    if (shares[scanId] !== share) view.set({ viewedFractions: { ...shares, [scanId]: share } });
  };
  const note = (): void => {
    const { cells, volumes } = reading.store.getState();
    const { positions, maximisedCellId } = view.store.getState();
    for (const [cellId, { plane, scanId }] of Object.entries(cells)) {
      const entry = volumes[scanId];
      const position = positions[scanId];
      if (entry?.fileId != null && !isOf(scanId, entry.fileId)) clearScan(scanId);
      // What lies under a view that fills the screen is not seen.
      if (maximisedCellId !== null && maximisedCellId !== cellId) continue;
      if (entry?.geometry == null || entry.volume === null || position === undefined) continue;
      const { thicknessMm } = slabOf(presentations.store.getState(), plane);
      put(scanId, plane, shownRanges(entry.geometry, plane, position, thicknessMm));
      // What was seen before may hold all that is shown now: then nothing is put.
      if (view.store.getState().viewedFractions[scanId] === undefined) publishShare(scanId);
    }
  };
  const stops = [
    view.store.subscribe((state, before) => {
      const moved = state.positions !== before.positions;
      if (moved || state.maximisedCellId !== before.maximisedCellId) note();
    }),
    reading.store.subscribe((state, before) => {
      if (state.cells !== before.cells || state.volumes !== before.volumes) note();
    }),
    presentations.store.subscribe((state, before) => {
      if (state.slabs !== before.slabs) note();
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
