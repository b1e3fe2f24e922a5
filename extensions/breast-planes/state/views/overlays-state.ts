import { createStore } from 'zustand/vanilla';
import type { Overlay, Overlays, ReadonlyStore } from '#core';
import { fail, ok, problem, toDisposable, token } from '#foundation';
import { viewTexts } from '../../texts/view-texts.ts';
import { invalidField, isOpacity } from './check-overlay.ts';

/** An overlay with its current opacity and order. */
export interface OverlayEntry {
  readonly id: number;
  readonly overlay: Overlay;
  readonly opacity: number;
  readonly order: number;
}

export interface OverlaysValues {
  /** Lowest first. */
  readonly entries: readonly OverlayEntry[];
  /** True while the user hides all overlays. */
  readonly hidden: boolean;
}

/** Overlays of all scans, added by extensions. */
export interface OverlaysState extends Overlays {
  readonly store: ReadonlyStore<OverlaysValues>;
  toggleHidden(): void;
}

export const overlaysStateToken = token<OverlaysState>('breast-planes.overlays');

const DEFAULT_OPACITY = { labelmap: 0.4, scalar: 0.4, shapes: 1 } as const;

export function createOverlaysState(): OverlaysState {
  const store = createStore<OverlaysValues>()(() => ({ entries: [], hidden: false }));
  let count = 0;
  const setEntries = (entries: readonly OverlayEntry[]): void =>
    store.setState({ entries: entries.toSorted((a, b) => a.order - b.order || a.id - b.id) });
  return {
    store,
    toggleHidden: () => store.setState(({ hidden }) => ({ hidden: !hidden })),
    add(overlay) {
      const field = invalidField(overlay);
      if (field !== null) return fail(invalidProblem(field));
      count += 1;
      const id = count;
      const { opacity = DEFAULT_OPACITY[overlay.kind], order = 0 } = overlay;
      setEntries([...store.getState().entries, { id, overlay, opacity, order }]);
      const remove = toDisposable(() =>
        setEntries(store.getState().entries.filter((entry) => entry.id !== id)),
      );
      return ok({
        dispose: () => remove.dispose(),
        set: (change) =>
          setEntries(
            store
              .getState()
              .entries.map((entry) => (entry.id === id ? { ...entry, ...validOf(change) } : entry)),
          ),
      });
    },
  };
}

/** Returns the valid values of a change; an invalid value keeps the current one. */
function validOf({ opacity, order }: { readonly opacity?: number; readonly order?: number }) {
  return {
    ...(opacity !== undefined && isOpacity(opacity) ? { opacity } : {}),
    ...(order !== undefined && Number.isFinite(order) ? { order } : {}),
  };
}

function invalidProblem(field: string) {
  const { title, detail, next } = viewTexts.overlay.invalid;
  return problem('OVERLAY_INVALID', title, detail(field), next, 'breast-planes');
}
