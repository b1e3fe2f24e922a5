import { createStore } from 'zustand/vanilla';
import type { ReadonlyStore, ViewState } from '#core';
import { type Disposable, disposeAll, toDisposable, token } from '#foundation';
import { VOLUME_PLANES, type VolumeGeometry, type VolumePlane } from '#geometry';
import { addSeen, type SeenParts, seenShare, shownParts } from '../../model/views/seen.ts';
import type { ReadingState } from '../volumes/reading-state.ts';
import { type Looks, slabOf } from './looks.ts';

export type SeenOfScan = Readonly<Partial<Record<VolumePlane, SeenParts>>>;

/** By scan, what of each plane has been on the screen. */
export interface Seen extends Disposable {
  readonly store: ReadonlyStore<Readonly<Record<string, SeenOfScan>>>;
  /** `volume`: whose slices were seen; null where that was not noted. */
  restore(scanId: string, seen: SeenOfScan, volume: SeenVolume | null): void;
}

/** The volume whose slices were seen. */
export interface SeenVolume extends Pick<VolumeGeometry, 'sizes'> {
  readonly fileId: string;
}

export const seenToken = token<Seen>('breast-planes.seen');

interface SeenInputs {
  readonly view: ViewState;
  readonly reading: ReadingState;
  readonly looks: Looks;
}

/**
 * Notes what the views show, and tells the view state how much of each scan that is: the share of
 * the plane seen most, for the slices of one plane hold the whole volume.
 */
export function watchSeen({ view, reading, looks }: SeenInputs): Seen {
  const store = createStore<Readonly<Record<string, SeenOfScan>>>()(() => ({}));
  /** Whose slices they are, by scan; null while that is not known. */
  const files = new Map<string, string | null>();
  /** Their volumes as they were noted: of a scan that is not on the screen nothing else is known. */
  const noted = new Map<string, SeenVolume>();
  /** Another reconstruction is another picture: of that nothing was on the screen yet. */
  const forget = (scanId: string): void => {
    const { [scanId]: _of, ...others } = store.getState();
    store.setState(others, true);
  };
  const isOf = (scanId: string, fileId: string): boolean => {
    const known = files.get(scanId) ?? fileId;
    files.set(scanId, fileId);
    return known === fileId;
  };
  const put = (scanId: string, plane: VolumePlane, more: SeenParts): void => {
    const known = store.getState()[scanId]?.[plane] ?? [];
    const parts = more.reduce<SeenParts>((all, [from, to]) => addSeen(all, from, to), known);
    if (parts === known) return;
    const { [scanId]: scan, ...others } = store.getState();
    store.setState({ ...others, [scanId]: { ...scan, [plane]: parts } }, true);
    tell(scanId);
  };
  const tell = (scanId: string): void => {
    const volume = reading.store.getState().volumes[scanId]?.geometry ?? noted.get(scanId) ?? null;
    if (volume === null) return;
    const of = store.getState()[scanId] ?? {};
    const share = Math.max(...VOLUME_PLANES.map((one) => seenShare(volume, one, of[one] ?? [])));
    const { seen } = view.store.getState();
    if (seen[scanId] !== share) view.set({ seen: { ...seen, [scanId]: share } });
  };
  const note = (): void => {
    const { cells, volumes } = reading.store.getState();
    const { positions, maximisedCellId } = view.store.getState();
    for (const [cellId, { plane, scanId }] of Object.entries(cells)) {
      const entry = volumes[scanId];
      const position = positions[scanId];
      if (entry?.fileId != null && !isOf(scanId, entry.fileId)) forget(scanId);
      // What lies under a view that fills the screen is not seen.
      if (maximisedCellId !== null && maximisedCellId !== cellId) continue;
      if (entry?.geometry == null || entry.volume === null || position === undefined) continue;
      const { thicknessMm } = slabOf(looks.store.getState(), plane);
      put(scanId, plane, shownParts(entry.geometry, plane, position, thicknessMm));
      // What was seen before may hold all that is shown now: then nothing is put.
      if (view.store.getState().seen[scanId] === undefined) tell(scanId);
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
    looks.store.subscribe((state, before) => {
      if (state.slabs !== before.slabs) note();
    }),
  ];
  return {
    store,
    restore(scanId, seen, volume) {
      const fileId = volume?.fileId ?? null;
      const shown = reading.store.getState().volumes[scanId]?.fileId ?? files.get(scanId) ?? null;
      if (fileId !== null && shown !== null && fileId !== shown) return;
      files.set(scanId, shown ?? fileId);
      if (volume !== null) noted.set(scanId, volume);
      for (const plane of VOLUME_PLANES) put(scanId, plane, seen[plane] ?? []);
    },
    dispose: () => disposeAll(stops.map(toDisposable)),
  };
}
