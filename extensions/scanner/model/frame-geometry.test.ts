import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  axisPointToSample,
  type FrameGeometry,
  maxRadiusMm,
  mmToSample,
  sampleToAxisPoint,
  sampleToMm,
} from './frame-geometry.ts';
import { clockAnglesOf, sweepPlans } from './sweep-plan.ts';

const UPRIGHT: FrameGeometry = {
  lines: 100,
  samples: 90,
  lateralPitchMm: 0.5,
  firstLateralMm: 0,
  depthStepMm: 0.5,
  firstDepthMm: 0.25,
  tiltDeg: 0,
  planeOffsetMm: 0,
};

describe('frame geometry', () => {
  it('maps lines from the axis to the rim in the direction of the clock angle', () => {
    // 3 o'clock is the patient's left, +x; 12 o'clock is the head, +z.
    expect(sampleToMm(UPRIGHT, 90, { line: 0, sample: 0 })[0]).toBeCloseTo(0);
    const rim = sampleToMm(UPRIGHT, 90, { line: 80, sample: 20 });
    expect(rim[0]).toBeCloseTo(40);
    expect(rim[1]).toBeCloseTo(10.25);
    expect(rim[2]).toBeCloseTo(0);
    expect(sampleToMm(UPRIGHT, 0, { line: 80, sample: 0 })[2]).toBeCloseTo(40);
  });

  it('leans beams outward with depth when the tilt is negative', () => {
    const tilted = { ...UPRIGHT, tiltDeg: -10 };
    const near = sampleToAxisPoint(tilted, { line: 60, sample: 0 });
    const deep = sampleToAxisPoint(tilted, { line: 60, sample: 80 });
    // 80 samples of 0.5 mm at 10° (π / 18).
    expect(deep.radiusMm - near.radiusMm).toBeCloseTo(40 * Math.sin(Math.PI / 18));
    expect(deep.depthMm - near.depthMm).toBeCloseTo(40 * Math.cos(Math.PI / 18));
  });

  it('maps every sample to a point and back, for any tilt and plane offset', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -20, max: 20, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 359.99, noNaN: true }),
        fc.double({ min: 45, max: 99, noNaN: true }),
        fc.double({ min: 0, max: 89, noNaN: true }),
        (tiltDeg, planeOffsetMm, clockDeg, line, sample) => {
          const frame = { ...UPRIGHT, tiltDeg, planeOffsetMm, firstLateralMm: 20 };
          const back = mmToSample(frame, sampleToMm(frame, clockDeg, { line, sample }));
          expect(back.line).toBeCloseTo(line, 6);
          expect(back.sample).toBeCloseTo(sample, 6);
          // The shortest turn between the angles, because 360° is 0°.
          const turnDeg = ((back.clockDeg - clockDeg + 540) % 360) - 180;
          expect(Math.abs(turnDeg)).toBeLessThan(1e-6);
        },
      ),
    );
  });

  it('maps the same tissue into both sweeps where they overlap', () => {
    const [cen, per] = sweepPlans('FULL', { lines: 192, samples: 200 }, 45);
    const point = { radiusMm: 45, depthMm: 20 };
    for (const plan of [cen!, per!]) {
      const sample = axisPointToSample(plan.frame, point);
      expect(sample.line).toBeGreaterThan(0);
      expect(sample.line).toBeLessThan(191);
      const back = sampleToAxisPoint(plan.frame, sample);
      expect(back.radiusMm).toBeCloseTo(45);
      expect(back.depthMm).toBeCloseTo(20);
    }
    expect(maxRadiusMm(per!.frame)).toBeGreaterThan(maxRadiusMm(cen!.frame) + 10);
  });

  it('covers the whole circle, or the upper half over 12 o’clock', () => {
    expect(clockAnglesOf('FULL')).toHaveLength(360);
    const upper = clockAnglesOf('UQQ');
    expect(upper).toHaveLength(181);
    expect([upper[0], upper[90], upper[180]]).toEqual([270, 0, 90]);
  });
});
