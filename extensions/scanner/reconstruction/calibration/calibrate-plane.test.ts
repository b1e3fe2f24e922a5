import { describe, expect, it } from 'vitest';
import type { Vec3 } from '#geometry';
import { DEFAULT_DEVICE_SETTINGS, type FrameGeometry } from '../../model/index.ts';
import { createPhantom, frameSimulator } from '../../simulator/index.ts';
import type { RawSweep } from '../sweeps/raw-sweep.ts';
import { headerOf, sweepOf } from '../test-support/synthetic-sweep.ts';
import { noiseAt } from '../test-support/value-noise.ts';
import { calibrate } from './calibrate.ts';
import { calibratePlane } from './calibrate-plane.ts';

const CIRCLE = Array.from({ length: 180 }, (_, index) => 2 * index);
const noProgress = async () => undefined;

/** Full plane: 12 mm to both sides of the axis, 14 mm deep. */
const ACROSS: FrameGeometry = {
  lines: 97,
  samples: 56,
  lateralPitchMm: 0.25,
  firstLateralMm: -12,
  depthStepMm: 0.25,
  firstDepthMm: 0.125,
  tiltDeg: 0,
  planeOffsetMm: 0,
};

/**
 * Builds a sweep that is recorded with the true geometry, but has the nominal geometry in its
 * header.
 */
function miscalibratedSweep(
  truth: Partial<FrameGeometry>,
  nominal: FrameGeometry = ACROSS,
  clockDeg = CIRCLE,
  greyLevelAt: (point: Vec3) => number = wideSpeckle,
): RawSweep {
  const recorded = sweepOf('CEN', { ...nominal, ...truth }, clockDeg, greyLevelAt);
  return { ...recorded, frame: nominal, header: headerOf('CEN', nominal, clockDeg) };
}

/** Speckle twice as wide across the axis as along the beam. */
const wideSpeckle = ([x, y, z]: Vec3): number => noiseAt([x / 2, y, z / 2]);

/** Simulates a sweep of a phantom with beams of real thickness; the header has offset 0. */
function simulatedSweep(seed: number, planeOffsetMm: number): RawSweep {
  const nominal = { ...ACROSS, samples: 70, depthStepMm: 0.35 };
  const simulator = frameSimulator(
    createPhantom(seed, 'L'),
    { ...nominal, planeOffsetMm },
    DEFAULT_DEVICE_SETTINGS,
  );
  const size = nominal.lines * nominal.samples;
  const data = new Uint8Array(size * CIRCLE.length);
  for (const [index, deg] of CIRCLE.entries()) {
    data.set(simulator.frameAt(deg, index), index * size);
  }
  return { header: headerOf('CEN', nominal, CIRCLE), frame: nominal, frames: CIRCLE.length, data };
}

/**
 * Builds a sweep in which the lines before the axis are rotated by 6° against the lines behind the
 * axis, equally at every radius.
 */
function bentSweep(): RawSweep {
  const straight = miscalibratedSweep({});
  const rotatedDeg = CIRCLE.map((deg) => (deg + 6) % 360);
  const rotated = sweepOf('CEN', ACROSS, rotatedDeg, wideSpeckle);
  const size = ACROSS.lines * ACROSS.samples;
  const data = straight.data.slice();
  for (let start = 0; start < data.length; start += size) {
    data.set(rotated.data.subarray(start, start + size / 2), start);
  }
  return { ...straight, data };
}

describe('calibratePlane', () => {
  it.each<[string, () => RawSweep, string]>([
    [
      'for frames that start at the axis',
      () =>
        miscalibratedSweep({ planeOffsetMm: 0.6 }, { ...ACROSS, samples: 24, firstLateralMm: 0 }),
      'half planes do not show the plane offset',
    ],
    [
      'for frames that overlap the axis by less than a line thickness',
      () =>
        miscalibratedSweep({ planeOffsetMm: 0.6 }, { ...ACROSS, samples: 24, firstLateralMm: -5 }),
      'half planes do not show the plane offset',
    ],
    [
      'for tilted frames, whose mirrored lines diverge',
      () => miscalibratedSweep({}, { ...ACROSS, samples: 24, tiltDeg: -6 }),
      'half planes do not show the plane offset',
    ],
    [
      'for an arc without opposite frames',
      () => miscalibratedSweep({ planeOffsetMm: 0.6 }, ACROSS, CIRCLE.slice(0, 91)),
      'too few',
    ],
    [
      'for frames at large angle steps',
      () =>
        miscalibratedSweep(
          { planeOffsetMm: 0.6 },
          ACROSS,
          CIRCLE.filter((deg) => deg % 4 === 0),
        ),
      'angle between frames is too large',
    ],
    [
      'for frames of uniform grey',
      () => miscalibratedSweep({ planeOffsetMm: 0.6 }, ACROSS, CIRCLE, () => 90),
      'no clear maximum',
    ],
    [
      'for rotationally symmetric layers',
      () =>
        miscalibratedSweep({ planeOffsetMm: 0.6 }, ACROSS, CIRCLE, ([, y]) =>
          noiseAt([0.3, y, 0.3]),
        ),
      'no clear maximum',
    ],
    ['for an array with one side rotated by 6°', bentSweep, 'which indicates wrong angles'],
    [
      'for an offset larger than any device can have',
      () => miscalibratedSweep({ planeOffsetMm: 2 }),
      'no clear maximum',
    ],
  ])('keeps the header value %s', (_, createSweep, reason) => {
    const verdict = calibratePlane(createSweep());
    expect(verdict).toMatchObject({ header: 0, used: 0, state: 'NOT_SUPPORTED' });
    expect(verdict.reason).toContain(reason);
  });

  it.each<[string, Vec3]>([
    ['head', [0, 0, 0.35]],
    ['side', [0.5, 0, 0]],
    ['array', [0, 0.8, 0]],
  ])(
    'keeps the header value if the patient moves towards the %s halfway through the sweep',
    (_, [dx, dy, dz]) => {
      const initial = miscalibratedSweep({});
      const moved = miscalibratedSweep({}, ACROSS, CIRCLE, ([x, y, z]) =>
        wideSpeckle([x + dx, y + dy, z + dz]),
      );
      const data = initial.data.slice();
      data.set(moved.data.subarray(data.length / 2), data.length / 2);
      expect(calibratePlane({ ...initial, data })).toMatchObject({
        used: 0,
        state: 'NOT_SUPPORTED',
      });
    },
  );

  it('keeps the header value if the frames agree with that value', () => {
    const confirmed = calibratePlane(
      miscalibratedSweep({ planeOffsetMm: 0.5 }, { ...ACROSS, planeOffsetMm: 0.5 }),
    );
    expect(confirmed).toMatchObject({ header: 0.5, used: 0.5, state: 'CONFIRMED' });
    expect(calibratePlane(simulatedSweep(12, 0))).toMatchObject({ used: 0, state: 'CONFIRMED' });
  });
});

describe('calibratePlane with a wrong header', () => {
  it.each([0.3, -0.3, 0.6, -0.6])('corrects the offset to %d mm if the header has 0', (mm) => {
    const { used, state } = calibratePlane(miscalibratedSweep({ planeOffsetMm: mm }));
    expect(state).toBe('CALIBRATED');
    expect(Math.abs(used - mm)).toBeLessThan(0.1);
  });

  it.each([
    [12, 0.3],
    [4711, -0.6],
  ])(
    'corrects the offset in phantom %d, imaged with thick beams and an offset of %d mm',
    (seed, mm) => {
      const { used, state } = calibratePlane(simulatedSweep(seed, mm));
      expect(state).toBe('CALIBRATED');
      expect(Math.abs(used - mm)).toBeLessThan(0.1);
    },
  );

  it('corrects the offset together with a wrong axis column, and applies the offset to the other sweep', async () => {
    const cen = miscalibratedSweep({ planeOffsetMm: 0.5, firstLateralMm: -12.4 });
    const nominal = { ...ACROSS, firstLateralMm: 12, lines: 20 };
    const per = { ...miscalibratedSweep({}, nominal), header: headerOf('PER', nominal, CIRCLE) };
    const { sweeps, verdicts } = await calibrate([cen, per], noProgress);
    const [corrected, other] = sweeps.map(({ frame }) => frame);
    expect(Math.abs(corrected!.planeOffsetMm - 0.5)).toBeLessThan(0.1);
    expect(Math.abs(corrected!.firstLateralMm + 12.4)).toBeLessThan(0.1);
    expect(other!.planeOffsetMm).toBe(corrected!.planeOffsetMm);
    expect(verdicts['PER.planeOffsetMm']!.reason).toContain('corrected with CEN');
  });
});
