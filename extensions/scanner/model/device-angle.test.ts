import { describe, expect, it } from 'vitest';
import type { DeviceAngle } from '#contracts';
import { clockAngleDeg, clockText, quadrantOf } from '#geometry';
import { QUADRANTS_BY_HOUR } from '#testing';
import { clockDegOfDevice, deviceDegOfClock } from './device-angle.ts';
import { sampleToMm } from './frame-geometry.ts';
import { sweepPlans } from './sweep-plan.ts';

const DEVICES: readonly DeviceAngle[] = [
  { direction: 1, zeroDeg: 0 },
  { direction: 1, zeroDeg: 270 },
  { direction: -1, zeroDeg: 90 },
  { direction: -1, zeroDeg: 12.5 },
];
const HOURS = Array.from({ length: 12 }, (_, hour) => hour);
describe('clockDegOfDevice', () => {
  for (const side of ['L', 'R'] as const) {
    it(`puts a frame of the ${side} breast at its clock hour for either direction of the encoder`, () => {
      for (const device of DEVICES) {
        for (const hour of HOURS) {
          const deviceDeg = deviceDegOfClock(device, hour * 30);
          const clockDeg = clockDegOfDevice(device, deviceDeg);
          expect(clockText(clockDeg, 60)).toBe(`${hour === 0 ? 12 : hour}:00`);
          const frame = sweepPlans('FULL', { lines: 64, samples: 64 }, 45)[0]!.frame;
          const [x, , z] = sampleToMm(frame, clockDeg, { line: 50, sample: 20 });
          expect(clockAngleDeg(x, z)).toBeCloseTo(hour * 30, 6);
          expect(quadrantOf(side, clockDeg, 30)).toBe(QUADRANTS_BY_HOUR[side][hour]);
        }
      }
    });
  }

  it('mirrors the breast for a wrong direction, so that the direction must be known', () => {
    const reported = clockDegOfDevice({ direction: -1, zeroDeg: 90 }, 30);
    const mirrored = clockDegOfDevice({ direction: 1, zeroDeg: 90 }, 30);
    expect(reported).toBe(60);
    expect(mirrored).toBe(300);
  });
});
