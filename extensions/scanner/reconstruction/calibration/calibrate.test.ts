import { describe, expect, it } from 'vitest';
import {
  DEFAULT_DEVICE_SETTINGS,
  type FrameGeometry,
  type SweepName,
  sweepPlans,
} from '../../model/index.ts';
import { createPhantom, frameSimulator } from '../../simulator/index.ts';
import type { RawSweep } from '../sweeps/raw-sweep.ts';
import { headerOf, smallFrame, sweepOf } from '../test-support/synthetic-sweep.ts';
import { noiseAt } from '../test-support/value-noise.ts';
import { calibrate, calibrationInfo } from './calibrate.ts';

const CIRCLE = Array.from({ length: 72 }, (_, index) => 5 * index);
const noProgress = async () => undefined;

/**
 * Builds a sweep that is recorded with the true geometry, but has the nominal geometry in its
 * header.
 */
function miscalibratedSweep(
  sweep: SweepName,
  truth: Partial<FrameGeometry>,
  clockDeg = CIRCLE,
  greyLevelAt = noiseAt,
): RawSweep {
  const nominal = smallFrame(sweep);
  const recorded = sweepOf(sweep, { ...nominal, ...truth }, clockDeg, greyLevelAt);
  return { ...recorded, frame: nominal, header: headerOf(sweep, nominal, clockDeg) };
}

describe('calibrate', () => {
  it.each<[string, () => RawSweep, string]>([
    [
      'for an arc with almost no opposite frames',
      () => miscalibratedSweep('CEN', { firstLateralMm: -0.4 }, CIRCLE.slice(0, 37)),
      'too few pairs of opposite frames',
    ],
    [
      'for opposite frames without overlap',
      () => miscalibratedSweep('CEN', { firstLateralMm: 0.4 }),
      'opposite frames do not overlap',
    ],
    [
      'for frames of uniform grey',
      () => miscalibratedSweep('CEN', { firstLateralMm: -0.4 }, CIRCLE, () => 90),
      'no clear maximum',
    ],
    [
      'for a sweep that starts far from the axis',
      () => miscalibratedSweep('PER', { firstLateralMm: 11.6 }),
      'starts too far from the axis',
    ],
  ])('keeps the header value %s, and gives the reason', async (_, createSweep, reason) => {
    const sweep = createSweep();
    const { sweeps, verdicts } = await calibrate([sweep], noProgress);
    expect(sweeps[0]!.header.axisColumn).toBe(sweep.header.axisColumn);
    const verdict = verdicts[`${sweep.header.sweep}.axisColumn`]!;
    expect(verdict.state).toBe('NOT_SUPPORTED');
    expect(verdict.used).toBe(verdict.header);
    expect(verdict.reason).toContain(reason);
  });

  it('keeps a tilt that the sweeps agree with, and the plane offset of half planes', async () => {
    const { sweeps, verdicts } = await calibrate(
      [miscalibratedSweep('CEN', {}), miscalibratedSweep('PER', {})],
      noProgress,
    );
    expect(sweeps.map(({ header }) => header.tiltDeg)).toEqual([0, -6]);
    expect(verdicts['PER.tiltDeg']!.state).toBe('CONFIRMED');
    expect(verdicts['CEN.planeOffsetMm']!.state).toBe('NOT_SUPPORTED');
  });

  it.each([0, 0.6])(
    'keeps a correct axis in frames of thick beams, also with a plane %d mm beside the axis',
    async (mm) => {
      const [plan] = sweepPlans('FULL', { lines: 96, samples: 100 }, 45);
      const { frame } = plan!;
      const actual = { ...frame, planeOffsetMm: mm };
      const simulator = frameSimulator(createPhantom(12, 'L'), actual, DEFAULT_DEVICE_SETTINGS);
      const size = frame.lines * frame.samples;
      const data = new Uint8Array(size * CIRCLE.length);
      for (const [index, deg] of CIRCLE.entries()) {
        data.set(simulator.frameAt(deg, index), index * size);
      }
      const header = headerOf('CEN', frame, CIRCLE);
      const sweep: RawSweep = { header, frame, frames: CIRCLE.length, data };
      const { sweeps, verdicts } = await calibrate([sweep], noProgress);
      expect(verdicts['CEN.axisColumn']!.state).toBe('NOT_SUPPORTED');
      expect(sweeps[0]!.frame.firstLateralMm).toBe(frame.firstLateralMm);
    },
  );

  it('keeps axis and tilt where the patient moved between two halves of the frames', async () => {
    // Frames are sorted by angle, so the second half of a sweep is the left half of the circle.
    const cen = miscalibratedSweep('CEN', { firstLateralMm: -0.4 });
    const per = miscalibratedSweep('PER', {});
    const movedSweeps = {
      CEN: miscalibratedSweep('CEN', { firstLateralMm: -0.8 }),
      PER: miscalibratedSweep('PER', {}, CIRCLE, ([x, y, z]) => noiseAt([x, y + 0.8, z])),
    };
    /** Replaces the frames `from` to `to` by those of the moved patient. */
    const replaceFrames = (
      sweep: RawSweep,
      movedSweep: RawSweep,
      from: number,
      to: number,
    ): RawSweep => {
      const size = sweep.frame.lines * sweep.frame.samples;
      const data = sweep.data.slice();
      data.set(movedSweep.data.subarray(from * size, to * size), from * size);
      return { ...sweep, data };
    };
    const axis = await calibrate(
      // Opposite frames of the second and fourth quadrants.
      [replaceFrames(replaceFrames(cen, movedSweeps.CEN, 18, 36), movedSweeps.CEN, 54, 72)],
      noProgress,
    );
    expect(axis.verdicts['CEN.axisColumn']!.reason).toContain('which indicates patient movement');
    expect(axis.sweeps[0]!.frame.firstLateralMm).toBeCloseTo(0, 9);
    const tilt = await calibrate(
      [miscalibratedSweep('CEN', {}), replaceFrames(per, movedSweeps.PER, 36, 72)],
      noProgress,
    );
    expect(tilt.verdicts['PER.tiltDeg']!.reason).toContain('which indicates patient movement');
    expect(tilt.sweeps[1]!.frame.tiltDeg).toBe(-6);
  });

  it('keeps the tilt where the sweeps show different tissue', async () => {
    const otherTissue = miscalibratedSweep('PER', {}, CIRCLE, ([x, y, z]) =>
      noiseAt([x + 500, y, z]),
    );
    const { verdicts } = await calibrate([miscalibratedSweep('CEN', {}), otherTissue], noProgress);
    expect(verdicts['PER.tiltDeg']!.state).toBe('NOT_SUPPORTED');
  });
});

describe('calibrate with a wrong header', () => {
  it('corrects the axis to where opposite frames agree, and applies the correction to the other sweep', async () => {
    const calibrated = await calibrate(
      [
        miscalibratedSweep('CEN', { firstLateralMm: -0.4 }),
        miscalibratedSweep('PER', { firstLateralMm: 11.6 }),
      ],
      noProgress,
    );
    const [cen, per] = calibrated.sweeps;
    expect(cen!.frame.firstLateralMm).toBeGreaterThan(-0.45);
    expect(cen!.frame.firstLateralMm).toBeLessThan(-0.35);
    expect(per!.frame.firstLateralMm - 12).toBeCloseTo(cen!.frame.firstLateralMm, 9);
    const info = JSON.parse(calibrationInfo(calibrated)['calibration CEN.axisColumn']!);
    expect(info).toMatchObject({ header: 0, used: cen!.header.axisColumn, state: 'CALIBRATED' });
  });

  it('corrects the tilt to the value at which the sweeps agree', async () => {
    const sweeps = [miscalibratedSweep('CEN', {}), miscalibratedSweep('PER', { tiltDeg: -5.4 })];
    const [, per] = (await calibrate(sweeps, noProgress)).sweeps;
    expect(Math.abs(per!.frame.tiltDeg + 5.4)).toBeLessThan(0.1);
  });
});
