import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { distance, type Vec3 } from '#geometry';
import { type Ball, ballVolume, isInside } from '../test-support/ball-volume.ts';
import { type DbVolume, dbVolume } from '../volume-features/index.ts';
import { type Segmentation, segmentLesion, visitMask } from './index.ts';

const BALL: Ball = { centreMm: [5, 20, -4], radiiMm: [6, 6, 6], db: -45 };
const OVAL: Ball = { centreMm: [-3, 18, 6], radiiMm: [9, 5, 6], db: -42 };

function volumeWith(balls: readonly Ball[], spacingMm: Vec3 = [0.5, 0.4, 0.5]): DbVolume {
  const sizes: Vec3 = [
    Math.round(60 / spacingMm[0]),
    Math.round(40 / spacingMm[1]),
    Math.round(60 / spacingMm[2]),
  ];
  const originMm: Vec3 = [-30 + spacingMm[0] / 2, spacingMm[1] / 2, -30 + spacingMm[2] / 2];
  return unwrap(dbVolume(ballVolume({ sizes, spacingMm, originMm, balls })));
}

const boxOf = ({ centreMm: c, radiiMm: r }: Ball) => ({
  boxMm: {
    min: [c[0] - r[0], c[1] - r[1], c[2] - r[2]] as const,
    max: [c[0] + r[0], c[1] + r[1], c[2] + r[2]] as const,
  },
});

const volumeOf = ({ radiiMm: r }: Ball): number => (4 / 3) * Math.PI * r[0] * r[1] * r[2];

/** Returns the overlap of a segmentation with an ellipsoid, from 0 to 1. */
function dice(segmentation: Segmentation, ball: Ball): number {
  let overlap = 0;
  visitMask(segmentation.mask, (mm) => {
    if (isInside(ball, mm)) overlap += 1;
  });
  const [dx, dy, dz] = segmentation.mask.spacingMm;
  return (2 * overlap * dx * dy * dz) / (segmentation.volumeMm3 + volumeOf(ball));
}

describe('segmentation of a lesion', () => {
  it.each([
    ['a ball', BALL],
    ['a flat ellipsoid', OVAL],
  ])('finds the volume and the three axes of %s from a box around it', (_, ball) => {
    const found = unwrap(segmentLesion(volumeWith([ball]), boxOf(ball)));
    const axes = [ball.radiiMm[0], ball.radiiMm[2], ball.radiiMm[1]].map((radius) => 2 * radius);
    expect(Math.abs(found.volumeMm3 / volumeOf(ball) - 1)).toBeLessThan(0.15);
    for (const [n, mm] of found.axesMm.entries())
      expect(Math.abs(mm - (axes[n] ?? 0))).toBeLessThan(1.5);
    expect(dice(found, ball)).toBeGreaterThan(0.92);
  });

  it('finds the same lesion from one click away from its centre', () => {
    const centreMm: Vec3 = [BALL.centreMm[0] + 2.5, BALL.centreMm[1] - 1.5, BALL.centreMm[2]];
    const found = unwrap(segmentLesion(volumeWith([BALL]), { centreMm }));
    expect(dice(found, BALL)).toBeGreaterThan(0.9);
  });

  it('finds the same lesion from a click with a radius that is half the right one', () => {
    const seed = { centreMm: BALL.centreMm, radiusMm: 3 };
    const found = unwrap(segmentLesion(volumeWith([BALL]), seed));
    expect(dice(found, BALL)).toBeGreaterThan(0.88);
  });

  it('gives the same volume in voxels that are finer in depth than across', () => {
    const found = unwrap(segmentLesion(volumeWith([BALL], [0.8, 0.2, 1.1]), boxOf(BALL)));
    expect(Math.abs(found.volumeMm3 / volumeOf(BALL) - 1)).toBeLessThan(0.15);
  });

  it('extends to a point that is marked as inside and stops before one that is outside', () => {
    const volume = volumeWith([BALL]);
    const beyond: Vec3 = [BALL.centreMm[0] + 7.5, BALL.centreMm[1], BALL.centreMm[2]];
    const within: Vec3 = [BALL.centreMm[0] + 4, BALL.centreMm[1], BALL.centreMm[2]];
    const contains = (point: { mm: Vec3; inside: boolean }): boolean => {
      const { mask } = unwrap(segmentLesion(volume, boxOf(BALL), [point]));
      let nearestMm = Number.POSITIVE_INFINITY;
      visitMask(mask, (mm) => {
        nearestMm = Math.min(nearestMm, distance(mm, point.mm));
      });
      return nearestMm < 0.5;
    };
    expect(contains({ mm: beyond, inside: true })).toBe(true);
    expect(contains({ mm: within, inside: false })).toBe(false);
  });

  it('grows and shrinks with the threshold', () => {
    const volume = volumeWith([BALL]);
    const volumeAt = (thresholdShiftDb: number): number =>
      unwrap(segmentLesion(volume, boxOf(BALL), [], { thresholdShiftDb })).volumeMm3;
    expect(volumeAt(4)).toBeGreaterThan(volumeAt(0));
    expect(volumeAt(-6)).toBeLessThan(volumeAt(0));
  });

  it('fails by name where no tissue around the click is brighter', () => {
    const result = segmentLesion(volumeWith([{ ...BALL, db: -12 }]), { centreMm: BALL.centreMm });
    expect(result).toMatchObject({ ok: false, problem: { code: 'LESION_NOT_FOUND' } });
  });

  it('fails by name for a click outside the volume', () => {
    const result = segmentLesion(volumeWith([BALL]), { centreMm: [500, 20, 0] });
    expect(result).toMatchObject({ ok: false, problem: { code: 'SEED_OUTSIDE_VOLUME' } });
  });

  it('fails by name for seeds and points that are not finite or have no size', () => {
    const volume = volumeWith([BALL]);
    const { centreMm } = BALL;
    const results = [
      segmentLesion(volume, { centreMm: [Number.NaN, 0, 0] }),
      segmentLesion(volume, { centreMm, radiusMm: 0 }),
      segmentLesion(volume, { centreMm, radiusMm: Number.POSITIVE_INFINITY }),
      segmentLesion(volume, { boxMm: { min: centreMm, max: centreMm } }),
      segmentLesion(volume, { centreMm }, [{ mm: [0, Number.NaN, 0], inside: true }]),
      segmentLesion(volume, { centreMm }, [], { thresholdShiftDb: Number.NaN }),
    ];
    for (const result of results) {
      expect(result).toMatchObject({ ok: false, problem: { code: 'SEED_INVALID' } });
    }
  });

  it('keeps to tissue that a beam reached', () => {
    const volume = volumeWith([BALL]);
    const [nx, ny, nz] = volume.sizes;
    const border = nx * ny * Math.round(nz / 2 - 2 / 0.5);
    const half = { ...volume, isCovered: (index: number) => index < border };
    const found = unwrap(segmentLesion(half, boxOf(BALL)));
    visitMask(found.mask, ([, , z]) => expect(z).toBeLessThan(-1.5));
    expect(found.volumeMm3).toBeLessThan(0.85 * volumeOf(BALL));
  });
});
