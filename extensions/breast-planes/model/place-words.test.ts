import { describe, expect, it } from 'vitest';
import { breastPosition, type Vec3 } from '#geometry';
import { placeTitle, placeWords } from './place-words.ts';

const nippleMm: Vec3 = [0, 0, 0];

/** A point of the right breast towards 10 o'clock, 14 mm deep. */
const towardsTen = (mm: number): Vec3 => [-mm * Math.sin(Math.PI / 3), 14, mm / 2];

describe('a place in words', () => {
  const title = (pointMm: Vec3): string =>
    placeTitle(
      breastPosition('R', nippleMm, pointMm, {
        ...{ depthMm: pointMm[1], depthReference: 'transducer-face' },
      }),
    );

  it('is titled as a reader says it', () => {
    expect(title(towardsTen(32))).toBe('R 10:00 · 32 mm FN · depth 14 mm');
    expect(title(towardsTen(4))).toBe('R subareolar · 4 mm FN · depth 14 mm');
  });

  const reference = { side: 'R', faceMm: 0, skin: null } as const;

  it('tells side, clock, distance, depth and quadrant, in reading order', () => {
    expect(placeWords({ ...reference, nippleMm }, towardsTen(32))).toEqual([
      'R 10:00',
      '32 mm FN',
      'depth 14 mm',
      'upper outer',
    ]);
  });

  it('says that no nipple is set instead of guessing a clock', () => {
    expect(placeWords({ ...reference, nippleMm: null }, towardsTen(32))).toEqual([
      'R',
      'depth 14 mm',
      'nipple not set',
    ]);
  });

  it('counts depth from the skin where it is known there, and above it says so', () => {
    const depthMm = new Float32Array(360 * 60).fill(5).fill(Number.NaN, 0, 90 * 60);
    const skinned = { ...reference, skin: { radii: 60, radiusStepMm: 1, depthMm } };
    const depthAt = (pointMm: Vec3) => placeWords({ ...skinned, nippleMm }, pointMm)[2];
    expect(depthAt([-30, 14, 0])).toBe('depth 9 mm');
    expect(depthAt([30, 14, 20])).toBe('depth 14 mm');
    expect(depthAt([-30, 2, 0])).toBe('3 mm above');
  });
});
