import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { fakePlatform } from '#core/testing';
import { OPEN_AI_LAYER } from '#findings';
import { newId } from '#foundation';
import { positionToMm, scannedVolumeGeometry } from '#geometry';
import { aFinding, aLengthMark } from '#testing';
import type { PriorScan } from '../../state/findings/prior-findings.ts';
import { createReadingState } from '../../state/volumes/reading-state.ts';
import type { CommandServices } from '../services.ts';
import { createPriorWalk } from './walk-prior.ts';

const CHOICE = {
  showsHidden: false,
  showsDetections: true,
  hiddenIds: new Set<string>(),
  aiLayer: OPEN_AI_LAYER,
};
const volume = scannedVolumeGeometry([60, 40, 60], [1, 1, 1], 30);

/** Shows the current coronal beside the coronal of a prior scan with findings at these depths. */
async function setUpComparison(...depthsMm: readonly number[]) {
  const { study, backend, viewState, notices, session } = await fakePlatform('PHYSICIAN');
  const [currentScan] = backend.scans;
  if (currentScan === undefined) throw new Error('The fake clinic has no scan');
  await study.open(backend.studyId, currentScan.id);
  const priorScan = { ...currentScan, id: newId(), studyId: newId() };
  const reading = createReadingState();
  for (const { id } of [currentScan, priorScan]) {
    reading.setVolume(id, { geometry: volume });
    reading.addCell(`cell-${id}`, 'COR', id);
    viewState.setPosition(id, { sag: 0, tra: 0, depth: 1, rad: 0 });
  }
  const cells = [currentScan, priorScan].map(({ id }) => `cell-${id}`);
  viewState.set({
    priors: [priorScan],
    visibleCellIds: cells,
    activeCellId: `cell-${priorScan.id}`,
  });
  const findings = depthsMm.map((depthMm, index) => {
    const mark = aLengthMark({ id: newId() });
    const frame = { ...mark.frame, originMm: [-20, depthMm, -20], down: [0, 0, 1] } as const;
    return {
      ...aFinding({ id: newId(), label: index + 1, scan: { id: priorScan.id } }),
      marks: { [mark.id]: { ...mark, planeView: 'COR', frame: { ...frame, right: [1, 0, 0] } } },
    };
  });
  const priorFindings = { findings, hiddenIds: new Set(), signed: null } as unknown as PriorScan;
  const prior = { store: createStore(() => ({ [priorScan.id]: priorFindings })) };
  const services: CommandServices = { study, view: viewState, reading, notices, session };
  const depth = (scanId: string) =>
    positionToMm(volume, viewState.store.getState().positions[scanId] as never)[1];
  return {
    walk: createPriorWalk(services, prior),
    viewState,
    currentScan,
    priorScan,
    study,
    /** Rounded depths in mm: of the prior, of the current scan. */
    depths: () => [depth(priorScan.id), depth(currentScan.id)].map((mm) => Math.round(mm)),
  };
}

it('steps through the prior findings, wraps at the end, and selects no current finding', async () => {
  const { walk, depths, study } = await setUpComparison(10, 20, 30);
  const currentDepth = depths()[1];
  const visited = ([1, 1, 1, 1, -1] as const).map((by) => [walk.step(by, CHOICE), ...depths()]);
  expect(visited).toEqual([10, 20, 30, 10, 30].map((mm) => [true, mm, currentDepth]));
  expect(study.store.getState().selectedFindingId).toBeNull();
});

it('starts at the last finding when stepping backwards', async () => {
  const { walk, depths } = await setUpComparison(10, 20, 30);
  walk.step(-1, CHOICE);
  expect(depths()[0]).toBe(30);
});

it('leaves stepping to the current findings unless a view of a prior is active', async () => {
  const { walk, depths, viewState, currentScan } = await setUpComparison(10, 20);
  const initialDepths = depths();
  viewState.set({ activeCellId: `cell-${currentScan.id}` });
  expect(walk.hasAny(CHOICE)).toBeNull();
  expect(walk.step(1, CHOICE)).toBe(false);
  viewState.set({ activeCellId: null });
  expect(walk.step(1, CHOICE)).toBe(false);
  expect(depths()).toEqual(initialDepths);
});

it('moves nothing in a prior scan without findings and reports that none exist', async () => {
  const { walk, depths } = await setUpComparison();
  const initialDepths = depths();
  expect(walk.hasAny(CHOICE)).toBe(false);
  expect(walk.step(1, CHOICE)).toBe(true);
  expect(depths()).toEqual(initialDepths);
});
