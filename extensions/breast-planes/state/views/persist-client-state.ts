import type { ClientState } from '#contracts';
import type { Preferences, StudyDocument, ViewState } from '#core';
import { type Disposable, disposeAll, type Logger, toDisposable } from '#foundation';
import { clampToVolume } from '../../model/planes/linked-position.ts';
import { readStates, STATES_CODE, withState } from '../../model/views/stored-states.ts';
import { panOf, type ReadingState, type ReadingValues } from '../volumes/reading-state.ts';
import type { Presentations } from './presentations.ts';
import { restoreUserAdjustments } from './user-adjustments.ts';
import type { ViewedState } from './viewed-state.ts';

const SAVE_AFTER_MS = 1_000;

export interface ClientStateDeps {
  readonly view: ViewState;
  readonly study: Pick<StudyDocument, 'store'>;
  readonly reading: ReadingState;
  readonly presentations: Presentations;
  readonly viewed: ViewedState;
  readonly preferences: Preferences;
  readonly log: Logger;
  /** Whether that tool exists here; a stored one may have gone. */
  isTool(id: string): boolean;
  nowIso(): string;
}

/**
 * Brings a scan back as this person left it, on whatever machine, and keeps how it is left. Never
 * in the way: while the server is away nothing is restored or kept, and reading goes on.
 */
export function persistClientState(deps: ClientStateDeps): Disposable {
  const { study, preferences, log } = deps;
  /** The scan that has been brought back; null while its state is still on its way. */
  let restored: string | null = null;
  let opening = 0;
  /** The study of which a scan was opened already. */
  let openedStudyId: string | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const stored = () => readStates(preferences.store.getState().values.get(STATES_CODE) ?? null);

  async function open(scanId: string): Promise<void> {
    const attempt = ++opening;
    restored = null;
    const now = study.store.getState().study?.id ?? null;
    const isNewStudy = now !== openedStudyId;
    openedStudyId = now;
    // A press into the other breast opens it where it is: its picture and the tool in hand stay.
    const onScreen = Object.values(deps.reading.store.getState().cells).some(
      (cell) => cell.scanId === scanId,
    );
    const ready = await preferences.whenReady();
    if (attempt !== opening) return;
    if (!ready.ok) {
      log.log('warn', 'How the scan was left could not be read', { code: ready.problem.code });
      return;
    }
    const { states, faults } = stored();
    for (const fault of faults) log.log('warn', 'A stored client state is ignored', { fault });
    const saved = states.find((state) => state.scanId === scanId);
    restored = scanId;
    resumeSiblings(deps, scanId, states);
    if (saved === undefined) return;
    resumeScan(deps, scanId, saved);
    if (!onScreen) restoreViews(deps, scanId, saved, isNewStudy);
  }

  function save(targetScanId = study.store.getState().targetScanId): void {
    timer = null;
    if (targetScanId === null || restored !== targetScanId) return;
    const text = withCurrentState(deps, targetScanId, stored().states);
    void preferences.save(STATES_CODE, text).then((result) => {
      if (result.ok) return;
      log.log('warn', 'How the scan is left was not kept', { code: result.problem.code });
    });
  }
  const scheduleSave = (): void => {
    if (restored === null || restored !== study.store.getState().targetScanId) return;
    // Not put off by the next change: who works without a pause is to find it all the same.
    timer ??= setTimeout(() => save(), SAVE_AFTER_MS);
  };

  const target = study.store.getState().targetScanId;
  const resetLayout = createLayoutReset(deps);
  resetLayout();
  if (target !== null) void open(target);
  const stops = [
    study.store.subscribe((state, before) => {
      resetLayout();
      if (state.targetScanId === before.targetScanId) return;
      if (timer !== null) {
        clearTimeout(timer);
        timer = null;
        // The last second of a scan counts as well, as long as its study is open.
        if (state.targetScanId !== null) save(before.targetScanId);
      }
      if (state.targetScanId !== null) void open(state.targetScanId);
      else restored = null;
    }),
    ...subscribeToChanges(deps, scheduleSave),
  ];
  return toDisposable(() => {
    opening += 1;
    disposeAll(stops.map(toDisposable));
    if (timer === null) return;
    clearTimeout(timer);
    save();
  });
}

/** Another study hangs by its own rules, not as the one before was hung by hand. */
function createLayoutReset({ study, view }: ClientStateDeps): () => void {
  let studyId: string | null = null;
  return () => {
    const { study: open } = study.store.getState();
    if (open === null || open.id === studyId) return;
    studyId = open.id;
    view.set({ selectedLayoutId: null, selectedPriorId: null });
  };
}

/** Tells of every change that a stored state holds. */
function subscribeToChanges(deps: ClientStateDeps, onChange: () => void): readonly (() => void)[] {
  const { view, reading, presentations, viewed } = deps;
  const viewKeys = ['positions', 'activeCellId', 'activeToolId', 'referenceLines'] as const;
  const all = [...viewKeys, 'selectedLayoutId', 'maximisedCellId'] as const;
  return [
    view.store.subscribe((state, before) => {
      if (all.some((key) => state[key] !== before[key])) onChange();
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
  before: readonly ClientState[],
): string {
  const siblings = siblingStates(deps, scanId, before);
  const others = before.filter((state) =>
    siblings.every((sibling) => sibling.scanId !== state.scanId),
  );
  return withState([...siblings, ...others], currentState(deps, scanId, before));
}

/** What was seen of the other scans that are shown: nobody has to press into them for that. */
function siblingStates(
  deps: ClientStateDeps,
  targetScanId: string,
  before: readonly ClientState[],
): readonly ClientState[] {
  const volumes = deps.reading.store.getState();
  const viewed = deps.viewed.store.getState();
  return deps.study.store.getState().scans.flatMap(({ id }): readonly ClientState[] => {
    const volume = volumeOf(volumes, id);
    if (id === targetScanId || viewed[id] === undefined || volume === null) return [];
    const known = before.find((state) => state.scanId === id);
    if (known === undefined) return [currentState(deps, id, before)];
    // Where its planes stood counts the voxels of another volume: that is turned when it is opened.
    return known.volume?.fileId === volume.fileId
      ? [{ ...known, seen: viewedRangesOf(deps, id) }]
      : [];
  });
}

function currentState(
  deps: ClientStateDeps,
  scanId: string,
  before: readonly ClientState[],
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
    // One that memory had no room for any more still is what positions count.
    volume:
      volumeOf(shown, scanId) ?? before.find((state) => state.scanId === scanId)?.volume ?? null,
    seen: viewedRangesOf(deps, scanId),
  };
}

const viewedRangesOf = ({ viewed }: ClientStateDeps, scanId: string): ClientState['seen'] =>
  Object.fromEntries(
    Object.entries(viewed.store.getState()[scanId] ?? {}).map(([plane, some]) => [
      plane,
      [...some]
        .sort((a, b) => b[1] - b[0] - (a[1] - a[0]))
        .slice(0, MAX_RANGES)
        .map(([from, to]): [number, number] => [rounded(from), rounded(to)]),
    ]),
  );

/** Whose voxels positions and seen parts count. */
function volumeOf({ volumes }: ReadingValues, scanId: string): ClientState['volume'] {
  const { fileId = null, geometry = null } = volumes[scanId] ?? {};
  if (fileId === null || geometry === null) return null;
  const { sizes, spacingMm, originMm } = geometry;
  return { fileId, sizes, spacingMm, originMm };
}

/** The longest parts tell nearly all; a thousand single slices would fill the preference. */
const MAX_RANGES = 40;
const rounded = (value: number): number => Math.round(value * 100) / 100;

const sizeOf = (maximised: string | null, cellId: string) =>
  maximised === null ? 'AUTOSIZE' : maximised === cellId ? 'MAXIMIZED' : 'MINIMIZED';

/** What holds wherever the scan stands: what of it was seen, and this person's greys. */
function resumeScan(deps: ClientStateDeps, scanId: string, state: ClientState): void {
  restoreUserAdjustments(deps, state);
  deps.viewed.restore(scanId, state.seen, state.volume);
}

/** How much of the study's other scans was seen stands beside each of them, whichever is opened. */
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

/** Within an open study the layout, the zoom and the tool in hand stay; the planes go to their place. */
function restoreViews(
  deps: ClientStateDeps,
  scanId: string,
  state: ClientState,
  isNewStudy: boolean,
): void {
  const { view } = deps;
  if (!isNewStudy) {
    whenVisible(deps, scanId, () => restorePosition(deps, scanId, state));
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

/** Zoom, pan and size of the views that show the same planes again. */
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

/** Once the scan's volume is known, its planes have their place and its views are on the screen. */
function whenVisible(deps: ClientStateDeps, scanId: string, action: () => void): void {
  const { view, reading, study } = deps;
  const shown = (): boolean => {
    const { cells, volumes } = reading.store.getState();
    return (
      Object.values(cells).some((cell) => cell.scanId === scanId) &&
      volumes[scanId]?.geometry != null &&
      view.store.getState().positions[scanId] !== undefined
    );
  };
  if (shown()) {
    action();
    return;
  }
  const stops: (() => void)[] = [];
  const end = (): void => {
    for (const stop of stops) stop();
  };
  const check = (): void => {
    if (study.store.getState().targetScanId !== scanId) end();
    else if (shown()) {
      end();
      // All views of the layout come on the screen in one go; the last of them too.
      queueMicrotask(action);
    }
  };
  stops.push(reading.store.subscribe(check), view.store.subscribe(check));
  stops.push(study.store.subscribe(check));
}
