import { createStore } from 'zustand/vanilla';
import type { ReadonlyStore } from '#core';
import { type Disposable, type Problem, toDisposable, token } from '#foundation';
import type { SkinSurface, Vec3, VolumeGeometry, VolumePlane } from '#geometry';
import { clampZoom, commonPxPerMm, NO_PAN, type Pan } from '../../model/planes/image-layout.ts';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import { VolumeCache } from './volume-cache.ts';

/** A scan's volume on its way to the screen. */
export interface VolumeEntry {
  /** The stored file that is being shown; another one (a new reconstruction) is loaded anew. */
  readonly fileId: string | null;
  readonly status: 'loading' | 'coarse' | 'complete' | 'failed';
  /** Of the full level; plane positions count its voxels. Known before any voxel where the header tells. */
  readonly geometry: VolumeGeometry | null;
  /** The finest level that is here. */
  readonly volume: LoadedVolume | null;
  /** What planes show while no level is here: the slices of the full one that have come. */
  readonly partial: LoadedVolume | null;
  readonly loadedBytes: number;
  readonly totalBytes: number | null;
  readonly problem: Problem | null;
}

export const LOADING: VolumeEntry = {
  fileId: null,
  status: 'loading',
  geometry: null,
  volume: null,
  partial: null,
  loadedBytes: 0,
  totalBytes: null,
  problem: null,
};

/** One plane's view: the scale at which it fits beside the others, and alone on the screen. */
export interface Cell {
  readonly plane: VolumePlane;
  readonly scanId: string;
  readonly fitPxPerMm: number | null;
  readonly maximisedFitPxPerMm: number | null;
}

/** The place under the pointer, and whose: without its scan it would be told with another's side. */
export interface Hover {
  readonly scanId: string;
  readonly pointMm: Vec3;
  /** The view under the pointer. */
  readonly cellId: string;
  /** The hand draws or drags there, or a menu is open over it: it does not just look. */
  readonly busy: boolean;
}

/** The skin of a scan on its way here; `none`: its reconstruction found none. */
export interface ScanSkin {
  readonly status: 'loading' | 'ready' | 'none' | 'failed';
  readonly skin: SkinSurface | null;
  readonly problem: Problem | null;
}

export interface ReadingValues {
  /** By scan. */
  readonly volumes: Readonly<Record<string, VolumeEntry>>;
  /** By scan; absent until somebody asked. */
  readonly skins: Readonly<Record<string, ScanSkin>>;
  /** The planes on the screen, by cell. */
  readonly cells: Readonly<Record<string, Cell>>;
  readonly zoom: number;
  /** By cell. */
  readonly pans: Readonly<Record<string, Pan>>;
  readonly hover: Hover | null;
  /** The scan whose linked place is to be seen in every plane; `nth` counts who asked. */
  readonly revealRequest: { readonly scanId: string; readonly nth: number } | null;
}

/** What the views of this extension share beside the study document and the view state. */
export interface ReadingState {
  readonly store: ReadonlyStore<ReadingValues>;
  readonly volumeCache: VolumeCache;
  setVolume(scanId: string, change: Partial<VolumeEntry>): void;
  dropVolume(scanId: string): void;
  setSkin(scanId: string, skin: ScanSkin): void;
  /** A plane's view came on the screen; dispose when it leaves. */
  addCell(cellId: string, plane: VolumePlane, scanId: string): Disposable;
  setFit(cellId: string, fitPxPerMm: number | null, maximised: boolean): void;
  setZoom(zoom: number): void;
  setPan(cellId: string, pan: Pan): void;
  /** Zoom and all pans back to the fit. */
  fit(): void;
  setHover(hover: Hover | null): void;
  /** Every plane of the scan brings the place where they meet into view. */
  revealPosition(scanId: string): void;
}

export const readingToken = token<ReadingState>('breast-planes.reading');

const without = <T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));

export function createReadingState(): ReadingState {
  const store = createStore<ReadingValues>()(() => ({
    volumes: {},
    skins: {},
    cells: {},
    zoom: 1,
    pans: {},
    hover: null,
    revealRequest: null,
  }));
  const { getState, setState } = store;
  return {
    store,
    volumeCache: new VolumeCache(),
    setVolume(scanId, change) {
      const { volumes } = getState();
      setState({
        volumes: { ...volumes, [scanId]: { ...(volumes[scanId] ?? LOADING), ...change } },
      });
    },
    dropVolume(scanId) {
      setState({ volumes: without(getState().volumes, scanId) });
    },
    setSkin(scanId, skin) {
      setState({ skins: { ...getState().skins, [scanId]: skin } });
    },
    addCell(cellId, plane, scanId) {
      const cell: Cell = { plane, scanId, fitPxPerMm: null, maximisedFitPxPerMm: null };
      setState({ cells: { ...getState().cells, [cellId]: cell } });
      return toDisposable(() => {
        // A picture that is taken away tells no pointer leaving it; in the next breast the place
        // under the pointer would be told with that one's side.
        setState({ cells: without(getState().cells, cellId), hover: null });
      });
    },
    setFit(cellId, fitPxPerMm, maximised) {
      const { cells } = getState();
      const cell = cells[cellId];
      const field = maximised ? 'maximisedFitPxPerMm' : 'fitPxPerMm';
      if (cell === undefined || cell[field] === fitPxPerMm) return;
      setState({ cells: { ...cells, [cellId]: { ...cell, [field]: fitPxPerMm } } });
    },
    setZoom(zoom) {
      setState({ zoom: clampZoom(zoom) });
    },
    setPan(cellId, pan) {
      setState({ pans: { ...getState().pans, [cellId]: pan } });
    },
    fit() {
      setState({ zoom: 1, pans: {} });
    },
    setHover(hover) {
      setState({ hover });
    },
    revealPosition(scanId) {
      setState({ revealRequest: { scanId, nth: (getState().revealRequest?.nth ?? 0) + 1 } });
    },
  };
}

export const panOf = (values: ReadingValues, cellId: string): Pan => values.pans[cellId] ?? NO_PAN;

/**
 * Pixels per millimetre of a view. All planes stand at one scale, the smallest that fits; a view
 * that fills the screen stands at its own, and leaves the others beneath it as they were.
 */
export function pxPerMmOf(
  { cells, zoom }: Pick<ReadingValues, 'cells' | 'zoom'>,
  cellId: string,
  maximisedCellId: string | null,
): number | null {
  const fits =
    maximisedCellId === cellId
      ? [cells[cellId]?.maximisedFitPxPerMm]
      : Object.values(cells).map((cell) => cell.fitPxPerMm);
  return commonPxPerMm(
    fits.flatMap((fit) => fit ?? []),
    zoom,
  );
}
