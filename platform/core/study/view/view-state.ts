import type { Scan } from '#contracts';
import type { AiLayer } from '#findings';
import type { Disposable } from '#foundation';
import type { PlanePosition, VolumePlane } from '#geometry';
import type { ReadonlyStore } from '../../services/store.ts';

/** A plane view on the screen. */
export interface ShownPlane {
  readonly scanId: string;
  readonly plane: VolumePlane;
}

export interface ViewStateValues {
  /** Plane positions by scan id. */
  readonly positions: Readonly<Record<string, PlanePosition>>;
  readonly activeCellId: string | null;
  /** Plane and scan of each visible plane view, by cell id; other views are absent. */
  readonly shownPlanes: Readonly<Record<string, ShownPlane>>;
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
  set(change: Partial<Omit<ViewStateValues, 'positions' | 'shownPlanes'>>): void;
  setPosition(scanId: string, position: PlanePosition): void;
  /** Registers a visible plane view; dispose when the view leaves. */
  showPlane(cellId: string, shown: ShownPlane): Disposable;
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
  const { activeCellId, visibleCellIds, shownPlanes, positions } = view;
  const active = activeCellId === null ? [] : [activeCellId];
  for (const cellId of [...active, ...visibleCellIds, ...Object.keys(shownPlanes)]) {
    const shown = shownPlanes[cellId];
    if (shown !== undefined) return { cellId, ...shown, position: positions[shown.scanId] ?? null };
  }
  return null;
}
