import type { Scan } from '#contracts';
import type { AiLayer } from '#findings';
import type { Disposable } from '#foundation';
import type { ImageFrame, PlanePosition, VolumePlane } from '#geometry';
import type { ReadonlyStore } from '../../services/store.ts';

/** A plane view on the screen. */
export interface ShownPlane {
  readonly scanId: string;
  readonly plane: VolumePlane;
}

/** A raw frame or imported image on the screen that can have marks. */
export interface ShownFrame {
  readonly scanId: string;
  /** Stored file of the image. */
  readonly fileId: string;
  /** IMG for an image without a location; CEN or PER for a frame of a sweep at its location. */
  readonly plane: 'IMG' | 'CEN' | 'PER';
  /** Number of the image in its scan or sweep, from 0; null if the file states none. */
  readonly frameIdx: number | null;
  /** Frame in LPS millimetres; for plane IMG in millimetres of the image, z is its number. */
  readonly frame: ImageFrame;
  /** Clock angle in degrees; null for plane IMG. */
  readonly clockDeg: number | null;
}

export interface ViewStateValues {
  /** Plane positions by scan id. */
  readonly positions: Readonly<Record<string, PlanePosition>>;
  readonly activeCellId: string | null;
  /** Plane and scan of each visible plane view, by cell id; other views are absent. */
  readonly shownPlanes: Readonly<Record<string, ShownPlane>>;
  /** Image of each visible view of raw frames that can have marks, by cell id; others are absent. */
  readonly shownFrames: Readonly<Record<string, ShownFrame>>;
  readonly maximisedCellId: string | null;
  readonly activeToolId: string | null;
  /** Visibility of reference lines: first in the layout's main view, then in all other views. */
  readonly referenceLines: readonly [boolean, boolean];
  /** True while H is pressed. */
  readonly overlaysHidden: boolean;
  /** True if the next click in a plane sets the nipple. */
  readonly isPlacingNipple: boolean;
  /** Layouts in the order of the mode; set by the hanging component. */
  readonly layouts: readonly LayoutChoice[];
  readonly visibleLayoutId: string | null;
  /** Cells of the visible layout; the first is the main view. */
  readonly visibleCellIds: readonly string[];
  /** Null for the layout chosen by the hanging rules. */
  readonly selectedLayoutId: string | null;
  /** Completed prior scans of the opened scan's side, newest first. */
  readonly priors: readonly Scan[];
  /** Null for the newest prior. */
  readonly selectedPriorId: string | null;
  /** True if a visible panel handles finding conflicts. */
  readonly handlesConflicts: boolean;
  /** Fraction of each scan already displayed, 0..1, by scan id. */
  readonly viewedFractions: Readonly<Record<string, number>>;
  /** Which AI findings are shown; set by the extension that lists them. */
  readonly aiLayer: AiLayer;
  /** True while a case of a reader study is read, in which AI can be neither run nor changed. */
  readonly readsCase: boolean;
  /** True until it is known whether the user has an open case of a reader study. */
  readonly awaitsCases: boolean;
  /** Id of the panel that the right column shows; null for the first one. */
  readonly openPanelId: string | null;
}

/** A layout and the reason if unavailable. */
export interface LayoutChoice {
  readonly id: string;
  readonly title: string;
  readonly icon: string | null;
  readonly tab: boolean;
  /** Reason why the layout is unavailable; null if available. */
  readonly unavailableReason: string | null;
  /** True while the availability is unknown, because priors are still being searched. */
  readonly pending: boolean;
}

/** View settings of the reader; not part of the document and never undone. */
export interface ViewState {
  readonly store: ReadonlyStore<ViewStateValues>;
  set(change: Partial<Omit<ViewStateValues, 'positions' | 'shownPlanes' | 'shownFrames'>>): void;
  setPosition(scanId: string, position: PlanePosition): void;
  /** Registers a visible plane view; dispose when the view leaves. */
  showPlane(cellId: string, shown: ShownPlane): Disposable;
  /** Registers the image of a view of raw frames; dispose when another image is shown. */
  showFrame(cellId: string, shown: ShownFrame): Disposable;
}

/** The plane that keys and commands act on. */
export interface CurrentPlane extends ShownPlane {
  readonly cellId: string;
  /** Null until the volume of the scan is placed. */
  readonly position: PlanePosition | null;
}

/**
 * Returns the plane of the active view, else of the layout's first plane view; null without a plane
 * view on the screen.
 */
export function currentPlane(view: ViewStateValues): CurrentPlane | null {
  const { shownPlanes, positions } = view;
  for (const cellId of cellsByPrecedence(view, shownPlanes)) {
    const shown = shownPlanes[cellId];
    if (shown !== undefined) return { cellId, ...shown, position: positions[shown.scanId] ?? null };
  }
  return null;
}

/** A raw frame or imported image, and what a mark in it stores. */
export interface CurrentFrame extends ShownFrame {
  readonly cellId: string;
  /** Plane positions of a mark in the image; zeros for plane IMG. */
  readonly position: PlanePosition;
}

/** Marks of images without a location have no plane position. */
const NO_POSITION: PlanePosition = { sag: 0, tra: 0, depth: 0, rad: 0 };

/**
 * Returns the raw frame or imported image of the active view, else of the layout's first view of raw
 * frames; null if none is shown that can have marks. `scanId` skips the images of other scans.
 */
export function currentFrame(
  view: Pick<ViewStateValues, 'activeCellId' | 'visibleCellIds' | 'shownFrames' | 'positions'>,
  scanId: string | null = null,
): CurrentFrame | null {
  const { shownFrames, positions } = view;
  for (const cellId of cellsByPrecedence(view, shownFrames)) {
    const shown = shownFrames[cellId];
    if (shown === undefined || (scanId !== null && shown.scanId !== scanId)) continue;
    const { plane, clockDeg } = shown;
    if (plane === 'IMG') return { cellId, ...shown, position: NO_POSITION };
    const planes = positions[shown.scanId];
    // A mark stores the angle of its frame, not the angle of the radial plane.
    if (planes !== undefined && clockDeg !== null)
      return { cellId, ...shown, position: { ...planes, rad: clockDeg } };
  }
  return null;
}

/** Returns the cells with a shown image: the active one, those of the layout, then the others. */
const cellsByPrecedence = (
  { activeCellId, visibleCellIds }: Pick<ViewStateValues, 'activeCellId' | 'visibleCellIds'>,
  shown: Readonly<Record<string, unknown>>,
): readonly string[] => [
  ...(activeCellId === null ? [] : [activeCellId]),
  ...visibleCellIds,
  ...Object.keys(shown),
];
