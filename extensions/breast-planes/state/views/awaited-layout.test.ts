import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createViewState, type LayoutChoice, type StudyState } from '#core';
import { createAwaitedLayout } from './awaited-layout.ts';

const compare = (unavailableReason: string | null, pending: boolean): LayoutChoice => ({
  id: 'compare',
  title: 'Compare',
  icon: null,
  tab: true,
  unavailableReason,
  pending,
});
const PENDING = compare('Searching for prior scans', true);

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
  const press = (name: string, fields: object = {}) =>
    events.dispatchEvent(Object.assign(new Event(name), fields));
  const messages = () => [...shown.values()];
  const hung = () => view.store.getState().selectedLayoutId;
  return { view, store, awaited, press, messages, hung };
}

describe('a requested layout whose images are still being searched', () => {
  it('shows a notice and hangs as soon as available', () => {
    const { view, awaited, messages, hung } = setUp();
    awaited.open('compare');
    expect(messages()).toEqual(['Compare: Searching for prior scans']);
    view.set({ layouts: [{ ...PENDING }] });
    expect(hung()).toBeNull();
    view.set({ layouts: [compare(null, false)] });
    expect(view.store.getState()).toMatchObject({
      selectedLayoutId: 'compare',
      maximisedCellId: null,
    });
    expect(messages()).toEqual([]);
  });

  it('gives the reason once when unavailable', () => {
    const { view, awaited, messages, hung } = setUp();
    awaited.open('compare');
    for (let times = 0; times < 2; times++) view.set({ layouts: [compare('None', false)] });
    expect(messages()).toEqual(['Compare: None']);
    expect(hung()).toBeNull();
  });

  it.each([
    ['pointerdown', {}],
    ['wheel', {}],
    ['keydown', { key: 'n', repeat: false }],
  ])('does not hang after another user action: %s', (name, fields) => {
    const { view, awaited, press, messages, hung } = setUp();
    awaited.open('compare');
    press(name, fields);
    view.set({ layouts: [compare(null, false)] });
    expect(hung()).toBeNull();
    expect(messages()).toHaveLength(1);
  });

  it('stays requested during key repeat and modifier keys', () => {
    const { view, awaited, press, hung } = setUp();
    awaited.open('compare');
    press('keydown', { key: '3', repeat: true });
    press('keydown', { key: 'Shift', repeat: false });
    view.set({ layouts: [compare(null, false)] });
    expect(hung()).toBe('compare');
  });

  it('does not hang after another scan is opened or after disposal', () => {
    const { view, store, awaited, hung } = setUp();
    awaited.open('compare');
    store.setState({ targetScanId: 'b' });
    view.set({ layouts: [compare(null, false)] });
    expect(hung()).toBeNull();
    view.set({ layouts: [PENDING] });
    awaited.open('compare');
    awaited.dispose();
    view.set({ layouts: [compare(null, false)] });
    expect(hung()).toBeNull();
  });
});
