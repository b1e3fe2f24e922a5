import type { CommandDefinition } from '#core';
import { type Disposable, ok, type Scope, toDisposable } from '#foundation';
import { type CommandServices, mayAnnotate, noArguments, shownActiveCell } from '../services.ts';

export interface ReferenceLinesArgs {
  /** Only in the views that the active one belongs to: the main view, or all the others. */
  readonly only: 'active' | null;
}

/** Switches the lines of the other planes on and off, everywhere or where the active view stands. */
export function referenceLinesCommand({
  view,
}: CommandServices): CommandDefinition<ReferenceLinesArgs> {
  return {
    id: 'breast-planes.toggle-reference-lines',
    undo: 'none',
    isOn: () => view.store.getState().referenceLines.some((on) => on),
    validate(args) {
      const only = (args as Record<string, unknown> | null | undefined)?.only;
      if (only === 'active') return ok({ only });
      const none = noArguments(args);
      return none.ok ? ok({ only: null }) : none;
    },
    run({ only }) {
      const { referenceLines, activeCellId, visibleCellIds } = view.store.getState();
      const [main, others] = referenceLines;
      const inMain = activeCellId === null || activeCellId === visibleCellIds[0];
      if (only === null) {
        const on = !(main || others);
        view.set({ referenceLines: [on, on] });
      } else view.set({ referenceLines: inMain ? [!main, others] : [main, !others] });
    },
  };
}

/** Switches everything over the images on and off: lines, letters and marks. */
export function overlaysCommand({ view }: CommandServices): CommandDefinition<void> {
  return {
    id: 'breast-planes.toggle-overlays',
    undo: 'none',
    validate: noArguments,
    isOn: () => !view.store.getState().overlaysHidden,
    run: () => view.set({ overlaysHidden: !view.store.getState().overlaysHidden }),
  };
}

/** Hides everything over the images until the key that called it is let go. */
export function hideOverlaysCommand(
  { view }: CommandServices,
  scope: Scope,
): CommandDefinition<void> {
  let activeHide: Disposable | null = null;
  return {
    id: 'breast-planes.hide-overlays',
    undo: 'none',
    validate: noArguments,
    run() {
      if (activeHide !== null) return;
      const before = view.store.getState().overlaysHidden;
      view.set({ overlaysHidden: true });
      const release = (): void => activeHide?.dispose();
      window.addEventListener('keyup', release);
      window.addEventListener('blur', release);
      const hide = toDisposable(() => {
        activeHide = null;
        scope.release(hide);
        window.removeEventListener('keyup', release);
        window.removeEventListener('blur', release);
        view.set({ overlaysHidden: before });
      });
      activeHide = scope.own(hide);
    },
  };
}

/** The next click in any plane sets the nipple; called again it lets go. */
export function placeNippleCommand({ view, session }: CommandServices): CommandDefinition<void> {
  return {
    id: 'breast-planes.place-nipple',
    undo: 'none',
    validate: noArguments,
    enabled: () => session.can(['ANTN_CREATE', 'STUDY_CREATE']) || mayAnnotate(session),
    run: () => view.set({ isPlacingNipple: !view.store.getState().isPlacingNipple }),
  };
}

/** Zoom and pan of all planes back to the common fit. */
export function fitCommand({ reading }: CommandServices): CommandDefinition<void> {
  return {
    id: 'breast-planes.fit',
    undo: 'none',
    validate: noArguments,
    run: () => reading.fit(),
  };
}

/** Fills the screen with the active view, else with the main one, or goes back to all of them. */
export function maximiseCommand({ view }: CommandServices): CommandDefinition<void> {
  return {
    id: 'breast-planes.maximise',
    undo: 'none',
    validate: noArguments,
    run() {
      const { maximisedCellId, visibleCellIds } = view.store.getState();
      const targetCellId = shownActiveCell(view) ?? visibleCellIds[0] ?? null;
      view.set({ maximisedCellId: maximisedCellId === null ? targetCellId : null });
    },
  };
}
