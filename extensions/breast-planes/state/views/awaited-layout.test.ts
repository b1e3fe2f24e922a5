import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createViewState, type LayoutChoice, type StudyState } from '#core';
import { createAwaitedLayout } from './awaited-layout.ts';

const compareLayout = (unavailableReason: string | null, pending: boolean): LayoutChoice => ({
  id: 'compare',
  title: 'Compare',
  icon: null,
  tab: true,
  unavailableReason,
  pending,
});
const PENDING = compareLayout('Searching for prior scans', true);

function setUp() {
  const view = createViewState();
  view.set({ layouts: [PENDING], maximisedCellId: 'cor' });
  const store = createStore<StudyState>(() => ({ targetScanId: 'a' }) as StudyState);
  const shown = new Map<string, string>();
  const notices = {
    show(_: string, text: string) {
      shown.set(String(shown.size), text);
      return String(shown.size - 1);
    },
    dismiss: (id: string) => void shown.delete(id),
  };
  const events = new EventTarget();
  const awaited = createAwaitedLayout({ view, study: { store }, notices, events });
  const dispatch = (name: string, fields: object = {}) =>
    events.dispatchEvent(Object.assign(new Event(name), fields));
  const messages = () => [...shown.values()];
  const selectedLayoutId = () => view.store.getState().selectedLayoutId;
  return { view, store, awaited, dispatch, messages, selectedLayoutId };
}

describe('a requested layout whose images are still being searched', () => {
  it('shows a notice and is selected as soon as it is available', () => {
    const { view, awaited, messages, selectedLayoutId } = setUp();
    awaited.open('compare');
    expect(messages()).toEqual(['Compare: Searching for prior scans']);
    view.set({ layouts: [{ ...PENDING }] });
    expect(selectedLayoutId()).toBeNull();
    view.set({ layouts: [compareLayout(null, false)] });
    expect(view.store.getState()).toMatchObject({
      selectedLayoutId: 'compare',
      maximisedCellId: null,
    });
    expect(messages()).toEqual([]);
  });

  it('gives the reason once when the layout is unavailable', () => {
    const { view, awaited, messages, selectedLayoutId } = setUp();
    awaited.open('compare');
    for (let update = 0; update < 2; update++)
      view.set({ layouts: [compareLayout('None', false)] });
    expect(messages()).toEqual(['Compare: None']);
    expect(selectedLayoutId()).toBeNull();
  });

  it.each([
    ['pointerdown', {}],
    ['wheel', {}],
    ['keydown', { key: 'n', repeat: false }],
  ])('is not selected after another user action: %s', (name, fields) => {
    const { view, awaited, dispatch, messages, selectedLayoutId } = setUp();
    awaited.open('compare');
    dispatch(name, fields);
    view.set({ layouts: [compareLayout(null, false)] });
    expect(selectedLayoutId()).toBeNull();
    expect(messages()).toHaveLength(1);
  });

  it('stays requested during key repeat and modifier keys', () => {
    const { view, awaited, dispatch, selectedLayoutId } = setUp();
    awaited.open('compare');
    dispatch('keydown', { key: '3', repeat: true });
    dispatch('keydown', { key: 'Shift', repeat: false });
    view.set({ layouts: [compareLayout(null, false)] });
    expect(selectedLayoutId()).toBe('compare');
  });

  it('is not selected after another scan is opened or after disposal', () => {
    const { view, store, awaited, selectedLayoutId } = setUp();
    awaited.open('compare');
    store.setState({ targetScanId: 'b' });
    view.set({ layouts: [compareLayout(null, false)] });
    expect(selectedLayoutId()).toBeNull();
    view.set({ layouts: [PENDING] });
    awaited.open('compare');
    awaited.dispose();
    view.set({ layouts: [compareLayout(null, false)] });
    expect(selectedLayoutId()).toBeNull();
  });
});
