import { produce } from 'immer';
import { createStore } from 'zustand/vanilla';
import { type AiLayer, OPEN_AI_LAYER } from '#findings';
import { toDisposable } from '#foundation';
import type { ViewState, ViewStateValues } from './view-state.ts';

/**
 * Creates plane positions and visibility settings; kept for the life of the page. `aiLayer` is in
 * effect until an extension sets another layer.
 */
export function createViewState(aiLayer: AiLayer = OPEN_AI_LAYER): ViewState {
  const store = createStore<ViewStateValues>(() => ({
    positions: {},
    activeCellId: null,
    shownPlanes: {},
    shownFrames: {},
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
    aiLayer,
    readsCase: false,
    awaitsCases: false,
    openPanelId: null,
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
    showPlane(cellId, shown) {
      store.setState(({ shownPlanes }) => ({ shownPlanes: { ...shownPlanes, [cellId]: shown } }));
      return toDisposable(() => {
        const { [cellId]: left, ...others } = store.getState().shownPlanes;
        // A new view may have taken the cell before the old view leaves.
        if (left === shown) store.setState({ shownPlanes: others });
      });
    },
    showFrame(cellId, shown) {
      store.setState(({ shownFrames }) => ({ shownFrames: { ...shownFrames, [cellId]: shown } }));
      return toDisposable(() => {
        const { [cellId]: left, ...others } = store.getState().shownFrames;
        // The next image of the cell may be registered before this one leaves.
        if (left === shown) store.setState({ shownFrames: others });
      });
    },
  };
}
