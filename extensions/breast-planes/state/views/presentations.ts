import { createStore } from 'zustand/vanilla';
import type { ImageAdjustment, ImageAdjustments, PlaneView, Scan } from '#contracts';
import type { ReadonlyStore } from '#core';
import { token } from '#foundation';
import {
  coronalSlab,
  defaultSlab,
  NEUTRAL_ADJUSTMENT,
  type Slab,
} from '../../model/planes/plane-presentation.ts';

/** Maximum slab thickness; thicker slabs show nothing that thinner slabs do not show better. */
export const MAX_SLAB_MM = 20;

export interface PresentationValues {
  /** Adjustments of this user by scan and plane view; without one, that of the scan applies. */
  readonly adjustments: Readonly<Record<string, ImageAdjustments>>;
  /** Number of manual changes; restored adjustments do not count. */
  readonly manualChanges: number;
  readonly slabs: Readonly<Partial<Record<PlaneView, Slab>>>;
  /** Slab of coronal views without a slab of their own. */
  readonly coronal: Slab;
}

/** Adjustments and slabs of the views. */
export interface Presentations {
  readonly store: ReadonlyStore<PresentationValues>;
  setAdjustment(scanId: string, views: readonly PlaneView[], adjustment: ImageAdjustment): void;
  /** Changes an adjustment of this user without saving it with the scan. */
  setOwnAdjustment(scanId: string, view: PlaneView, adjustment: ImageAdjustment): void;
  /** Restores the user's adjustments of a previous session. */
  restore(scanId: string, adjustments: ImageAdjustments): void;
  setSlab(view: PlaneView, slab: Slab): void;
  resetSlabs(): void;
  /** Sets the thickness in mm that the reader prefers for coronal views; null for the default. */
  setCoronalDefault(thicknessMm: number | null): void;
}

export const presentationToken = token<Presentations>('breast-planes.looks');

export function createPresentations(): Presentations {
  const store = createStore<PresentationValues>()(() => ({
    adjustments: {},
    manualChanges: 0,
    slabs: {},
    coronal: coronalSlab(null),
  }));
  const { getState, setState } = store;
  const put = (scanId: string, change: ImageAdjustments, manualChanges: number): void => {
    const { adjustments } = getState();
    const changed = { ...adjustments[scanId], ...change };
    setState({ adjustments: { ...adjustments, [scanId]: changed }, manualChanges });
  };
  return {
    store,
    setAdjustment(scanId, views, adjustment) {
      put(
        scanId,
        Object.fromEntries(views.map((view) => [view, adjustment])),
        getState().manualChanges + 1,
      );
    },
    setOwnAdjustment: (scanId, view, adjustment) =>
      put(scanId, { [view]: adjustment }, getState().manualChanges),
    restore: (scanId, adjustments) => put(scanId, adjustments, getState().manualChanges),
    setSlab(view, { kind, thicknessMm }) {
      const clamped = Math.min(MAX_SLAB_MM, Math.max(0, thicknessMm));
      setState({ slabs: { ...getState().slabs, [view]: { kind, thicknessMm: clamped } } });
    },
    resetSlabs: () => setState({ slabs: {} }),
    setCoronalDefault(thicknessMm) {
      const coronal = coronalSlab(thicknessMm);
      if (coronal.thicknessMm !== getState().coronal.thicknessMm) setState({ coronal });
    },
  };
}

/** Returns the user's adjustment, else that stored with the scan, else the neutral adjustment. */
export function adjustmentOf(
  { adjustments }: PresentationValues,
  scan: Pick<Scan, 'id' | 'imageAdjustments'>,
  view: PlaneView,
): ImageAdjustment {
  return adjustments[scan.id]?.[view] ?? scan.imageAdjustments[view] ?? NEUTRAL_ADJUSTMENT;
}

export const slabOf = ({ slabs, coronal }: PresentationValues, view: PlaneView): Slab =>
  slabs[view] ?? (view === 'COR' ? coronal : defaultSlab(view));
