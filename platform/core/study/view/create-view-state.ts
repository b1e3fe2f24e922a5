import { produce } from 'immer';
import { createStore } from 'zustand/vanilla';
import type { ViewState, ViewStateValues } from './view-state.ts';

/** How the planes stand and what is hidden; lives as long as the page. */
export function createViewState(): ViewState {
  const store = createStore<ViewStateValues>(() => ({
    positions: {},
    activeCellId: null,
    maximisedCellId: null,
    activeToolId: null,
    referenceLines: [true, true],
    overlaysHidden: false,
    placingNipple: false,
    layouts: [],
    shownLayoutId: null,
    shownCellIds: [],
    chosenLayoutId: null,
    priors: [],
    chosenPriorId: null,
    asksConflicts: false,
    seen: {},
  }));
  return {
    store,
    set: (change) => store.setState(change),
    setPosition: (scanId, position) =>
      store.setState((state) =>
        produce(state, (draft) => {
          draft.positions[scanId] = position;
        }),
      ),
  };
}
