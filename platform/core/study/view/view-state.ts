import type { Scan } from '#contracts';
import type { PlanePosition } from '#geometry';
import type { ReadonlyStore } from '../../services/store.ts';

export interface ViewStateValues {
  /** Plane positions by scan id. */
  readonly positions: Readonly<Record<string, PlanePosition>>;
  readonly activeCellId: string | null;
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
  set(change: Partial<Omit<ViewStateValues, 'positions'>>): void;
  setPosition(scanId: string, position: PlanePosition): void;
}
