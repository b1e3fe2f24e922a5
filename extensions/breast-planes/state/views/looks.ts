import { createStore } from 'zustand/vanilla';
import type { ImageAdjustment, ImageAdjustments, PlaneView, Scan } from '#contracts';
import type { ReadonlyStore } from '#core';
import { token } from '#foundation';
import { PLAIN_ADJUSTMENT, type Slab, usualSlab } from '../../model/planes/plane-look.ts';

/** Thicker slabs show nothing that a thinner one does not show better. */
export const MAX_SLAB_MM = 20;

export interface LooksValues {
  /** By scan and panel, what this reader made of it; the rest is as stored with the scan. */
  readonly adjustments: Readonly<Record<string, ImageAdjustments>>;
  /** Counts what was adjusted by hand; what came back from the last time was not. */
  readonly byHand: number;
  readonly slabs: Readonly<Partial<Record<PlaneView, Slab>>>;
}

/** How the views show their greys. */
export interface Looks {
  readonly store: ReadonlyStore<LooksValues>;
  setAdjustment(scanId: string, views: readonly PlaneView[], adjustment: ImageAdjustment): void;
  /** What somebody had here the last time. */
  restore(scanId: string, adjustments: ImageAdjustments): void;
  setSlab(view: PlaneView, slab: Slab): void;
  resetSlabs(): void;
}

export const looksToken = token<Looks>('breast-planes.looks');

export function createLooks(): Looks {
  const store = createStore<LooksValues>()(() => ({ adjustments: {}, byHand: 0, slabs: {} }));
  const { getState, setState } = store;
  const put = (scanId: string, change: ImageAdjustments, byHand: number): void => {
    const { adjustments } = getState();
    const changed = { ...adjustments[scanId], ...change };
    setState({ adjustments: { ...adjustments, [scanId]: changed }, byHand });
  };
  return {
    store,
    setAdjustment(scanId, views, adjustment) {
      put(
        scanId,
        Object.fromEntries(views.map((view) => [view, adjustment])),
        getState().byHand + 1,
      );
    },
    restore: (scanId, adjustments) => put(scanId, adjustments, getState().byHand),
    setSlab(view, { kind, thicknessMm }) {
      const held = Math.min(MAX_SLAB_MM, Math.max(0, thicknessMm));
      setState({ slabs: { ...getState().slabs, [view]: { kind, thicknessMm: held } } });
    },
    resetSlabs: () => setState({ slabs: {} }),
  };
}

/** The reader's own, else what is stored with the scan, else the greys as they are. */
export function adjustmentOf(
  { adjustments }: LooksValues,
  scan: Pick<Scan, 'id' | 'imageAdjustments'>,
  view: PlaneView,
): ImageAdjustment {
  return adjustments[scan.id]?.[view] ?? scan.imageAdjustments[view] ?? PLAIN_ADJUSTMENT;
}

export const slabOf = ({ slabs }: LooksValues, view: PlaneView): Slab =>
  slabs[view] ?? usualSlab(view);
