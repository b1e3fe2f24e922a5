import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createViewState, type PreferenceSaving, type Preferences, type StudyState } from '#core';
import { type Disposable, fail, type Logger, newId, ok, problem } from '#foundation';
import { positionToMm, scannedVolumeGeometry } from '#geometry';
import { aScan, aStudy } from '#testing';
import { NEUTRAL_ADJUSTMENT } from '../../model/planes/plane-presentation.ts';
import { readStates, STATES_CODE } from '../../model/views/stored-states.ts';
import { createReadingState } from '../volumes/reading-state.ts';
import { persistClientState } from './persist-client-state.ts';
import { adjustmentOf, createPresentations } from './presentations.ts';
import { restoreShownAdjustments } from './user-adjustments.ts';
import { trackViewed } from './viewed-state.ts';

const volume = scannedVolumeGeometry([100, 60, 100], [0.5, 0.5, 0.5], 25);
const coarser = scannedVolumeGeometry([51, 24, 47], [1, 1.25, 1.1], 25);
const OLD_FILE = newId();
const NEW_FILE = newId();
const START = { sag: 0, tra: 0, depth: 29.5, rad: 45 };
const offline = problem('OFFLINE', 'Away', '', '');

const NOTHING_OPEN = { study: null, patient: null, targetScanId: null, selectedFindingId: null };

/** Simulates one visit to a study, with the states stored by previous visits. */
function visit(
  stored: Map<string, string>,
  { serverOffline = false, fileId = null as string | null, geometry = volume } = {},
) {
  const scan = SCAN;
  const study = createStore<StudyState>()(
    () => ({ ...NOTHING_OPEN, scans: [scan, OTHER_SCAN] }) as never,
  );
  const view = createViewState();
  const reading = createReadingState();
  const presentations = createPresentations();
  const viewed = trackViewed({ view, reading, presentations });
  const logged: unknown[] = [];
  const events = new EventTarget();
  const saves: PreferenceSaving[] = [];
  const preferences = {
    store: createStore(() => ({ ready: true, values: stored as ReadonlyMap<string, string> })),
    whenReady: async () => (serverOffline ? fail(offline) : ok(undefined)),
    save: async (code: string, value: string, options: PreferenceSaving = {}) => {
      saves.push(options);
      stored.set(code, value);
      return ok(undefined);
    },
  } as unknown as Preferences;
  const log = { log: (...args: unknown[]) => logged.push(args) } as unknown as Logger;
  const shown: unknown[] = [];
  const persistence: Disposable = persistClientState({
    view,
    study: { store: study },
    reading,
    presentations,
    viewed,
    preferences,
    log,
    isTool: (id) => id.startsWith('breast-planes.'),
    nowIso: () => '2026-11-21T10:00:00Z',
    events,
    onShown: (scanId) => void shown.push([scanId, view.store.getState().positions[scanId]]),
  });
  const leavePage = () => events.dispatchEvent(new Event('pagehide'));
  restoreShownAdjustments({ reading, presentations, preferences });
  const startWith = (scanId: string): void =>
    study.setState({ study: STUDY, targetScanId: scanId });
  const openScan = (scanId: string | null): void => study.setState({ targetScanId: scanId });
  const selectFinding = (selectedFindingId: string): void => study.setState({ selectedFindingId });
  const open = async (): Promise<void> => {
    study.setState({ study: STUDY, targetScanId: scan.id });
    await vi.advanceTimersByTimeAsync(0);
    reading.setVolume(scan.id, { geometry, fileId });
    if (view.store.getState().positions[scan.id] === undefined) view.setPosition(scan.id, START);
    reading.addCell('cor', 'COR', scan.id);
    view.set({ visibleCellIds: ['cor'] });
    await vi.advanceTimersByTimeAsync(0);
  };
  /** Adds the voxels, so that views count as showing the scan. */
  const show = (scanId: string): void => {
    const voxels = new Uint8Array(0);
    reading.setVolume(scanId, { volume: { id: scanId, geometry, voxels } });
  };
  const position = () => view.store.getState().positions[scan.id];
  return {
    view,
    reading,
    presentations,
    viewed,
    logged,
    openScan,
    selectFinding,
    startWith,
    open,
    show,
    position,
    persistence,
    leavePage,
    saves,
    shown,
  };
}

const SCAN = aScan();
const OTHER_SCAN = aScan({ laterality: { id: 'L' }, label: 'L' });
const STUDY = aStudy();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the saved view of a scan', () => {
  it.each(['{', '[]', '{"version":1,"states":[{"scanId":"x"}]}'])(
    'falls back to defaults for invalid stored data (%s) and logs a warning',
    async (invalid) => {
      const reader = visit(new Map([[STATES_CODE, invalid]]));
      await reader.open();
      expect(reader.position()).toEqual(START);
      expect(reader.logged).toHaveLength(1);
    },
  );

  it('is neither restored nor saved while the server is offline', async () => {
    const stored = new Map<string, string>();
    const reader = visit(stored, { serverOffline: true });
    await reader.open();
    reader.view.setPosition(SCAN.id, { ...START, depth: 12 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(stored.size).toBe(0);
    expect(reader.position()).toMatchObject({ depth: 12 });
  });

  it('reports the opened scan once, with its initial or restored planes, also offline', async () => {
    const stored = new Map<string, string>();
    const firstVisit = visit(stored);
    await firstVisit.open();
    expect(firstVisit.shown).toEqual([[SCAN.id, START]]);
    firstVisit.view.setPosition(SCAN.id, { ...START, depth: 12 });
    await vi.advanceTimersByTimeAsync(2_000);
    firstVisit.persistence.dispose();
    const secondVisit = visit(stored);
    await secondVisit.open();
    expect(secondVisit.shown).toEqual([[SCAN.id, { ...START, depth: 12 }]]);
    const offlineVisit = visit(stored, { serverOffline: true });
    await offlineVisit.open();
    expect(offlineVisit.shown).toEqual([[SCAN.id, START]]);
  });

  it('restores planes, zoom, layout, lines and tool', async () => {
    const stored = new Map<string, string>();
    const firstVisit = visit(stored);
    await firstVisit.open();
    firstVisit.view.setPosition(SCAN.id, { sag: 3, tra: -4, depth: 12, rad: 77 });
    firstVisit.view.set({
      selectedLayoutId: 'breast-planes.four-up',
      referenceLines: [true, false],
    });
    firstVisit.view.set({ activeToolId: 'breast-planes.length', activeCellId: 'cor' });
    firstVisit.reading.setZoom(2);
    firstVisit.reading.setPan('cor', { rightMm: 5, downMm: 6 });
    await vi.advanceTimersByTimeAsync(2_000);
    firstVisit.persistence.dispose();

    const secondVisit = visit(stored);
    await secondVisit.open();
    expect(secondVisit.logged).toEqual([]);
    expect(secondVisit.position()).toEqual({ sag: 3, tra: -4, depth: 12, rad: 77 });
    expect(secondVisit.view.store.getState()).toMatchObject({
      selectedLayoutId: 'breast-planes.four-up',
      referenceLines: [true, false],
      activeToolId: 'breast-planes.length',
      activeCellId: 'cor',
    });
    expect(secondVisit.reading.store.getState().zoom).toBe(2);
    expect(secondVisit.reading.store.getState().pans.cor).toEqual({ rightMm: 5, downMm: 6 });
  });

  it('keeps the position in the tissue for another reconstruction, of which nothing counts as viewed', async () => {
    const stored = new Map<string, string>();
    const firstVisit = visit(stored, { fileId: OLD_FILE });
    await firstVisit.open();
    const shown = { id: 'a', geometry: volume, voxels: new Uint8Array(0) };
    firstVisit.reading.setVolume(SCAN.id, { volume: shown });
    firstVisit.view.setPosition(SCAN.id, { sag: 8, tra: -4, depth: 12, rad: 77 });
    await vi.advanceTimersByTimeAsync(2_000);
    firstVisit.persistence.dispose();
    expect(firstVisit.viewed.store.getState()[SCAN.id]?.COR).toBeDefined();

    const secondVisit = visit(stored, { fileId: NEW_FILE, geometry: coarser });
    await secondVisit.open();
    expect(secondVisit.logged).toEqual([]);
    const savedMm = positionToMm(volume, { sag: 8, tra: -4, depth: 12, rad: 77 });
    const restoredMm = positionToMm(coarser, secondVisit.position() ?? START);
    for (const axis of [0, 1, 2]) {
      expect(restoredMm[axis]).toBeCloseTo(savedMm[axis] ?? Number.NaN, 6);
    }
    expect(secondVisit.viewed.store.getState()[SCAN.id]).toBeUndefined();

    const thirdVisit = visit(stored, { fileId: OLD_FILE });
    await thirdVisit.open();
    expect(thirdVisit.position()).toEqual({ sag: 8, tra: -4, depth: 12, rad: 77 });
    expect(thirdVisit.viewed.store.getState()[SCAN.id]?.COR).toBeDefined();
  });

  it('discards the viewed ranges of a replaced volume', async () => {
    const reader = visit(new Map(), { fileId: OLD_FILE });
    await reader.open();
    const shown = { id: 'a', geometry: volume, voxels: new Uint8Array(0) };
    reader.reading.setVolume(SCAN.id, { volume: shown });
    reader.view.setPosition(SCAN.id, { ...START, depth: 5 });
    const isViewedAt = (depth: number) =>
      (reader.viewed.store.getState()[SCAN.id]?.COR ?? []).some(
        ([from, to]) => from <= depth && to >= depth,
      );
    expect(isViewedAt(5)).toBe(true);
    reader.view.setPosition(SCAN.id, { ...START, depth: 20 });
    reader.reading.setVolume(SCAN.id, { fileId: NEW_FILE });
    expect(isViewedAt(5)).toBe(false);
    expect(isViewedAt(20)).toBe(true);
  });

  it('leaves layout and tool unchanged when a click opens a visible scan', async () => {
    const stored = new Map<string, string>();
    const firstVisit = visit(stored);
    await firstVisit.open();
    firstVisit.view.set({
      selectedLayoutId: 'breast-planes.four-up',
      activeToolId: 'breast-planes.cross',
    });
    await vi.advanceTimersByTimeAsync(2_000);
    firstVisit.persistence.dispose();

    const secondVisit = visit(stored);
    secondVisit.startWith('the-other-breast');
    await vi.advanceTimersByTimeAsync(0);
    secondVisit.reading.addCell('left', 'COR', SCAN.id);
    secondVisit.view.set({ activeToolId: 'breast-planes.length' });
    await secondVisit.open();
    expect(secondVisit.view.store.getState()).toMatchObject({
      selectedLayoutId: null,
      activeToolId: 'breast-planes.length',
    });
  });

  it('restores the planes of a newly opened study whose scan is already visible', async () => {
    const stored = new Map<string, string>();
    const firstVisit = visit(stored);
    await firstVisit.open();
    firstVisit.view.setPosition(SCAN.id, { ...START, depth: 12 });
    await vi.advanceTimersByTimeAsync(2_000);
    firstVisit.persistence.dispose();

    const secondVisit = visit(stored);
    secondVisit.reading.addCell('cor', 'COR', SCAN.id);
    await secondVisit.open();
    expect(secondVisit.position()).toMatchObject({ depth: 12 });
  });

  it('leaves the planes at a finding whose choice has opened another scan', async () => {
    const stored = new Map<string, string>();
    const firstVisit = visit(stored);
    await firstVisit.open();
    firstVisit.view.setPosition(SCAN.id, { ...START, depth: 12 });
    await vi.advanceTimersByTimeAsync(2_000);
    firstVisit.persistence.dispose();
    const secondVisit = visit(stored);
    secondVisit.startWith('the-other-breast');
    await vi.advanceTimersByTimeAsync(0);
    secondVisit.selectFinding('finding');
    await secondVisit.open();
    expect(secondVisit.position()).not.toMatchObject({ depth: 12 });
  });

  it('is saved while the page is being left, and only if a change is unsaved', async () => {
    const stored = new Map<string, string>();
    const reader = visit(stored);
    await reader.open();
    await vi.advanceTimersByTimeAsync(2_000);
    reader.saves.length = 0;
    reader.leavePage();
    expect(reader.saves).toEqual([]);

    reader.view.setPosition(SCAN.id, { ...START, depth: 12 });
    reader.leavePage();
    expect(reader.saves).toEqual([{ keepalive: true }]);
    expect(stored.get(STATES_CODE)).toContain('"depth":12');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(reader.saves).toHaveLength(1);
  });

  it('is saved again while the page is being left if the last save is still unanswered', async () => {
    const reader = visit(new Map());
    await reader.open();
    await vi.advanceTimersByTimeAsync(2_000);
    reader.saves.length = 0;
    reader.view.setPosition(SCAN.id, { ...START, depth: 12 });
    // Only runs the timer; the answer arrives in a later task.
    vi.advanceTimersByTime(1_000);
    reader.leavePage();
    expect(reader.saves).toEqual([{}, { keepalive: true }]);
  });

  it('keeps layout, zoom and tool and restores the planes when another scan of the study is opened', async () => {
    const stored = new Map<string, string>();
    const firstVisit = visit(stored);
    await firstVisit.open();
    firstVisit.view.set({
      selectedLayoutId: 'breast-planes.four-up',
      activeToolId: 'breast-planes.cross',
    });
    firstVisit.view.setPosition(SCAN.id, { ...START, depth: 12 });
    await vi.advanceTimersByTimeAsync(2_000);
    firstVisit.persistence.dispose();

    const secondVisit = visit(stored);
    secondVisit.startWith('the-other-breast');
    await vi.advanceTimersByTimeAsync(0);
    secondVisit.view.set({
      selectedLayoutId: 'breast-planes.four-planes',
      activeToolId: 'breast-planes.length',
    });
    await secondVisit.open();
    expect(secondVisit.view.store.getState()).toMatchObject({
      selectedLayoutId: 'breast-planes.four-planes',
      activeToolId: 'breast-planes.length',
    });
    expect(secondVisit.position()).toMatchObject({ depth: 12 });
  });

  it('restores viewed ranges and user adjustments of a visible scan', async () => {
    const stored = new Map<string, string>();
    const firstVisit = visit(stored);
    await firstVisit.open();
    const shown = { id: 'a', geometry: volume, voxels: new Uint8Array(0) };
    firstVisit.reading.setVolume(SCAN.id, { volume: shown });
    firstVisit.view.setPosition(SCAN.id, { ...START, depth: 5 });
    firstVisit.presentations.setAdjustment(SCAN.id, ['COR'], {
      ...NEUTRAL_ADJUSTMENT,
      brightness: 20,
    });
    await vi.advanceTimersByTimeAsync(2_000);
    firstVisit.persistence.dispose();

    const secondVisit = visit(stored);
    secondVisit.reading.addCell('left', 'COR', SCAN.id);
    await secondVisit.open();
    const ranges = secondVisit.viewed.store.getState()[SCAN.id]?.COR ?? [];
    expect(ranges.some(([from, to]) => from <= 5 && to >= 5)).toBe(true);
    const { adjustments } = secondVisit.presentations.store.getState();
    expect(adjustments[SCAN.id]?.COR?.brightness).toBe(20);
  });

  it('publishes the viewed fraction as soon as the scan is restored', async () => {
    const stored = new Map<string, string>();
    const firstVisit = visit(stored, { fileId: OLD_FILE });
    await firstVisit.open();
    firstVisit.show(SCAN.id);
    const share = firstVisit.view.store.getState().viewedFractions[SCAN.id];
    expect(share).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(2_000);
    firstVisit.persistence.dispose();

    const secondVisit = visit(stored, { fileId: OLD_FILE });
    await secondVisit.open();
    secondVisit.show(SCAN.id);
    expect(secondVisit.view.store.getState().viewedFractions[SCAN.id]).toBe(share);
  });

  it('keeps the viewed ranges of a scan that was shown but never opened, and publishes their fraction', async () => {
    const stored = new Map<string, string>();
    const firstVisit = visit(stored);
    await firstVisit.open();
    firstVisit.reading.setVolume(OTHER_SCAN.id, { geometry: volume, fileId: NEW_FILE });
    firstVisit.reading.addCell('left', 'COR', OTHER_SCAN.id);
    firstVisit.view.setPosition(OTHER_SCAN.id, START);
    firstVisit.show(OTHER_SCAN.id);
    const share = firstVisit.view.store.getState().viewedFractions[OTHER_SCAN.id];
    expect(share).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(2_000);
    firstVisit.persistence.dispose();

    const secondVisit = visit(stored);
    await secondVisit.open();
    expect(secondVisit.view.store.getState().viewedFractions[OTHER_SCAN.id]).toBe(share);
    secondVisit.view.setPosition(SCAN.id, { ...START, depth: 3 });
    await vi.advanceTimersByTimeAsync(2_000);
    const states = readStates(stored.get(STATES_CODE) ?? null).states;
    expect(states.find(({ scanId }) => scanId === OTHER_SCAN.id)?.seen.COR).toHaveLength(1);
  });

  it('restores user adjustments of a scan shown beside the opened scan', async () => {
    const stored = new Map<string, string>();
    const firstVisit = visit(stored);
    await firstVisit.open();
    firstVisit.presentations.setAdjustment(SCAN.id, ['COR'], {
      ...NEUTRAL_ADJUSTMENT,
      brightness: 20,
    });
    await vi.advanceTimersByTimeAsync(1_500);
    firstVisit.persistence.dispose();
    const secondVisit = visit(stored);
    secondVisit.reading.addCell('left', 'COR', SCAN.id);
    await vi.advanceTimersByTimeAsync(0);
    const { adjustments } = secondVisit.presentations.store.getState();
    expect(adjustments[SCAN.id]?.COR?.brightness).toBe(20);
  });

  it('keeps newer adjustments of this visit over stored adjustments', async () => {
    const stored = new Map<string, string>();
    const firstVisit = visit(stored);
    await firstVisit.open();
    firstVisit.presentations.setAdjustment(SCAN.id, ['COR', 'SAG'], {
      ...NEUTRAL_ADJUSTMENT,
      brightness: 20,
    });
    await vi.advanceTimersByTimeAsync(2_000);
    firstVisit.persistence.dispose();

    const secondVisit = visit(stored);
    secondVisit.reading.addCell('left', 'COR', SCAN.id);
    secondVisit.presentations.setAdjustment(SCAN.id, ['SAG'], {
      ...NEUTRAL_ADJUSTMENT,
      brightness: -5,
    });
    await secondVisit.open();
    const { COR, SAG } = secondVisit.presentations.store.getState().adjustments[SCAN.id] ?? {};
    expect([COR?.brightness, SAG?.brightness]).toEqual([20, -5]);
  });

  it('includes changes of the last second before another scan of the study is opened', async () => {
    const stored = new Map<string, string>();
    const reader = visit(stored);
    await reader.open();
    reader.view.setPosition(SCAN.id, { ...START, depth: 7 });
    reader.openScan('another');
    const { states } = readStates(stored.get(STATES_CODE) ?? null);
    expect(states[0]?.positions[SCAN.id]).toMatchObject({ depth: 7 });
  });

  it('is saved every second during continuous changes', async () => {
    const stored = new Map<string, string>();
    const reader = visit(stored);
    await reader.open();
    for (let depth = 1; depth <= 20; depth++) {
      reader.view.setPosition(SCAN.id, { ...START, depth });
      await vi.advanceTimersByTimeAsync(100);
    }
    const { states } = readStates(stored.get(STATES_CODE) ?? null);
    expect(states[0]?.positions[SCAN.id]?.depth).toBeGreaterThan(10);
  });

  it('includes changes of the last second before disposal', async () => {
    const stored = new Map<string, string>();
    const reader = visit(stored);
    await reader.open();
    reader.view.setPosition(SCAN.id, { ...START, depth: 7 });
    reader.persistence.dispose();
    const { states } = readStates(stored.get(STATES_CODE) ?? null);
    expect(states[0]?.positions[SCAN.id]).toMatchObject({ depth: 7 });
  });

  it('keeps each reader’s own adjustments when others have saved theirs with the scan', async () => {
    const stored = new Map<string, string>();
    const firstVisit = visit(stored);
    await firstVisit.open();
    firstVisit.presentations.setAdjustment(SCAN.id, ['COR'], {
      ...NEUTRAL_ADJUSTMENT,
      brightness: 20,
    });
    await vi.advanceTimersByTimeAsync(2_000);
    const secondVisit = visit(stored);
    await secondVisit.open();
    const imageAdjustments = { COR: { ...NEUTRAL_ADJUSTMENT, brightness: -40, inverted: true } };
    const ownAdjustment = adjustmentOf(
      secondVisit.presentations.store.getState(),
      { ...SCAN, imageAdjustments },
      'COR',
    );
    expect(ownAdjustment).toMatchObject({ brightness: 20, inverted: false });
    // A reader without own adjustments starts with those saved last with the scan.
    const otherReader = visit(new Map());
    await otherReader.open();
    const otherAdjustment = adjustmentOf(
      otherReader.presentations.store.getState(),
      { ...SCAN, imageAdjustments },
      'COR',
    );
    expect(otherAdjustment.brightness).toBe(-40);
  });

  it('ignores an unknown tool', async () => {
    const stored = new Map<string, string>();
    const firstVisit = visit(stored);
    await firstVisit.open();
    firstVisit.view.set({ activeToolId: 'other.tool' });
    await vi.advanceTimersByTimeAsync(2_000);
    const secondVisit = visit(stored);
    await secondVisit.open();
    expect(secondVisit.view.store.getState().activeToolId).toBeNull();
  });
});
