import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { type Ball, ballVolume } from '../test-support/ball-volume.ts';
import { dbVolume } from '../volume-features/index.ts';
import { locateNipple, NIPPLE_FEATURES, NIPPLE_WEIGHTS } from './index.ts';

/** Gel above the skin, and a dark column under the nipple. */
const GEL: Ball = { centreMm: [0, -1, 0], radiiMm: [4000, 2.5, 4000], db: -58 };

function volumeWith(x: number, z: number) {
  const shadow: Ball = { centreMm: [x, 18, z], radiiMm: [4, 16, 4], db: -42 };
  return ballVolume({
    sizes: [128, 80, 128],
    spacingMm: [0.625, 0.5, 0.625],
    originMm: [-39.6875, 0.25, -39.6875],
    balls: [GEL, shadow],
  });
}

const locate = (source: ReturnType<typeof volumeWith>) =>
  locateNipple(unwrap(dbVolume(source)), NIPPLE_WEIGHTS);

describe('the nipple finder', () => {
  it.each([
    [5, -3],
    [-6, 4],
    [0, 0],
  ])('finds a shadowed nipple at (%s, %s) mm, on the skin', (x, z) => {
    const { positionMm } = unwrap(locate(volumeWith(x, z)));
    expect(Math.hypot(positionMm[0] - x, positionMm[2] - z)).toBeLessThan(2);
    expect(Math.abs(positionMm[1] - 1.5)).toBeLessThan(0.7);
  });

  it('is confident of a clear shadow and less so of plain tissue', () => {
    const clear = unwrap(locate(volumeWith(3, 3))).confidence;
    const plain = unwrap(locate(volumeWith(500, 500))).confidence;
    expect(clear).toBeGreaterThan(0.3);
    expect(clear).toBeLessThanOrEqual(1);
    expect(plain).toBeLessThan(clear / 1.5);
    expect(plain).toBeGreaterThan(0);
  });

  it('fails by name where nothing near the axis is covered', () => {
    const empty = {
      geometry: {
        sizes: [2, 10, 2] as const,
        spacingMm: [100, 1, 100] as const,
        originMm: [-50, 0, -50] as const,
        coverageRadiusMm: 1,
      },
      voxels: new Uint8Array(40),
      coverage: new Uint8Array(40),
      dynamicRangeDb: 60,
    };
    expect(locate(empty)).toMatchObject({ ok: false, problem: { code: 'NIPPLE_NOT_FOUND' } });
  });

  it('has weights for each feature', () => {
    expect(NIPPLE_WEIGHTS.weights).toHaveLength(NIPPLE_FEATURES.length);
  });
});
