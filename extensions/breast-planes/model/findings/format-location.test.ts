import { describe, expect, it } from 'vitest';
import {
  breastPosition,
  rotationAxisMm,
  scannedVolumeGeometry,
  transducerFaceMm,
  type Vec3,
} from '#geometry';
import { formatLocation, formatLocationMm, formatLocationTitle } from './format-location.ts';

const nippleMm: Vec3 = [0, 0, 0];

/** Returns a point of the right breast at 10 o'clock, at a distance from the nipple, 14 mm deep. */
const pointAtTen = (distanceMm: number): Vec3 => [
  -distanceMm * Math.sin(Math.PI / 3),
  14,
  distanceMm * Math.cos(Math.PI / 3),
];

describe('a formatted location', () => {
  const title = (pointMm: Vec3): string =>
    formatLocationTitle(
      breastPosition('R', nippleMm, pointMm, {
        depthMm: pointMm[1],
        depthReference: 'transducer-face',
      }),
    );

  it('has a title with side, clock position or subareolar, distance and depth', () => {
    expect(title(pointAtTen(32))).toBe('R 10:00 · 32 mm FN · depth 14 mm');
    expect(title(pointAtTen(4))).toBe('R subareolar · 4 mm FN · depth 14 mm');
  });

  const reference = {
    side: 'R',
    face: { pointMm: [0, 0, 0], inward: [0, 1, 0] },
    skin: null,
  } as const;

  it('lists side, clock, distance, depth and quadrant in reading order', () => {
    expect(formatLocation({ ...reference, nippleMm }, pointAtTen(32))).toEqual([
      'R 10:00',
      '32 mm FN',
      'depth 14 mm',
      'upper outer',
    ]);
  });

  it('is subareolar within 10 mm of the nipple, without a clock position', () => {
    expect(formatLocation({ ...reference, nippleMm }, pointAtTen(9.9))).toEqual([
      'R subareolar',
      '10 mm FN',
      'depth 14 mm',
    ]);
    expect(formatLocation({ ...reference, nippleMm }, pointAtTen(10.1))[0]).toBe('R 10:00');
  });

  it('states that no nipple is set instead of guessing a clock position', () => {
    expect(formatLocation({ ...reference, nippleMm: null }, pointAtTen(32))).toEqual([
      'R',
      'depth 14 mm',
      'nipple not set',
    ]);
  });

  it('counts depth from the skin if known and marks points above the skin', () => {
    // The skin lies 5 mm deep and is unknown between 12:00 and 3:00.
    const depthMm = new Float32Array(360 * 60).fill(5).fill(Number.NaN, 0, 90 * 60);
    const withSkin = { ...reference, skin: { radii: 60, radiusStepMm: 1, depthMm } };
    const depthAt = (pointMm: Vec3) => formatLocation({ ...withSkin, nippleMm }, pointMm)[2];
    expect(depthAt([-30, 14, 0])).toBe('depth 9 mm');
    expect(depthAt([30, 14, 20])).toBe('depth 14 mm');
    expect(depthAt([-30, 2, 0])).toBe('3 mm above');
  });

  it('gives millimetres with directions from the nipple, or from the axis without a nipple', () => {
    const volume = scannedVolumeGeometry([60, 40, 60], [1, 1, 1], 30);
    const { x, z } = rotationAxisMm(volume);
    const face = transducerFaceMm(volume);
    expect(formatLocationMm(volume, null, [x - 28.44, face + 25.8, z + 44.7])).toBe(
      'R 28.4 · H 44.7 · P 25.8',
    );
    expect(formatLocationMm(volume, [x - 4, 3, z + 1], [x + 3, face - 1, z - 2])).toBe(
      'L 7.0 · F 3.0 · A 1.0',
    );
  });
});
