import type { ClientState } from '#contracts';
import type { PreferenceSaving, Preferences, StudyDocument, ViewState } from '#core';
import { type Disposable, disposeAll, type Logger, toDisposable } from '#foundation';
import { clampToVolume } from '../../model/planes/linked-position.ts';
import { readStates, STATES_CODE, withState } from '../../model/views/stored-states.ts';
import { panOf, type ReadingState, type ReadingValues } from '../volumes/reading-state.ts';
import type { Presentations } from './presentations.ts';
import { restoreUserAdjustments } from './user-adjustments.ts';
import type { ViewedState } from './viewed-state.ts';

/** Time from the first unsaved change to saving. */
const SAVE_AFTER_MS = 1_000;

export interface ClientStateDeps {
  readonly view: ViewState;
  readonly study: Pick<StudyDocument, 'store'>;
  readonly reading: ReadingState;
  readonly presentations: Presentations;
  readonly viewed: ViewedState;
  readonly preferences: Preferences;
  readonly log: Logger;
  /** Returns whether a tool exists; a stored tool may no longer be registered. */
  isTool(id: string): boolean;
  nowIso(): string;
  /** Called once the opened scan is visible with its restored or initial planes. */
  onShown(scanId: string): void;
  /** Source of `pagehide` events; the window. */
  readonly events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

/**
 * Restores the view state that the user last saved for each opened scan, on any machine, and saves
 * changes. Neither restores nor saves while the server is offline; reading continues.
 */
export function persistClientState(deps: ClientStateDeps): Disposable {
  const { study, preferences, log } = deps;
  /** The restored scan; null while its state is loading. */
  let restored: string | null = null;
  /** Number of `open` calls; a call ends early if another has started. */
  let opening = 0;
  /** The study whose first scan was already opened. */
  let openedStudyId: string | null = null;

  async function open(scanId: string): Promise<void> {
    const attempt = ++opening;
    restored = null;
    const studyId = study.store.getState().study?.id ?? null;
    const isNewStudy = studyId !== openedStudyId;
    openedStudyId = studyId;
    // A click into the other breast opens it in the current layout; images and active tool stay.
    const onScreen = Object.values(deps.reading.store.getState().cells).some(
      (cell) => cell.scanId === scanId,
    );
    const ready = await preferences.whenReady();
    if (attempt !== opening) return;
    if (!ready.ok) {
      log.log('warn', 'Could not read the stored client state', { code: ready.problem.code });
    } else restore(scanId, isNewStudy || !onScreen, isNewStudy);
    // Runs after the restored planes, which wait for the same.
    whenVisible(deps, scanId, () => deps.onShown(scanId));
  }

  function restore(scanId: string, restoresViews: boolean, isNewStudy: boolean): void {
    const { states, faults } = storedStates(preferences);
    for (const fault of faults) log.log('warn', 'Ignored an invalid client state', { fault });
    const saved = states.find((state) => state.scanId === scanId);
    restored = scanId;
    resumeSiblings(deps, scanId, states);
    if (saved === undefined) return;
    resumeScan(deps, scanId, saved);
    // Views of a new study may show its scan before it is opened.
    if (restoresViews) restoreViews(deps, scanId, saved, isNewStudy);
  }

  const saver = createSaver(deps, (scanId) => restored === scanId);
  const target = study.store.getState().targetScanId;
  const resetLayout = createLayoutReset(deps);
  resetLayout();
  if (target !== null) void open(target);
  const stops = [
    study.store.subscribe((state, before) => {
      resetLayout();
      if (state.targetScanId === before.targetScanId) return;
      // Saves pending changes of the previous scan while its study is open.
      const hasChanges = saver.cancel();
      if (hasChanges && state.targetScanId !== null) saver.save(before.targetScanId);
      if (state.targetScanId !== null) void open(state.targetScanId);
      else restored = null;
    }),
    ...subscribeToChanges(deps, saver.schedule),
    saveOnPageHide(deps, saver),
  ];
  return toDisposable(() => {
    opening += 1;
    disposeAll(stops.map(toDisposable));
    if (saver.cancel()) saver.save();
  });
}

type Saver = ReturnType<typeof createSaver>;

/** @param isRestored whether the state of a scan was restored; others are not overwritten */
function createSaver(deps: ClientStateDeps, isRestored: (scanId: string) => boolean) {
  const { study, preferences, log } = deps;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let unansweredSaves = 0;
  const target = () => study.store.getState().targetScanId;

  function save(scanId = target(), options: PreferenceSaving = {}): void {
    timer = null;
    if (scanId === null || !isRestored(scanId)) return;
    const text = withCurrentState(deps, scanId, storedStates(preferences).states);
    unansweredSaves += 1;
    void preferences.save(STATES_CODE, text, options).then((result) => {
      unansweredSaves -= 1;
      if (result.ok) return;
      log.log('warn', 'Could not store the client state', { code: result.problem.code });
    });
  }
  return {
    save,
    /** Not postponed by further changes, so that continuous work is saved as well. */
    schedule(): void {
      const scanId = target();
      if (scanId === null || !isRestored(scanId)) return;
      timer ??= setTimeout(() => save(), SAVE_AFTER_MS);
    },
    /** Cancels the scheduled save and returns whether there was one. */
    cancel(): boolean {
      if (timer === null) return false;
      clearTimeout(timer);
      timer = null;
      return true;
    },
    isUnsaved: () => timer !== null || unansweredSaves > 0,
  };
}

/** Saves changes while the page is being left; returns a function that ends this. */
function saveOnPageHide({ events }: ClientStateDeps, saver: Saver): () => void {
  const onPageHide = (): void => {
    if (!saver.isUnsaved()) return;
    saver.cancel();
    saver.save(undefined, { keepalive: true });
  };
  events.addEventListener('pagehide', onPageHide);
  return () => events.removeEventListener('pagehide', onPageHide);
}

const storedStates = (preferences: Preferences) =>
  readStates(preferences.store.getState().values.get(STATES_CODE) ?? null);

/** Resets the selected layout and prior for another study, which is hung by its own rules. */
function createLayoutReset({ study, view }: ClientStateDeps): () => void {
  let studyId: string | null = null;
  return () => {
    const { study: open } = study.store.getState();
    if (open === null || open.id === studyId) return;
    studyId = open.id;
    view.set({ selectedLayoutId: null, selectedPriorId: null });
  };
}

/** Calls `onChange` after every change of a value that is part of the stored state. */
function subscribeToChanges(deps: ClientStateDeps, onChange: () => void): readonly (() => void)[] {
  const { view, reading, presentations, viewed } = deps;
  const viewKeys = [
    'positions',
    'activeCellId',
    'activeToolId',
    'referenceLines',
    'selectedLayoutId',
    'maximisedCellId',
  ] as const;
  return [
    view.store.subscribe((state, before) => {
      if (viewKeys.some((key) => state[key] !== before[key])) onChange();
    }),
    reading.store.subscribe((state, before) => {
      if (state.zoom !== before.zoom || state.pans !== before.pans) onChange();
    }),
    presentations.store.subscribe(onChange),
    viewed.store.subscribe(onChange),
  ];
}

function withCurrentState(
  deps: ClientStateDeps,
  scanId: string,
  savedStates: readonly ClientState[],
): string {
  const siblings = siblingStates(deps, scanId, savedStates);
  const others = savedStates.filter((state) =>
    siblings.every((sibling) => sibling.scanId !== state.scanId),
  );
  return withState([...siblings, ...others], currentState(deps, scanId, savedStates));
}

/**
 * Returns the states of the other shown scans with their viewed ranges, because these scans need
 * not be opened.
 */
function siblingStates(
  deps: ClientStateDeps,
  targetScanId: string,
  savedStates: readonly ClientState[],
): readonly ClientState[] {
  const volumes = deps.reading.store.getState();
  const viewed = deps.viewed.store.getState();
  return deps.study.store.getState().scans.flatMap(({ id }): readonly ClientState[] => {
    const volume = volumeOf(volumes, id);
    if (id === targetScanId || viewed[id] === undefined || volume === null) return [];
    const known = savedStates.find((state) => state.scanId === id);
    if (known === undefined) return [currentState(deps, id, savedStates)];
    // Skips states of another volume, whose positions are converted when the scan is opened.
    return known.volume?.fileId === volume.fileId
      ? [{ ...known, seen: viewedRangesOf(deps, id) }]
      : [];
  });
}

function currentState(
  deps: ClientStateDeps,
  scanId: string,
  savedStates: readonly ClientState[],
): ClientState {
  const { view, study, reading, presentations } = deps;
  const values = view.store.getState();
  const { patient, study: open } = study.store.getState();
  const position = values.positions[scanId];
  const shown = reading.store.getState();
  const adjustments = presentations.store.getState().adjustments[scanId] ?? {};
  return {
    patientId: patient?.id ?? null,
    studyId: open?.id ?? null,
    scanId,
    positions: position === undefined ? {} : { [scanId]: position },
    activePanel: values.activeCellId,
    selectedTool: values.activeToolId,
    imageAdjustments: adjustments,
    referenceLines: values.referenceLines,
    lastActivityAt: deps.nowIso(),
    savedViewports: Object.entries(shown.cells)
      .filter(([, cell]) => cell.scanId === scanId)
      .map(([cellId, { plane }]) => {
        const { rightMm, downMm } = panOf(shown, cellId);
        return {
          view: plane,
          zoom: shown.zoom,
          pan: [rightMm, downMm] as const,
          size: sizeOf(values.maximisedCellId, cellId),
          adjustment: adjustments[plane] ?? null,
        };
      }),
    layout: values.selectedLayoutId,
    // Keeps the volume dropped from memory, because the positions refer to its voxels.
    volume:
      volumeOf(shown, scanId) ??
      savedStates.find((state) => state.scanId === scanId)?.volume ??
      null,
    seen: viewedRangesOf(deps, scanId),
  };
}

const viewedRangesOf = ({ viewed }: ClientStateDeps, scanId: string): ClientState['seen'] =>
  Object.fromEntries(
    Object.entries(viewed.store.getState()[scanId] ?? {}).map(([plane, ranges]) => [
      plane,
      [...ranges]
        .sort((a, b) => b[1] - b[0] - (a[1] - a[0]))
        .slice(0, MAX_RANGES)
        .map(([from, to]): [number, number] => [rounded(from), rounded(to)]),
    ]),
  );

/** Returns the volume that positions and viewed ranges refer to; null if unknown. */
function volumeOf({ volumes }: ReadingValues, scanId: string): ClientState['volume'] {
  const { fileId = null, geometry = null } = volumes[scanId] ?? {};
  if (fileId === null || geometry === null) return null;
  const { sizes, spacingMm, originMm } = geometry;
  return { fileId, sizes, spacingMm, originMm };
}

/**
 * Maximum number of stored ranges per plane, longest first, because many single slices would exceed
 * the size of the preference.
 */
const MAX_RANGES = 40;
const rounded = (value: number): number => Math.round(value * 100) / 100;

function sizeOf(maximisedCellId: string | null, cellId: string) {
  if (maximisedCellId === null) return 'AUTOSIZE';
  return maximisedCellId === cellId ? 'MAXIMIZED' : 'MINIMIZED';
}

/** Restores what does not depend on the layout: viewed ranges and user adjustments. */
function resumeScan(deps: ClientStateDeps, scanId: string, state: ClientState): void {
  restoreUserAdjustments(deps, state);
  deps.viewed.restore(scanId, state.seen, state.volume);
}

/**
 * Restores the viewed ranges of the other scans, whose fractions are shown whichever scan is
 * opened.
 */
function resumeSiblings(
  { viewed, study }: ClientStateDeps,
  scanId: string,
  states: readonly ClientState[],
): void {
  for (const { id } of study.store.getState().scans) {
    const saved = id === scanId ? undefined : states.find((state) => state.scanId === id);
    if (saved !== undefined) viewed.restore(id, saved.seen, saved.volume);
  }
}

/**
 * Restores plane positions, layout, active view, tool and viewports for a newly opened study; only
 * the plane positions for another scan of the same study.
 */
function restoreViews(
  deps: ClientStateDeps,
  scanId: string,
  state: ClientState,
  isNewStudy: boolean,
): void {
  const { view } = deps;
  if (!isNewStudy) {
    whenVisible(deps, scanId, () => {
      // The planes stay at a finding whose choice has opened the scan.
      const { selectedFindingId } = deps.study.store.getState();
      if (selectedFindingId === null) restorePosition(deps, scanId, state);
    });
    return;
  }
  view.set({
    selectedLayoutId: state.layout,
    referenceLines: state.referenceLines,
    ...(state.activePanel === null ? {} : { activeCellId: state.activePanel }),
  });
  whenVisible(deps, scanId, () => {
    const tool = state.selectedTool;
    if (tool !== null && deps.isTool(tool)) view.set({ activeToolId: tool });
    restorePosition(deps, scanId, state);
    restoreViewports(deps, scanId, state);
  });
}

function restorePosition(
  { view, reading }: ClientStateDeps,
  scanId: string,
  state: ClientState,
): void {
  const volume = reading.store.getState().volumes[scanId]?.geometry ?? null;
  const position = state.positions[scanId];
  if (volume !== null && position !== undefined) {
    view.setPosition(scanId, clampToVolume(volume, position, state.volume));
  }
}

/** Restores zoom, pan and size of views that show the same planes. */
function restoreViewports(deps: ClientStateDeps, scanId: string, state: ClientState): void {
  const { reading, view } = deps;
  for (const [cellId, cell] of Object.entries(reading.store.getState().cells)) {
    const saved = state.savedViewports.find((viewport) => viewport.view === cell.plane);
    if (saved === undefined || cell.scanId !== scanId) continue;
    reading.setZoom(saved.zoom);
    reading.setPan(cellId, { rightMm: saved.pan[0], downMm: saved.pan[1] });
    if (saved.size === 'MAXIMIZED') view.set({ maximisedCellId: cellId });
  }
}

/**
 * Runs the action once the scan's volume and plane positions are known and its views are visible.
 */
function whenVisible(deps: ClientStateDeps, scanId: string, action: () => void): void {
  const { view, reading, study } = deps;
  const isVisible = (): boolean => {
    const { cells, volumes } = reading.store.getState();
    return (
      Object.values(cells).some((cell) => cell.scanId === scanId) &&
      volumes[scanId]?.geometry != null &&
      view.store.getState().positions[scanId] !== undefined
    );
  };
  if (isVisible()) {
    action();
    return;
  }
  const stops: (() => void)[] = [];
  const end = (): void => {
    for (const stop of stops) stop();
  };
  const check = (): void => {
    if (study.store.getState().targetScanId !== scanId) end();
    else if (isVisible()) {
      end();
      // Deferred, because all views of the layout are added in the same task.
      queueMicrotask(action);
    }
  };
  stops.push(reading.store.subscribe(check), view.store.subscribe(check));
  stops.push(study.store.subscribe(check));
}
