import { produce } from 'immer';
import { createStore } from 'zustand/vanilla';
import type { ViewState, ViewStateValues } from './view-state.ts';

/** Creates plane positions and visibility settings; kept for the life of the page. */
export function createViewState(): ViewState {
  const store = createStore<ViewStateValues>(() => ({
    positions: {},
    activeCellId: null,
    maximisedCellId: null,
    activeToolId: null,
    referenceLines: [true, true],
    overlaysHidden: false,
    isPlacingNipple: false,
    layouts: [],
    visibleLayoutId: null,
    visibleCellIds: [],
    selectedLayoutId: null,
    priors: [],
    selectedPriorId: null,
    handlesConflicts: false,
    viewedFractions: {},
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
