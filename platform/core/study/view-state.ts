import type { PlanePosition } from '#geometry';
import type { ReadonlyStore } from '../services/store.ts';

export interface ViewStateValues {
  /** Where the planes of each scan stand. */
  readonly positions: Readonly<Record<string, PlanePosition>>;
  readonly activeCellId: string | null;
  readonly maximisedCellId: string | null;
  readonly activeToolId: string | null;
  readonly referenceLines: boolean;
  /** True while H is held. */
  readonly overlaysHidden: boolean;
  /** The next click in a plane sets the nipple. */
  readonly placingNipple: boolean;
}

/** How the reader looks at the study; no part of the document, never undone. */
export interface ViewState {
  readonly store: ReadonlyStore<ViewStateValues>;
  set(change: Partial<Omit<ViewStateValues, 'positions'>>): void;
  setPosition(scanId: string, position: PlanePosition): void;
}
