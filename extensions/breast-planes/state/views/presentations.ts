import { createStore } from 'zustand/vanilla';
import type { ImageAdjustment, ImageAdjustments, PlaneView, Scan } from '#contracts';
import type { ReadonlyStore } from '#core';
import { token } from '#foundation';
import {
  defaultSlab,
  NEUTRAL_ADJUSTMENT,
  type Slab,
} from '../../model/planes/plane-presentation.ts';

/** Thicker slabs show nothing that a thinner one does not show better. */
export const MAX_SLAB_MM = 20;

export interface PresentationValues {
  /** By scan and panel, what this reader made of it; the rest is as stored with the scan. */
  readonly adjustments: Readonly<Record<string, ImageAdjustments>>;
  /** Counts what was adjusted by hand; what came back from the last time was not. */
  readonly manualChanges: number;
  readonly slabs: Readonly<Partial<Record<PlaneView, Slab>>>;
}

/** How the views show their greys. */
export interface Presentations {
  readonly store: ReadonlyStore<PresentationValues>;
  setAdjustment(scanId: string, views: readonly PlaneView[], adjustment: ImageAdjustment): void;
  /** What somebody had here the last time. */
  restore(scanId: string, adjustments: ImageAdjustments): void;
  setSlab(view: PlaneView, slab: Slab): void;
  resetSlabs(): void;
}

export const presentationToken = token<Presentations>('breast-planes.looks');

export function createPresentations(): Presentations {
  const store = createStore<PresentationValues>()(() => ({
    adjustments: {},
    manualChanges: 0,
    slabs: {},
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
    restore: (scanId, adjustments) => put(scanId, adjustments, getState().manualChanges),
    setSlab(view, { kind, thicknessMm }) {
      const clamped = Math.min(MAX_SLAB_MM, Math.max(0, thicknessMm));
      setState({ slabs: { ...getState().slabs, [view]: { kind, thicknessMm: clamped } } });
    },
    resetSlabs: () => setState({ slabs: {} }),
  };
}

/** The reader's own, else what is stored with the scan, else the greys as they are. */
export function adjustmentOf(
  { adjustments }: PresentationValues,
  scan: Pick<Scan, 'id' | 'imageAdjustments'>,
  view: PlaneView,
): ImageAdjustment {
  return adjustments[scan.id]?.[view] ?? scan.imageAdjustments[view] ?? NEUTRAL_ADJUSTMENT;
}

export const slabOf = ({ slabs }: PresentationValues, view: PlaneView): Slab =>
  slabs[view] ?? defaultSlab(view);
