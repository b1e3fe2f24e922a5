import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Scan } from '#contracts';
import { createViewState, type StudyDocument } from '#core';
import { ok } from '#foundation';
import { aScan } from '#testing';
import { createNipplePlacing } from './nipple-placing.ts';

const right = aScan({ id: '00000000-0000-4000-8000-000000000001', nippleLocation: null });
const left = (id: string): Scan => ({
  ...right,
  id: `00000000-0000-4000-8000-00000000000${id}`,
  laterality: { ...right.laterality, id: 'L' },
});

/** The right scan is open; `others` are the scans of the left breast, newest first. */
function placing(others: readonly Scan[]) {
  const scans = [right, ...others].map((scan) => ({ ...scan, scanState: 'C' as const }));
  const store = createStore(() => ({ scans, targetScanId: right.id }));
  const selectScan = async (id: string) => {
    store.setState({ targetScanId: id });
    return ok(undefined);
  };
  const view = createViewState();
  view.set({
    layouts: [
      { id: 'breast-planes.both-coronals', title: 'Both', unavailableReason: null },
    ] as never,
  });
  let nowMs = 0;
  const state = createNipplePlacing({
    study: { store, selectScan } as unknown as StudyDocument,
    view,
    reading: { store: createStore(() => ({})) } as never,
    now: () => nowMs,
  });
  return {
    state,
    view,
    open: (id: string) => store.setState({ targetScanId: id }),
    shownId: () => store.getState().targetScanId,
    wait: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('the nipple of the other breast', () => {
  it('is asked for in its newest scan, which takes no press of a double click', async () => {
    const { state, view, shownId, wait } = placing([left('2'), left('3')]);
    await state.finish(right);
    expect(shownId()).toBe(left('2').id);
    expect(view.store.getState().isPlacingNipple).toBe(true);
    expect(state.hasJustSwitched()).toBe(true);
    wait(1_000);
    expect(state.hasJustSwitched()).toBe(false);
  });

  it('takes the first press after it was skipped', async () => {
    const { state } = placing([left('2')]);
    await state.finish(right);
    state.cancel();
    expect(state.hasJustSwitched()).toBe(false);
  });

  it('is not asked for after the reader has gone on to another scan', async () => {
    const { state, view, open, shownId } = placing([left('2'), left('3')]);
    open(left('3').id);
    await state.finish(right);
    expect(shownId()).toBe(left('3').id);
    expect(view.store.getState().isPlacingNipple).toBe(false);
  });

  it('is not asked for while a drawing tool is chosen', async () => {
    const { state, view, shownId } = placing([left('2')]);
    view.set({ activeToolId: 'breast-planes.length' });
    await state.finish(right);
    expect(shownId()).toBe(right.id);
  });
});
