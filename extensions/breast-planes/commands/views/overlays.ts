import { routes } from '#contracts';
import type { CommandDefinition } from '#core';
import { type Disposable, ok, type Scope, toDisposable } from '#foundation';
import type { NipplePlacing } from '../../state/views/nipple-placing.ts';
import type { OverlaysState } from '../../state/views/overlays-state.ts';
import { commandTexts } from '../../texts/command-texts.ts';
import { type CommandServices, mayAnnotate, noArguments, shownActiveCell } from '../services.ts';

export interface ReferenceLinesArgs {
  /**
   * `active`: only in the group of the active view; the main view is one group, all other views are
   * the second. Null: in all views.
   */
  readonly only: 'active' | null;
}

/** Shows or hides the lines in which the other planes cut each image. */
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
      const checked = noArguments(args);
      return checked.ok ? ok({ only: null }) : checked;
    },
    run({ only }) {
      const { referenceLines, activeCellId, visibleCellIds } = view.store.getState();
      const [inMainView, inOtherViews] = referenceLines;
      const isMainActive = activeCellId === null || activeCellId === visibleCellIds[0];
      if (only === null) {
        const on = !(inMainView || inOtherViews);
        view.set({ referenceLines: [on, on] });
      } else if (isMainActive) view.set({ referenceLines: [!inMainView, inOtherViews] });
      else view.set({ referenceLines: [inMainView, !inOtherViews] });
    },
  };
}

/** Shows or hides all overlays: lines, orientation markers and marks. */
export function overlaysCommand({ view }: CommandServices): CommandDefinition<void> {
  return {
    id: 'breast-planes.toggle-overlays',
    undo: 'none',
    validate: noArguments,
    isOn: () => !view.store.getState().overlaysHidden,
    run: () => view.set({ overlaysHidden: !view.store.getState().overlaysHidden }),
  };
}

/** Shows or hides the layers that extensions added. */
export function layersCommand(overlays: OverlaysState): CommandDefinition<void> {
  return {
    id: 'breast-planes.toggle-layers',
    undo: 'none',
    validate: noArguments,
    isOn: () => !overlays.store.getState().hidden,
    enabled: () => overlays.store.getState().entries.length > 0 || commandTexts.noLayers,
    run: () => overlays.toggleHidden(),
  };
}

/** Hides all overlays until the key is released or the window loses focus. */
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
      const wereHidden = view.store.getState().overlaysHidden;
      view.set({ overlaysHidden: true });
      const release = (): void => activeHide?.dispose();
      window.addEventListener('keyup', release);
      window.addEventListener('blur', release);
      const hide = toDisposable(() => {
        activeHide = null;
        scope.release(hide);
        window.removeEventListener('keyup', release);
        window.removeEventListener('blur', release);
        view.set({ overlaysHidden: wereHidden });
      });
      activeHide = scope.own(hide);
    },
  };
}

/** Makes the next click in any plane set the nipple; a second call cancels. */
export function placeNippleCommand(
  { view, session }: CommandServices,
  placing: Pick<NipplePlacing, 'cancel'>,
): CommandDefinition<void> {
  return {
    id: 'breast-planes.place-nipple',
    undo: 'none',
    validate: noArguments,
    enabled: () => session.mayCall(routes.setNipple) || mayAnnotate(session),
    run() {
      if (view.store.getState().isPlacingNipple) placing.cancel();
      else view.set({ isPlacingNipple: true });
    },
  };
}

/** Resets zoom and pan of all planes to the common fit. */
export function fitCommand({ reading }: CommandServices): CommandDefinition<void> {
  return {
    id: 'breast-planes.fit',
    undo: 'none',
    validate: noArguments,
    run: () => reading.fit(),
  };
}

/** Maximises the active view, else the main view; restores the layout if a view is maximised. */
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
