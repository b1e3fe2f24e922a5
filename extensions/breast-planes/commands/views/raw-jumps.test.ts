import { describe, expect, it } from 'vitest';
import { createViewState, type StudyState } from '#core';
import {
  antiradialMm,
  clockAngleDeg,
  positionToMm,
  radialDirection,
  scannedVolumeGeometry,
} from '#geometry';
import { aScan } from '#testing';
import { isInSoundField } from '../../model/planes/sound-field.ts';
import { createRawState } from '../../state/views/raw-state.ts';
import { createReadingState } from '../../state/volumes/reading-state.ts';
import { rawTexts } from '../../texts/raw-texts.ts';
import {
  cameraPresetCommand,
  planesToRawCommand,
  type RawServices,
  rawToPlanesCommand,
} from './raw-jumps.ts';

const volume = scannedVolumeGeometry([101, 61, 101], [0.5, 0.5, 0.5], 25);
const { signal } = new AbortController();

function setUp(volumeKnown = true) {
  const scan = aScan();
  const messages: string[] = [];
  const ranCommands: unknown[] = [];
  const view = createViewState();
  const reading = createReadingState();
  if (volumeKnown) reading.setVolume(scan.id, { status: 'complete', geometry: volume });
  view.setPosition(scan.id, { sag: 20, tra: 0, depth: 10, rad: 0 });
  const state = { scans: [scan], targetScanId: scan.id } as unknown as StudyState;
  const raw = createRawState();
  const services = {
    view,
    reading,
    raw,
    study: { store: { getState: () => state } },
    notices: { show: (_: string, text: string) => messages.push(text) },
    run: (id: string, args: unknown) => ranCommands.push([id, args]),
  } as unknown as RawServices;
  const position = () => view.store.getState().positions[scan.id];
  return { services, scan, view, raw, reading, messages, ranCommands, position };
}

describe('planesToRawCommand', () => {
  it('rotates both sweeps to the frames through the position, each with its own offset', () => {
    const { services, scan, raw } = setUp();
    raw.setOffset(scan.id, 'PER', 0.5);
    planesToRawCommand(services).run(undefined, signal);
    const angles = raw.store.getState().angles[scan.id];
    // The position lies 10 mm from the rotation axis, at 3 o'clock.
    expect(angles?.CEN).toBeCloseTo(90, 9);
    expect(angles?.PER).toBeCloseTo(90 - (Math.asin(0.5 / 10) * 180) / Math.PI, 9);
  });

  it('opens the layout with both sweeps unless a raw view of the scan is visible', () => {
    const { services, scan, view, raw, ranCommands, messages } = setUp();
    planesToRawCommand(services).run(undefined, signal);
    expect(messages).toEqual([rawTexts.jump.noRaw]);
    const layout = { id: 'breast-planes.raw-sweeps', title: '', icon: null, tab: true };
    view.set({ layouts: [{ ...layout, unavailableReason: null, pending: false }] });
    planesToRawCommand(services).run(undefined, signal);
    expect(ranCommands).toEqual([['breast-planes.layout', { id: layout.id }]]);
    raw.addView('cen', scan.id);
    planesToRawCommand(services).run(undefined, signal);
    expect(ranCommands.length).toBe(1);
  });

  it('reports a missing volume', () => {
    const { services, messages } = setUp(false);
    planesToRawCommand(services).run(undefined, signal);
    expect(messages).toEqual([rawTexts.jump.noPlanes]);
  });
});

describe('rawToPlanesCommand', () => {
  it.each([
    { pointMm: [1, 2] },
    { pointMm: [1, 2, Number.NaN] },
    { pointMm: 'here' },
    { scanId: 7 },
  ])('rejects %o', (args) => {
    expect(rawToPlanesCommand(setUp().services).validate(args).ok).toBe(false);
  });

  it('moves every plane through the point with sub-voxel accuracy at every hour', () => {
    for (let hour = 0; hour < 12; hour += 1) {
      const { services, position, ranCommands } = setUp();
      const [x, , z] = radialDirection(hour * 30);
      const pointMm = [x * 18, 12.25, z * 18] as const;
      rawToPlanesCommand(services).run({ pointMm, scanId: null }, signal);
      const moved = position();
      if (moved === undefined) throw new Error('The planes have no position');
      for (const [axis, mm] of positionToMm(volume, moved).entries()) {
        expect(mm).toBeCloseTo(pointMm[axis] ?? Number.NaN, 9);
      }
      // The shortest turn between the angles, because 360° is 0°.
      const turnDeg = ((clockAngleDeg(x, z) - moved.rad + 540) % 360) - 180;
      expect(Math.abs(turnDeg)).toBeLessThan(1e-9);
      expect(antiradialMm(volume, null, moved)).toBeCloseTo(18, 9);
      expect(ranCommands).toEqual([['breast-planes.layout', { id: 'breast-planes.four-planes' }]]);
    }
  });

  it('stops at the rim of the sound field for a point that only the raw frame reaches, and says so', () => {
    const { services, messages, position } = setUp();
    rawToPlanesCommand(services).run({ pointMm: [24, 40, 24], scanId: null }, signal);
    const moved = position();
    if (moved === undefined) throw new Error('The planes have no position');
    const [x, y, z] = positionToMm(volume, moved);
    expect([x, y, z].map((mm) => mm.toFixed(6))).toEqual(
      [25.25 / Math.SQRT2, 30.5, 25.25 / Math.SQRT2].map((mm) => mm.toFixed(6)),
    );
    expect(isInSoundField(volume, [x, y, z])).toBe(true);
    expect(messages).toEqual([rawTexts.jump.outside]);
  });

  it('uses the point under the pointer and reports when there is none', () => {
    const { services, scan, reading, messages, position } = setUp();
    rawToPlanesCommand(services).run({ pointMm: null, scanId: null }, signal);
    expect(messages).toEqual([rawTexts.jump.noPoint]);
    reading.setHover({
      scanId: 'another',
      pointMm: [5, 6, 7],
      outside: false,
      cellId: 'cor',
      busy: false,
    });
    rawToPlanesCommand(services).run({ pointMm: null, scanId: null }, signal);
    expect(messages).toEqual([rawTexts.jump.noPoint, rawTexts.jump.noPoint]);
    reading.setHover({
      scanId: scan.id,
      pointMm: [5, 6, 7],
      outside: false,
      cellId: 'cor',
      busy: false,
    });
    rawToPlanesCommand(services).run({ pointMm: null, scanId: null }, signal);
    expect(position()).toMatchObject({ sag: 10, tra: 14 });
  });
});

describe('cameraPresetCommand', () => {
  it('accepts five presets, defaults to the front, and counts repeated requests', () => {
    const { raw } = setUp();
    const command = cameraPresetCommand({ raw });
    expect(command.validate({ from: 'below' }).ok).toBe(false);
    expect(command.validate(undefined)).toEqual({ ok: true, value: { from: 'front' } });
    command.run({ from: 'head' }, signal);
    command.run({ from: 'head' }, signal);
    expect(raw.store.getState().cameraPreset).toEqual({ at: 'head', nth: 2 });
  });
});
