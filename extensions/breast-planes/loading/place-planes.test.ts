import { describe, expect, it } from 'vitest';
import { createViewState, type ExtensionContext, studyToken, viewStateToken } from '#core';
import { positionToMm, scannedVolumeGeometry, type VolumeGeometry } from '#geometry';
import { createReadingState, readingToken } from '../state/volumes/reading-state.ts';
import { placePlanes } from './place-planes.ts';

const coarse = scannedVolumeGeometry([60, 40, 60], [1, 1, 1], 30);
const fine = scannedVolumeGeometry([120, 80, 120], [0.5, 0.5, 0.5], 30);
const small = scannedVolumeGeometry([20, 10, 20], [1, 1, 1], 10);

function createHarness() {
  const view = createViewState();
  const reading = createReadingState();
  let known: VolumeGeometry | null = null;
  const study = {
    store: { getState: () => ({ scans: [] }) },
    volumeGeometry: () => known,
    setVolumeGeometry: (_: string, geometry: VolumeGeometry) => {
      known = geometry;
    },
  };
  const services = new Map<unknown, unknown>([
    [viewStateToken, view],
    [readingToken, reading],
    [studyToken, study],
  ]);
  const context = { use: (token: unknown) => services.get(token) } as ExtensionContext;
  const load = (geometry: VolumeGeometry): void => {
    reading.setVolume('scan', { geometry });
    placePlanes(context, 'scan');
  };
  const position = () => {
    const current = view.store.getState().positions.scan;
    if (current === undefined) throw new Error('The planes have no position');
    return current;
  };
  return { load, position, view };
}

const POSITION = { sag: 12, tra: -7, depth: 9, rad: 77 };

describe('planes of a newly reconstructed scan', () => {
  it('keep their location in the patient when the voxel grid changes', () => {
    const { load, position, view } = createHarness();
    load(coarse);
    view.setPosition('scan', POSITION);
    load(fine);
    const previousMm = positionToMm(coarse, POSITION);
    for (const [axis, mm] of positionToMm(fine, position()).entries()) {
      expect(mm).toBeCloseTo(previousMm[axis] ?? Number.NaN, 9);
    }
    expect(position().rad).toBe(77);
  });

  it('are clamped to a smaller volume', () => {
    const { load, position, view } = createHarness();
    load(coarse);
    view.setPosition('scan', { ...POSITION, depth: 38 });
    load(small);
    expect(position()).toMatchObject({ sag: 10, tra: -7, depth: 10 });
  });

  it('do not move when the same volume is loaded again', () => {
    const { load, position, view } = createHarness();
    load(coarse);
    view.setPosition('scan', POSITION);
    const previous = position();
    load({ ...coarse });
    expect(position()).toBe(previous);
    expect(position()).toEqual(POSITION);
  });
});
