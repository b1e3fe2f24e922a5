import { describe, expect, it } from 'vitest';
import {
  DEFAULT_DEVICE_SETTINGS,
  type FrameGeometry,
  type SweepName,
  sweepPlans,
} from '../../model/index.ts';
import { createPhantom, frameMaker } from '../../simulator/index.ts';
import type { RawSweep } from '../raw-sweep.ts';
import { headerOf, smallFrame, sweepOf } from '../test-support/synthetic-sweep.ts';
import { noiseAt } from '../test-support/value-noise.ts';
import { calibrate, calibrationFacts } from './calibrate.ts';

const CIRCLE = Array.from({ length: 72 }, (_, i) => 5 * i);
const quiet = async () => undefined;

/** A sweep recorded with one geometry, whose header tells another. */
function wrongly(
  sweep: SweepName,
  truth: Partial<FrameGeometry>,
  clockDeg = CIRCLE,
  grey = noiseAt,
): RawSweep {
  const said = smallFrame(sweep);
  const made = sweepOf(sweep, { ...said, ...truth }, clockDeg, grey);
  return { ...made, frame: said, header: headerOf(sweep, said, clockDeg) };
}

describe('calibration keeps the header', () => {
  it.each<[string, () => RawSweep]>([
    [
      'where an arc has next to no opposite frames',
      () => wrongly('CEN', { firstLateralMm: -0.4 }, CIRCLE.slice(0, 37)),
    ],
    ['where opposite frames share no line', () => wrongly('CEN', { firstLateralMm: 0.4 })],
    [
      'where there is nothing but one grey',
      () => wrongly('CEN', { firstLateralMm: -0.4 }, CIRCLE, () => 90),
    ],
    ['of a sweep that begins far from the axis', () => wrongly('PER', { firstLateralMm: 11.6 })],
  ])('%s, and says why', async (_, make) => {
    const sweep = make();
    const { sweeps, verdicts } = await calibrate([sweep], quiet);
    expect(sweeps[0]!.header.axisColumn).toBe(sweep.header.axisColumn);
    const verdict = verdicts[`${sweep.header.sweep}.axisColumn`]!;
    expect(verdict.state).toBe('NOT_SUPPORTED');
    expect(verdict.used).toBe(verdict.header);
    expect(verdict.reason).toMatch(/\w+ \w+/);
  });

  it('of a tilt that the sweeps agree with, and of the plane offset of half planes', async () => {
    const { sweeps, verdicts } = await calibrate([wrongly('CEN', {}), wrongly('PER', {})], quiet);
    expect(sweeps.map(({ header }) => header.tiltDeg)).toEqual([0, -6]);
    expect(verdicts['PER.tiltDeg']!.state).toBe('CONFIRMED');
    expect(verdicts['CEN.planeOffsetMm']!.state).toBe('NOT_SUPPORTED');
  });

  it.each([0, 0.6])(
    'of a right axis in frames of thick beams, also %d mm beside it',
    async (mm) => {
      const [plan] = sweepPlans('FULL', { lines: 96, samples: 100 }, 45);
      const { frame } = plan!;
      const made = { ...frame, planeOffsetMm: mm };
      const maker = frameMaker(createPhantom(12, 'L'), made, DEFAULT_DEVICE_SETTINGS);
      const size = frame.lines * frame.samples;
      const data = new Uint8Array(size * CIRCLE.length);
      for (const [i, deg] of CIRCLE.entries()) data.set(maker.frameAt(deg, i), i * size);
      const header = headerOf('CEN', frame, CIRCLE);
      const sweep: RawSweep = { header, frame, frames: CIRCLE.length, data };
      const { sweeps, verdicts } = await calibrate([sweep], quiet);
      expect(verdicts['CEN.axisColumn']!.state).toBe('NOT_SUPPORTED');
      expect(sweeps[0]!.frame.firstLateralMm).toBe(frame.firstLateralMm);
    },
  );

  it('of axis and tilt where the patient moved between two halves of the frames', async () => {
    // Frames are in the order of their angles, so the second half of a sweep is the left one.
    const [cen, per] = [wrongly('CEN', { firstLateralMm: -0.4 }), wrongly('PER', {})];
    const later = {
      CEN: wrongly('CEN', { firstLateralMm: -0.8 }),
      PER: wrongly('PER', {}, CIRCLE, ([x, y, z]) => noiseAt([x, y + 0.8, z])),
    };
    const moved = (sweep: RawSweep, after: RawSweep, from: number, to: number): RawSweep => {
      const size = sweep.frame.lines * sweep.frame.samples;
      const data = sweep.data.slice();
      data.set(after.data.subarray(from * size, to * size), from * size);
      return { ...sweep, data };
    };
    const axis = await calibrate(
      // Opposite frames of the quadrants two and four.
      [moved(moved(cen, later.CEN, 18, 36), later.CEN, 54, 72)],
      quiet,
    );
    expect(axis.verdicts['CEN.axisColumn']!.reason).toContain('as when the patient moves');
    expect(axis.sweeps[0]!.frame.firstLateralMm).toBeCloseTo(0, 9);
    const tilt = await calibrate([wrongly('CEN', {}), moved(per, later.PER, 36, 72)], quiet);
    expect(tilt.verdicts['PER.tiltDeg']!.reason).toContain('as when the patient moves');
    expect(tilt.sweeps[1]!.frame.tiltDeg).toBe(-6);
  });

  it('of the tilt where the sweeps show different tissue', async () => {
    const other = wrongly('PER', {}, CIRCLE, ([x, y, z]) => noiseAt([x + 500, y, z]));
    const { verdicts } = await calibrate([wrongly('CEN', {}), other], quiet);
    expect(verdicts['PER.tiltDeg']!.state).toBe('NOT_SUPPORTED');
  });
});

describe('calibration corrects the header', () => {
  it('by the axis on which opposite frames agree, and moves the other sweep with it', async () => {
    const made = await calibrate(
      [wrongly('CEN', { firstLateralMm: -0.4 }), wrongly('PER', { firstLateralMm: 11.6 })],
      quiet,
    );
    const [cen, per] = made.sweeps;
    expect(cen!.frame.firstLateralMm).toBeGreaterThan(-0.45);
    expect(cen!.frame.firstLateralMm).toBeLessThan(-0.35);
    expect(per!.frame.firstLateralMm - 12).toBeCloseTo(cen!.frame.firstLateralMm, 9);
    const fact = JSON.parse(calibrationFacts(made)['calibration CEN.axisColumn']!);
    expect(fact).toMatchObject({ header: 0, used: cen!.header.axisColumn, state: 'CALIBRATED' });
  });

  it('by the tilt with which the sweeps agree', async () => {
    const sweeps = [wrongly('CEN', {}), wrongly('PER', { tiltDeg: -5.4 })];
    const [, per] = (await calibrate(sweeps, quiet)).sweeps;
    expect(Math.abs(per!.frame.tiltDeg + 5.4)).toBeLessThan(0.1);
  });
});
