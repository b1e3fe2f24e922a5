import { createStore } from 'zustand/vanilla';
import type { ReadonlyStore, ViewStateValues } from '#core';
import { type Disposable, type Problem, toDisposable, token } from '#foundation';
import type { SkinSurface, Vec3, VolumeGeometry, VolumePlane } from '#geometry';
import { clampZoom, commonPxPerMm, NO_PAN, type Pan } from '../../model/planes/image-layout.ts';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import { VolumeCache } from './volume-cache.ts';

/** A scan's volume and its loading state. */
export interface VolumeEntry {
  /** The shown stored file; another file (a new reconstruction) is loaded again. */
  readonly fileId: string | null;
  readonly status: 'loading' | 'coarse' | 'complete' | 'failed';
  /**
   * Geometry of the full level, whose voxels plane positions refer to. Known before any voxels if
   * the header has it.
   */
  readonly geometry: VolumeGeometry | null;
  /** The finest loaded level. */
  readonly volume: LoadedVolume | null;
  /** Loaded slices of the full level, shown until any level is complete. */
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

/** View of one plane with its fitting scales: beside the other views, and maximised. */
export interface Cell {
  readonly plane: VolumePlane;
  readonly scanId: string;
  /** True if the view fits its plane for itself, and has no part in the common scale. */
  readonly hasOwnScale: boolean;
  readonly fitPxPerMm: number | null;
  readonly maximisedFitPxPerMm: number | null;
}

/** The point under the pointer and its scan; the scan identifies the side for display. */
export interface Hover {
  readonly scanId: string;
  readonly pointMm: Vec3;
  /** True beside the image and outside the sound field, where no tissue is shown. */
  readonly outside: boolean;
  readonly cellId: string;
  /** True while the user draws or drags, or a menu is open. */
  readonly busy: boolean;
}

/** The skin of a scan; `none`: the reconstruction found no skin. */
export interface ScanSkin {
  readonly status: 'loading' | 'ready' | 'none' | 'failed';
  readonly skin: SkinSurface | null;
  readonly problem: Problem | null;
}

export interface ReadingValues {
  readonly volumes: Readonly<Record<string, VolumeEntry>>;
  /** Skin by scan; absent until requested. */
  readonly skins: Readonly<Record<string, ScanSkin>>;
  /** Visible planes by cell. */
  readonly cells: Readonly<Record<string, Cell>>;
  readonly zoom: number;
  /** By cell. */
  readonly pans: Readonly<Record<string, Pan>>;
  readonly hover: Hover | null;
  /** The scan whose linked position must be visible in every plane; `nth` counts requests. */
  readonly revealRequest: { readonly scanId: string; readonly nth: number } | null;
}

/** State shared by the views of this extension besides the study document and the view state. */
export interface ReadingState {
  readonly store: ReadonlyStore<ReadingValues>;
  readonly volumeCache: VolumeCache;
  setVolume(scanId: string, change: Partial<VolumeEntry>): void;
  dropVolume(scanId: string): void;
  setSkin(scanId: string, skin: ScanSkin): void;
  /** Registers a visible plane view; dispose on removal. */
  addCell(cellId: string, plane: VolumePlane, scanId: string, hasOwnScale?: boolean): Disposable;
  setFit(cellId: string, fitPxPerMm: number | null, maximised: boolean): void;
  setZoom(zoom: number): void;
  setPan(cellId: string, pan: Pan): void;
  /** Resets zoom and all pans. */
  fit(): void;
  setHover(hover: Hover | null): void;
  /** Pans every plane of the scan to show the linked position. */
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
    addCell(cellId, plane, scanId, hasOwnScale = false) {
      const fits = { fitPxPerMm: null, maximisedFitPxPerMm: null };
      const cell: Cell = { plane, scanId, hasOwnScale, ...fits };
      setState({ cells: { ...getState().cells, [cellId]: cell } });
      return toDisposable(() => {
        // A removed view gets no pointer-leave event; a stale hover would be shown with the side of
        // the next breast.
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
 * Returns the pixels per millimetre of a view. Planes share one scale, the smallest fit, except in
 * views with a scale of their own; a maximised view has its own and leaves the others unchanged.
 * Null until a view has a size.
 */
export function pxPerMmOf(
  { cells, zoom }: Pick<ReadingValues, 'cells' | 'zoom'>,
  cellId: string,
  maximisedCellId: string | null,
): number | null {
  return commonPxPerMm(
    fitsOf(cells, cellId, maximisedCellId).flatMap((fit) => fit ?? []),
    zoom,
  );
}

function fitsOf(
  cells: ReadingValues['cells'],
  cellId: string,
  maximisedCellId: string | null,
): readonly (number | null | undefined)[] {
  const cell = cells[cellId];
  if (maximisedCellId === cellId) return [cell?.maximisedFitPxPerMm];
  if (cell?.hasOwnScale === true) return [cell.fitPxPerMm];
  return Object.values(cells).flatMap((other) => (other.hasOwnScale ? [] : [other.fitPxPerMm]));
}

/** Returns the view whose scale is stated and set: the maximised, else the active, else the first. */
export const scaleCellId = (
  view: Pick<ViewStateValues, 'maximisedCellId' | 'activeCellId' | 'visibleCellIds'>,
): string => {
  const { maximisedCellId, activeCellId, visibleCellIds } = view;
  // The active view can belong to the layout before.
  const isShown = activeCellId !== null && visibleCellIds.includes(activeCellId);
  return maximisedCellId ?? (isShown ? activeCellId : visibleCellIds[0]) ?? '';
};
