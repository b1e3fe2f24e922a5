import { createStore } from 'zustand/vanilla';
import type { PlaneView } from '#contracts';
import type { ReadonlyStore } from '#core';
import { type Disposable, toDisposable, token } from '#foundation';

/** A view whose slices are running. */
export interface Playing {
  readonly cellId: string;
  readonly direction: 1 | -1;
}

/** A view that shows greys: whose, and under which name they are kept. */
export interface AdjustmentPanel {
  readonly scanId: string;
  readonly view: PlaneView;
}

export interface ViewSettingsValues {
  /** Whether scans that are shown together move together. */
  readonly linked: boolean;
  readonly playing: Playing | null;
  /** Slices a second. */
  readonly cineSpeed: number;
  /** Back and forth instead of from the start again. */
  readonly pingPong: boolean;
  /** By scan and plane (`cineRangeKey`): the part that runs, 0..1 of the plane's way; absent: all of it. */
  readonly cineRanges: Readonly<Record<string, readonly [number, number]>>;
  /** The small panel that is open over a view. */
  readonly popover: { readonly cellId: string; readonly kind: 'adjust' | 'view' } | null;
  /** By cell, the views whose greys can be adjusted: planes and raw frames. */
  readonly panels: Readonly<Record<string, AdjustmentPanel>>;
}

/** How this screen is used; nothing of it is part of a study. */
export interface ViewSettings {
  readonly store: ReadonlyStore<ViewSettingsValues>;
  set(change: Partial<Omit<ViewSettingsValues, 'panels'>>): void;
  /** A view with greys came on the screen; dispose when it leaves. */
  addPanel(cellId: string, panel: AdjustmentPanel): Disposable;
}

export const viewSettingsToken = token<ViewSettings>('breast-planes.view-settings');

/** Under which name the part of a plane that runs is kept; the next patient's breast runs whole. */
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
