import { describe, expect, it } from 'vitest';
import { contactAt, IDEAL_CONDITIONS } from './scan-conditions.ts';

/** What is lost far out at a clock angle, dB. */
function lossAt(fromDeg: number, toDeg: number, clockDeg: number): number {
  const lostContact = { fromDeg, toDeg, beyondMm: 30 };
  const patient = { ...IDEAL_CONDITIONS.patient, lostContact };
  return contactAt({ ...IDEAL_CONDITIONS, patient }, clockDeg).lossDb(70);
}

describe('contact that is lost', () => {
  it('all round is lost at every angle', () => {
    for (const deg of [0, 0.4, 90, 180, 270, 359.6])
      expect(lossAt(0, 360, deg)).toBeGreaterThan(40);
  });

  it('in a sector over 12 o’clock is lost on both sides of it and nowhere else', () => {
    expect([340, 0, 20].map((deg) => lossAt(320, 40, deg) > 40)).toEqual([true, true, true]);
    expect([60, 180, 300].map((deg) => lossAt(320, 40, deg))).toEqual([0, 0, 0]);
  });
});
