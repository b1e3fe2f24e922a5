import { describe, expect, it } from 'vitest';
import { createViewState } from './create-view-state.ts';
import { currentPlane } from './view-state.ts';

const position = { sag: 1, tra: 2, depth: 3, rad: 4 };

describe('the current plane', () => {
  it('is that of the active view, with scan and position', () => {
    const view = createViewState();
    view.showPlane('cor', { scanId: 'a', plane: 'COR' });
    view.showPlane('tra', { scanId: 'b', plane: 'TRA' });
    view.setPosition('b', position);
    view.set({ activeCellId: 'tra', visibleCellIds: ['cor', 'tra'] });
    const expected = { cellId: 'tra', scanId: 'b', plane: 'TRA', position };
    expect(currentPlane(view.store.getState())).toEqual(expected);
  });

  it('is the first plane of the layout while another kind of view is active', () => {
    const view = createViewState();
    view.showPlane('tra', { scanId: 'a', plane: 'TRA' });
    view.showPlane('sag', { scanId: 'a', plane: 'SAG' });
    view.set({ activeCellId: 'volume-3d', visibleCellIds: ['volume-3d', 'sag', 'tra'] });
    expect(currentPlane(view.store.getState())).toMatchObject({ cellId: 'sag', position: null });
  });

  it('is null without a plane, also after a replaced view has left', () => {
    const view = createViewState();
    const first = view.showPlane('cor', { scanId: 'a', plane: 'COR' });
    const second = view.showPlane('cor', { scanId: 'b', plane: 'COR' });
    first.dispose();
    expect(currentPlane(view.store.getState())).toMatchObject({ scanId: 'b' });
    second.dispose();
    expect(currentPlane(view.store.getState())).toBeNull();
  });
});
