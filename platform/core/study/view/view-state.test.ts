import { describe, expect, it } from 'vitest';
import { createViewState } from './create-view-state.ts';
import { currentFrame, currentPlane, type ShownFrame } from './view-state.ts';

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

describe('the current raw frame or imported image', () => {
  const frame: ShownFrame['frame'] = {
    originMm: [0, 0, 2],
    right: [1, 0, 0],
    down: [0, 1, 0],
    widthMm: 40,
    heightMm: 30,
  };
  const image = (scanId: string): ShownFrame => ({
    scanId,
    fileId: `file of ${scanId}`,
    plane: 'IMG',
    frameIdx: 2,
    frame,
    clockDeg: null,
  });
  const sweep = (plane: 'CEN' | 'PER'): ShownFrame => ({ ...image('a'), plane, clockDeg: 132 });

  it('is that of the active view, else of the first view of the layout', () => {
    const view = createViewState();
    view.showFrame('per', sweep('PER'));
    view.showFrame('cen', sweep('CEN'));
    view.setPosition('a', position);
    view.set({ activeCellId: 'cor', visibleCellIds: ['cor', 'cen', 'per'] });
    expect(currentFrame(view.store.getState())).toMatchObject({ cellId: 'cen', plane: 'CEN' });
    view.set({ activeCellId: 'per' });
    expect(currentFrame(view.store.getState())).toMatchObject({ cellId: 'per', plane: 'PER' });
  });

  it('has the positions that a mark stores: of the planes at its own angle, zeros for an image', () => {
    const view = createViewState();
    view.showFrame('cen', sweep('CEN'));
    expect(currentFrame(view.store.getState())).toBeNull();
    view.setPosition('a', position);
    expect(currentFrame(view.store.getState())?.position).toEqual({ ...position, rad: 132 });
    view.showFrame('cen', image('a'));
    const zeros = { sag: 0, tra: 0, depth: 0, rad: 0 };
    expect(currentFrame(view.store.getState())?.position).toEqual(zeros);
  });

  it('can be that of one scan, and is null once another image has replaced it', () => {
    const view = createViewState();
    const left = view.showFrame('l', image('a'));
    view.showFrame('r', image('b'));
    expect(currentFrame(view.store.getState(), 'b')?.fileId).toBe('file of b');
    expect(currentFrame(view.store.getState(), 'c')).toBeNull();
    const next = view.showFrame('l', { ...image('a'), fileId: 'next' });
    left.dispose();
    expect(currentFrame(view.store.getState(), 'a')?.fileId).toBe('next');
    next.dispose();
    expect(currentFrame(view.store.getState(), 'a')).toBeNull();
  });
});
