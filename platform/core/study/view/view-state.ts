import type { Scan } from '#contracts';
import type { PlanePosition } from '#geometry';
import type { ReadonlyStore } from '../../services/store.ts';

export interface ViewStateValues {
  /** Where the planes of each scan stand. */
  readonly positions: Readonly<Record<string, PlanePosition>>;
  readonly activeCellId: string | null;
  readonly maximisedCellId: string | null;
  readonly activeToolId: string | null;
  /** Whether the lines of the other planes are drawn: in the layout's first view, in the others. */
  readonly referenceLines: readonly [boolean, boolean];
  /** True while H is held. */
  readonly overlaysHidden: boolean;
  /** The next click in a plane sets the nipple. */
  readonly isPlacingNipple: boolean;
  /** What may be hung, in the order of the mode; told by whoever hangs. */
  readonly layouts: readonly LayoutChoice[];
  readonly visibleLayoutId: string | null;
  /** The shown layout's cells; the first is the main view. */
  readonly visibleCellIds: readonly string[];
  /** Null: as the rules of the layouts say. */
  readonly selectedLayoutId: string | null;
  /** Completed earlier scans of the opened scan's side, newest first. */
  readonly priors: readonly Scan[];
  /** Null: the newest one. */
  readonly selectedPriorId: string | null;
  /** A panel on the screen asks about conflicts of findings by itself. */
  readonly handlesConflicts: boolean;
  /** By scan: how much of it has been on the screen, 0..1. */
  readonly viewedFractions: Readonly<Record<string, number>>;
}

/** A layout somebody may choose, or why not. */
export interface LayoutChoice {
  readonly id: string;
  readonly title: string;
  readonly icon: string | null;
  readonly tab: boolean;
  /** In words, why it can't be hung now; null when it can. */
  readonly unavailableReason: string | null;
  /** What it lacks is still being looked for: whether it can be hung is known soon. */
  readonly pending: boolean;
}

/** How the reader looks at the study; no part of the document, never undone. */
export interface ViewState {
  readonly store: ReadonlyStore<ViewStateValues>;
  set(change: Partial<Omit<ViewStateValues, 'positions'>>): void;
  setPosition(scanId: string, position: PlanePosition): void;
}
