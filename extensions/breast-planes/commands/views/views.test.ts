import { describe, expect, it } from 'vitest';
import type { Scan } from '#contracts';
import { createViewState, type StudyState } from '#core';
import { scannedVolumeGeometry } from '#geometry';
import { aScan } from '#testing';
import { PRESETS } from '../../model/views/adjust-presets.ts';
import { adjustmentOf, createPresentations, slabOf } from '../../state/views/presentations.ts';
import { createViewSettings } from '../../state/views/view-settings.ts';
import { createReadingState } from '../../state/volumes/reading-state.ts';
import { viewTexts } from '../../texts/view-texts.ts';
import { maximiseCommand } from './overlays.ts';
import {
  adjustCommand,
  invertCommand,
  type LayoutServices,
  layoutCommand,
  resetViewsCommand,
  slabCommand,
  type ViewServices,
  zoomCommand,
} from './views.ts';

const geometry = scannedVolumeGeometry([100, 60, 100], [0.5, 0.5, 0.5], 25);
const { signal } = new AbortController();

/** Shows both breasts side by side, the right first; the left breast is open. */
function setUp() {
  const right = aScan();
  const left = aScan({ laterality: { id: 'L' } });
  const messages: string[] = [];
  const view = createViewState();
  const reading = createReadingState();
  const presentations = createPresentations();
  const settings = createViewSettings();
  for (const scan of [right, left]) {
    reading.setVolume(scan.id, { status: 'complete', geometry });
    view.setPosition(scan.id, { sag: 0, tra: 0, depth: 10, rad: 0 });
  }
  reading.addCell('cor-R', 'COR', right.id);
  reading.addCell('cor-L', 'COR', left.id);
  settings.addPanel('cor-R', { scanId: right.id, view: 'COR' });
  settings.addPanel('cor-L', { scanId: left.id, view: 'COR' });
  view.set({ visibleCellIds: ['cor-R', 'cor-L', 'cen', 'space'], activeCellId: null });
  const state = { scans: [right, left], targetScanId: left.id } as unknown as StudyState;
  const awaitedIds: string[] = [];
  const services = {
    view,
    reading,
    presentations,
    settings,
    awaited: { open: (id: string) => awaitedIds.push(id), dispose: () => undefined },
    study: { store: { getState: () => state } },
    notices: { show: (_: string, text: string) => messages.push(text) },
  } as unknown as ViewServices & LayoutServices;
  const inverted = (scan: Scan, plane: 'COR' | 'CEN' = 'COR') =>
    adjustmentOf(presentations.store.getState(), scan, plane).inverted;
  return { services, right, left, view, presentations, settings, messages, awaitedIds, inverted };
}

describe('adjustment commands', () => {
  it('act on the opened breast while no view is active, and open the panel in its view', () => {
    const { services, right, left, settings, inverted } = setUp();
    invertCommand(services).run(undefined, signal);
    expect([inverted(right), inverted(left)]).toEqual([false, true]);
    adjustCommand(services).run({ preset: null }, signal);
    expect(settings.store.getState().popover).toEqual({ cellId: 'cor-L', kind: 'adjust' });
  });

  it('act on the active raw frames, never on a plane beside them', () => {
    const { services, left, view, settings, inverted } = setUp();
    settings.addPanel('cen', { scanId: left.id, view: 'CEN' });
    view.set({ activeCellId: 'cen' });
    invertCommand(services).run(undefined, signal);
    expect([inverted(left, 'CEN'), inverted(left)]).toEqual([true, false]);
    adjustCommand(services).run({ preset: null }, signal);
    expect(settings.store.getState().popover?.cellId).toBe('cen');
  });

  it('change nothing and report an active view without adjustments', () => {
    const { services, left, view, messages, inverted } = setUp();
    view.set({ activeCellId: 'space' });
    invertCommand(services).run(undefined, signal);
    expect(inverted(left)).toBe(false);
    expect(messages).toEqual([viewTexts.adjust.none]);
  });

  it('act on the opened breast when the active view is no longer shown', () => {
    const { services, left, view, inverted } = setUp();
    view.set({ activeCellId: 'of-another-layout' });
    invertCommand(services).run(undefined, signal);
    expect(inverted(left)).toBe(true);
  });

  it('apply a preset and keep the inversion', () => {
    const { services, left, presentations } = setUp();
    const command = adjustCommand(services);
    const deep = command.validate({ preset: 5 });
    if (!deep.ok) throw new Error(deep.problem.detail);
    invertCommand(services).run(undefined, signal);
    command.run(deep.value, signal);
    const adjustment = adjustmentOf(presentations.store.getState(), left, 'COR');
    expect(adjustment).toEqual({ ...PRESETS[4]?.adjustment, inverted: true });
    for (const preset of [0, 6, 1.5, 'deep']) {
      expect(command.validate({ preset })).toMatchObject({
        ok: false,
        problem: { code: 'WRONG_ARGUMENTS' },
      });
    }
  });

  it('reset all shown scans', () => {
    const { services, right, left, view, inverted } = setUp();
    for (const activeCellId of ['cor-R', 'cor-L']) {
      view.set({ activeCellId });
      invertCommand(services).run(undefined, signal);
    }
    resetViewsCommand(services).run(undefined, signal);
    expect([inverted(right), inverted(left)]).toEqual([false, false]);
  });
});

describe('slabCommand', () => {
  it('changes no plane and reports why while a raw view is active', () => {
    const { services, left, view, presentations, settings, messages } = setUp();
    settings.addPanel('cen', { scanId: left.id, view: 'CEN' });
    view.set({ activeCellId: 'cen' });
    const initialSlab = slabOf(presentations.store.getState(), 'COR');
    slabCommand(services).run({ kind: 'next', mm: null, byMm: 0 }, signal);
    expect(slabOf(presentations.store.getState(), 'COR')).toEqual(initialSlab);
    expect(messages).toEqual([viewTexts.slab.none]);
  });
});

describe('maximiseCommand', () => {
  it('maximises the main view when the active view belongs to another layout', () => {
    const { services, view } = setUp();
    const maximised = () => view.store.getState().maximisedCellId;
    const command = maximiseCommand(services);
    for (const activeCellId of [null, 'of-another-layout']) {
      view.set({ activeCellId });
      command.run(undefined, signal);
      expect(maximised()).toBe('cor-R');
      command.run(undefined, signal);
      expect(maximised()).toBeNull();
    }
    view.set({ activeCellId: 'cor-L' });
    command.run(undefined, signal);
    expect(maximised()).toBe('cor-L');
  });
});

describe('layoutCommand', () => {
  it('reports that images are loading, not an unknown layout, until the layouts are known', () => {
    const { services, view, messages, awaitedIds } = setUp();
    const command = layoutCommand(services);
    command.run({ id: 'breast-planes.four-up' }, signal);
    command.run({ nth: 2 }, signal);
    expect(messages).toEqual([viewTexts.layouts.imagesLoading, viewTexts.layouts.imagesLoading]);
    const layout = {
      id: 'a',
      title: 'A',
      icon: null,
      tab: true,
      unavailableReason: null,
      pending: false,
    };
    view.set({ layouts: [layout] });
    command.run({ id: 'breast-planes.four-up' }, signal);
    expect(messages.at(-1)).toBe(viewTexts.layouts.unknown('breast-planes.four-up'));
    view.set({ layouts: [{ ...layout, unavailableReason: 'Not yet', pending: true }] });
    command.run({ nth: 1 }, signal);
    expect(awaitedIds).toEqual(['a']);
    expect(view.store.getState().selectedLayoutId).toBeNull();
  });
});

describe('a shortcut of a layout', () => {
  it('is disabled with the reason while its layout is not available', () => {
    const { services, view } = setUp();
    const command = layoutCommand(services);
    const layout = { id: 'a', title: 'Compare', icon: null, tab: true, pending: false };
    view.set({ layouts: [{ ...layout, unavailableReason: 'No prior exam' }] });
    expect(command.enabled?.()).toBe(true);
    expect(command.enabled?.({ nth: 1 })).toBe('Compare: No prior exam');
    expect(command.enabled?.({ id: 'a' })).toBe('Compare: No prior exam');
    view.set({ layouts: [{ ...layout, unavailableReason: 'Not yet', pending: true }] });
    expect(command.enabled?.({ nth: 1 })).toBe(true);
  });
});

describe('zoomCommand', () => {
  it('zooms to one voxel per pixel or to true size at 96 ppi', () => {
    const { services, view } = setUp();
    const { reading } = services;
    const FIT_PX_PER_MM = 4;
    for (const id of ['cor-R', 'cor-L']) reading.setFit(id, FIT_PX_PER_MM, false);
    view.set({ activeCellId: 'cor-L' });
    const command = zoomCommand(services);
    /** Runs the command and returns the resulting scale in px/mm. */
    const zoomTo = (to: unknown) => {
      const args = command.validate({ to });
      if (!args.ok) throw new Error(args.problem.detail);
      command.run(args.value, signal);
      return FIT_PX_PER_MM * reading.store.getState().zoom;
    };
    // One pixel per voxel of 0.5 mm.
    expect(zoomTo('voxels')).toBeCloseTo(2, 9);
    expect(zoomTo('true-size')).toBeCloseTo(96 / 25.4, 9);
    expect(zoomTo(8)).toBeCloseTo(8, 9);
    expect(command.validate({ to: 'large' }).ok).toBe(false);
  });
});
