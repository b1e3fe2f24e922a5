import { describe, expect, it } from 'vitest';
import { contactAt, IDEAL_CONDITIONS } from './scan-conditions.ts';

/** Returns the loss far from the axis at a clock angle, in dB. */
function lossAt(fromDeg: number, toDeg: number, clockDeg: number): number {
  const lostContact = { fromDeg, toDeg, beyondMm: 30 };
  const patient = { ...IDEAL_CONDITIONS.patient, lostContact };
  return contactAt({ ...IDEAL_CONDITIONS, patient }, clockDeg).lossDb(70);
}

describe('lost contact', () => {
  it('causes loss at every angle over the full circle', () => {
    for (const deg of [0, 0.4, 90, 180, 270, 359.6])
      expect(lossAt(0, 360, deg)).toBeGreaterThan(40);
  });

  it('causes loss only in its sector, also across 12 o’clock', () => {
    expect([340, 0, 20].map((deg) => lossAt(320, 40, deg) > 40)).toEqual([true, true, true]);
    expect([60, 180, 300].map((deg) => lossAt(320, 40, deg))).toEqual([0, 0, 0]);
  });
});
