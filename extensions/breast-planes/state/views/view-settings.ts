import { createStore } from 'zustand/vanilla';
import type { PlaneView } from '#contracts';
import type { ReadonlyStore } from '#core';
import { type Disposable, toDisposable, token } from '#foundation';

/** A view with running cine. */
export interface Playing {
  readonly cellId: string;
  readonly direction: 1 | -1;
}

/** A view with adjustable grey levels; `view` is the key under which they are saved. */
export interface AdjustmentPanel {
  readonly scanId: string;
  readonly view: PlaneView;
}

export interface ViewSettingsValues {
  /** Whether scans shown together move together. */
  readonly linked: boolean;
  readonly playing: Playing | null;
  /** Slices per second. */
  readonly cineSpeed: number;
  /** Reverses at the ends instead of starting again. */
  readonly pingPong: boolean;
  /**
   * Cine range by scan and plane (`cineRangeKey`), as fractions 0..1 of the plane's range; absent:
   * the full range.
   */
  readonly cineRanges: Readonly<Record<string, readonly [number, number]>>;
  /** The open popover of a view. */
  readonly popover: { readonly cellId: string; readonly kind: 'adjust' | 'view' } | null;
  /** Views with adjustable grey levels by cell: planes and raw frames. */
  readonly panels: Readonly<Record<string, AdjustmentPanel>>;
}

/** Settings of this screen; not part of a study. */
export interface ViewSettings {
  readonly store: ReadonlyStore<ViewSettingsValues>;
  set(change: Partial<Omit<ViewSettingsValues, 'panels'>>): void;
  /** Registers a visible adjustable view; dispose on removal. */
  addPanel(cellId: string, panel: AdjustmentPanel): Disposable;
}

export const viewSettingsToken = token<ViewSettings>('breast-planes.view-settings');

/**
 * Returns the key of a cine range; contains the scan, so that the next patient starts with the full
 * range.
 */
export const cineRangeKey = (scanId: string, plane: PlaneView): string => `${scanId} ${plane}`;

export const CINE_SPEEDS = { min: 1, max: 60, initial: 15 } as const;

export function createViewSettings(): ViewSettings {
  const store = createStore<ViewSettingsValues>()(() => ({
    linked: true,
    playing: null,
    cineSpeed: CINE_SPEEDS.initial,
    pingPong: true,
    cineRanges: {},
    popover: null,
    panels: {},
  }));
  return {
    store,
    set: (change) => store.setState(change),
    addPanel(cellId, panel) {
      store.setState({ panels: { ...store.getState().panels, [cellId]: panel } });
      return toDisposable(() => {
        const { [cellId]: _, ...panels } = store.getState().panels;
        store.setState({ panels });
      });
    },
  };
}
