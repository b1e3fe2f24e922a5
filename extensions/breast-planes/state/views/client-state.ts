import type { ClientState } from '#contracts';
import type { Preferences, StudyDocument, ViewState } from '#core';
import { type Disposable, disposeAll, type Logger, toDisposable } from '#foundation';
import { heldPosition } from '../../model/planes/linked-position.ts';
import { readStates, STATES_CODE, withState } from '../../model/views/stored-states.ts';
import { panOf, type ReadingState, type ReadingValues } from '../volumes/reading-state.ts';
import type { Looks } from './looks.ts';
import { ownGreys } from './own-greys.ts';
import type { Seen } from './seen.ts';

const SAVE_AFTER_MS = 1_000;

export interface ClientStateParts {
  readonly view: ViewState;
  readonly study: Pick<StudyDocument, 'store'>;
  readonly reading: ReadingState;
  readonly looks: Looks;
  readonly seen: Seen;
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
export function keepClientState(parts: ClientStateParts): Disposable {
  const { study, preferences, log } = parts;
  /** The scan that has been brought back; null while its state is still on its way. */
  let restored: string | null = null;
  let opening = 0;
  /** The study of which a scan was opened already. */
  let broughtBackOf: string | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const stored = () => readStates(preferences.store.getState().values.get(STATES_CODE) ?? null);

  async function open(scanId: string): Promise<void> {
    const mine = ++opening;
    restored = null;
    const now = study.store.getState().study?.id ?? null;
    const begins = now !== broughtBackOf;
    broughtBackOf = now;
    // A press into the other breast opens it where it is: its picture and the tool in hand stay.
    const onScreen = Object.values(parts.reading.store.getState().cells).some(
      (cell) => cell.scanId === scanId,
    );
    const ready = await preferences.whenReady();
    if (mine !== opening) return;
    if (!ready.ok) {
      log.log('warn', 'How the scan was left could not be read', { code: ready.problem.code });
      return;
    }
    const { states, faults } = stored();
    for (const fault of faults) log.log('warn', 'A stored client state is ignored', { fault });
    const found = states.find((state) => state.scanId === scanId);
    restored = scanId;
    goOnBeside(parts, scanId, states);
    if (found === undefined) return;
    goOn(parts, scanId, found);
    if (!onScreen) bringBack(parts, scanId, found, begins);
  }

  function save(targetScanId = study.store.getState().targetScanId): void {
    timer = null;
    if (targetScanId === null || restored !== targetScanId) return;
    const text = withNow(parts, targetScanId, stored().states);
    void preferences.save(STATES_CODE, text).then((answer) => {
      if (answer.ok) return;
      log.log('warn', 'How the scan is left was not kept', { code: answer.problem.code });
    });
  }
  const later = (): void => {
    if (restored === null || restored !== study.store.getState().targetScanId) return;
    // Not put off by the next change: who works without a pause is to find it all the same.
    timer ??= setTimeout(() => save(), SAVE_AFTER_MS);
  };

  const target = study.store.getState().targetScanId;
  const begin = hangAnew(parts);
  begin();
  if (target !== null) void open(target);
  const stops = [
    study.store.subscribe((state, before) => {
      begin();
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
    ...whenLeftOtherwise(parts, later),
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
function hangAnew({ study, view }: ClientStateParts): () => void {
  let studyId: string | null = null;
  return () => {
    const { study: open } = study.store.getState();
    if (open === null || open.id === studyId) return;
    studyId = open.id;
    view.set({ chosenLayoutId: null, chosenPriorId: null });
  };
}

/** Tells of every change that a stored state holds. */
function whenLeftOtherwise(parts: ClientStateParts, tell: () => void): readonly (() => void)[] {
  const { view, reading, looks, seen } = parts;
  const kept = ['positions', 'activeCellId', 'activeToolId', 'referenceLines'] as const;
  const all = [...kept, 'chosenLayoutId', 'maximisedCellId'] as const;
  return [
    view.store.subscribe((state, before) => {
      if (all.some((key) => state[key] !== before[key])) tell();
    }),
    reading.store.subscribe((state, before) => {
      if (state.zoom !== before.zoom || state.pans !== before.pans) tell();
    }),
    looks.store.subscribe(tell),
    seen.store.subscribe(tell),
  ];
}

function withNow(parts: ClientStateParts, scanId: string, before: readonly ClientState[]): string {
  const beside = seenBeside(parts, scanId, before);
  const others = before.filter((state) => beside.every((one) => one.scanId !== state.scanId));
  return withState([...beside, ...others], stateNow(parts, scanId, before));
}

/** What was seen of the other scans that are shown: nobody has to press into them for that. */
function seenBeside(
  parts: ClientStateParts,
  targetScanId: string,
  before: readonly ClientState[],
): readonly ClientState[] {
  const volumes = parts.reading.store.getState();
  const seen = parts.seen.store.getState();
  return parts.study.store.getState().scans.flatMap(({ id }): readonly ClientState[] => {
    const volume = volumeOf(volumes, id);
    if (id === targetScanId || seen[id] === undefined || volume === null) return [];
    const known = before.find((state) => state.scanId === id);
    if (known === undefined) return [stateNow(parts, id, before)];
    // Where its planes stood counts the voxels of another volume: that is turned when it is opened.
    return known.volume?.fileId === volume.fileId ? [{ ...known, seen: seenOf(parts, id) }] : [];
  });
}

function stateNow(
  parts: ClientStateParts,
  scanId: string,
  before: readonly ClientState[],
): ClientState {
  const { view, study, reading, looks } = parts;
  const values = view.store.getState();
  const { patient, study: open } = study.store.getState();
  const position = values.positions[scanId];
  const shown = reading.store.getState();
  const adjustments = looks.store.getState().adjustments[scanId] ?? {};
  return {
    patientId: patient?.id ?? null,
    studyId: open?.id ?? null,
    scanId,
    positions: position === undefined ? {} : { [scanId]: position },
    activePanel: values.activeCellId,
    selectedTool: values.activeToolId,
    imageAdjustments: adjustments,
    referenceLines: values.referenceLines,
    lastActivityAt: parts.nowIso(),
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
    layout: values.chosenLayoutId,
    // One that memory had no room for any more still is what positions count.
    volume:
      volumeOf(shown, scanId) ?? before.find((state) => state.scanId === scanId)?.volume ?? null,
    seen: seenOf(parts, scanId),
  };
}

const seenOf = ({ seen }: ClientStateParts, scanId: string): ClientState['seen'] =>
  Object.fromEntries(
    Object.entries(seen.store.getState()[scanId] ?? {}).map(([plane, some]) => [
      plane,
      [...some]
        .sort((a, b) => b[1] - b[0] - (a[1] - a[0]))
        .slice(0, MOST_PARTS)
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
const MOST_PARTS = 40;
const rounded = (value: number): number => Math.round(value * 100) / 100;

const sizeOf = (maximised: string | null, cellId: string) =>
  maximised === null ? 'AUTOSIZE' : maximised === cellId ? 'MAXIMIZED' : 'MINIMIZED';

/** What holds wherever the scan stands: what of it was seen, and this person's greys. */
function goOn(parts: ClientStateParts, scanId: string, state: ClientState): void {
  ownGreys(parts, state);
  parts.seen.restore(scanId, state.seen, state.volume);
}

/** How much of the study's other scans was seen stands beside each of them, whichever is opened. */
function goOnBeside(
  { seen, study }: ClientStateParts,
  scanId: string,
  states: readonly ClientState[],
): void {
  for (const { id } of study.store.getState().scans) {
    const found = id === scanId ? undefined : states.find((state) => state.scanId === id);
    if (found !== undefined) seen.restore(id, found.seen, found.volume);
  }
}

/** Within an open study the layout, the zoom and the tool in hand stay; the planes go to their place. */
function bringBack(
  parts: ClientStateParts,
  scanId: string,
  state: ClientState,
  begins: boolean,
): void {
  const { view } = parts;
  if (!begins) {
    whenShown(parts, scanId, () => placeAsLeft(parts, scanId, state));
    return;
  }
  view.set({
    chosenLayoutId: state.layout,
    referenceLines: state.referenceLines,
    ...(state.activePanel === null ? {} : { activeCellId: state.activePanel }),
  });
  whenShown(parts, scanId, () => {
    const tool = state.selectedTool;
    if (tool !== null && parts.isTool(tool)) view.set({ activeToolId: tool });
    placeAsLeft(parts, scanId, state);
    viewportsAsLeft(parts, scanId, state);
  });
}

function placeAsLeft(
  { view, reading }: ClientStateParts,
  scanId: string,
  state: ClientState,
): void {
  const volume = reading.store.getState().volumes[scanId]?.geometry ?? null;
  const position = state.positions[scanId];
  if (volume !== null && position !== undefined) {
    view.setPosition(scanId, heldPosition(volume, position, state.volume));
  }
}

/** Zoom, pan and size of the views that show the same planes again. */
function viewportsAsLeft(parts: ClientStateParts, scanId: string, state: ClientState): void {
  const { reading, view } = parts;
  for (const [cellId, cell] of Object.entries(reading.store.getState().cells)) {
    const saved = state.savedViewports.find((one) => one.view === cell.plane);
    if (saved === undefined || cell.scanId !== scanId) continue;
    reading.setZoom(saved.zoom);
    reading.setPan(cellId, { rightMm: saved.pan[0], downMm: saved.pan[1] });
    if (saved.size === 'MAXIMIZED') view.set({ maximisedCellId: cellId });
  }
}

/** Once the scan's volume is known, its planes have their place and its views are on the screen. */
function whenShown(parts: ClientStateParts, scanId: string, act: () => void): void {
  const { view, reading, study } = parts;
  const shown = (): boolean => {
    const { cells, volumes } = reading.store.getState();
    return (
      Object.values(cells).some((cell) => cell.scanId === scanId) &&
      volumes[scanId]?.geometry != null &&
      view.store.getState().positions[scanId] !== undefined
    );
  };
  if (shown()) {
    act();
    return;
  }
  const stops: (() => void)[] = [];
  const end = (): void => {
    for (const stop of stops) stop();
  };
  const look = (): void => {
    if (study.store.getState().targetScanId !== scanId) end();
    else if (shown()) {
      end();
      // All views of the layout come on the screen in one go; the last of them too.
      queueMicrotask(act);
    }
  };
  stops.push(reading.store.subscribe(look), view.store.subscribe(look));
  stops.push(study.store.subscribe(look));
}
