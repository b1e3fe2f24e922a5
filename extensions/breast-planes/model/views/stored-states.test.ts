import { describe, expect, it } from 'vitest';
import { CLIENT_STATES_CODE, type ClientState, clientStateSchema } from '#contracts';
import { newId } from '#foundation';
import { positionToMm, scannedVolumeGeometry } from '#geometry';
import { clampToVolume } from '../planes/linked-position.ts';
import { readStates, STATES_CODE, withState } from './stored-states.ts';

const state = (change: Partial<ClientState> = {}): ClientState =>
  clientStateSchema.parse({
    patientId: null,
    studyId: newId(),
    scanId: newId(),
    positions: {},
    activePanel: 'cor',
    selectedTool: null,
    imageAdjustments: {},
    referenceLines: [true, false],
    lastActivityAt: '2026-11-21T10:00:00Z',
    savedViewports: [],
    ...change,
  });

describe('stored view states', () => {
  it.each([
    ['null', null, 0],
    ['invalid JSON', '{', 1],
    ['a string', '"yes"', 1],
    ['another version', '{"version":2,"states":[]}', 1],
    ['invalid entries', '{"version":1,"states":[1,null,{"scanId":7}]}', 3],
    ['an invalid number', '{"version":1,"states":[{"positions":{"a":{"sag":"x"}}}]}', 1],
  ])('are empty for %s and report each fault', (_, text, faults) => {
    const read = readStates(text);
    expect(read.states).toEqual([]);
    expect(read.faults).toHaveLength(faults);
  });

  it('keep valid states beside an invalid one', () => {
    const valid = state();
    const read = readStates(JSON.stringify({ version: 1, states: [{ invalid: true }, valid] }));
    expect(read.states).toEqual([valid]);
    expect(read.faults).toHaveLength(1);
  });

  it('list the newest state first, list each scan once, and drop the oldest states beyond the limits', () => {
    const first = state();
    const second = state();
    const changed = { ...first, activePanel: 'tra' };
    expect(readStates(withState([second, first], changed)).states).toEqual([changed, second]);
    // The limits are 40 states and 30,000 characters.
    const sixty = Array.from({ length: 60 }, () => state());
    expect(readStates(withState(sixty, first)).states).toHaveLength(40);
    const viewed = {
      COR: Array.from({ length: 150 }, (_, slice): [number, number] => [slice, slice + 0.123]),
    };
    const longStates = Array.from({ length: 30 }, () => state({ seen: viewed }));
    const text = withState(longStates, first);
    expect(text.length).toBeLessThanOrEqual(30_000);
    expect(readStates(text).states[0]).toEqual(first);
  });

  it('keep the axis of a radial plane through other tissue, at every angle', () => {
    const volume = scannedVolumeGeometry([100, 60, 100], [0.5, 0.5, 0.5], 25);
    const axis = { x: -9, z: 6 };
    for (const rad of [0.1, 33.3, 123.456, 326.30993, 359.9]) {
      const stored = { sag: 1, tra: 1, depth: 1, rad, radialAxisMm: axis };
      expect(clampToVolume(volume, stored, null), String(rad)).toEqual(stored);
    }
  });

  it('clamp a position to a smaller volume', () => {
    const volume = scannedVolumeGeometry([100, 60, 100], [0.5, 0.5, 0.5], 25);
    const clamped = clampToVolume(volume, { sag: 900, tra: -900, depth: 300, rad: 730 }, null);
    expect(clamped).toEqual({ sag: 50, tra: -50, depth: 60, rad: 10 });
  });

  it('keep the position in the tissue if another reconstruction has other voxels', () => {
    const storedVolume = scannedVolumeGeometry([100, 60, 100], [0.5, 0.5, 0.5], 25);
    const newVolume = scannedVolumeGeometry([61, 31, 41], [1, 1.25, 0.8], 25);
    const stored = { sag: 12, tra: -9, depth: 20, rad: 300 };
    const clamped = clampToVolume(newVolume, stored, storedVolume);
    positionToMm(newVolume, clamped).forEach((mm, axis) => {
      expect(mm).toBeCloseTo(positionToMm(storedVolume, stored)[axis] ?? Number.NaN, 9);
    });
    expect(clamped.rad).toBe(300);
    expect(clampToVolume(storedVolume, stored, storedVolume)).toEqual(stored);
  });
});

it('are stored under the code whose positions the server checks', () => {
  expect(STATES_CODE).toBe(CLIENT_STATES_CODE);
});
