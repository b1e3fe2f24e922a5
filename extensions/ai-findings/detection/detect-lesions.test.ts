import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { distance, type Vec3 } from '#geometry';
import { type Ball, ballVolume } from '../test-support/ball-volume.ts';
import { dbVolume } from '../volume-features/index.ts';
import { detectLesions, type LesionDetector, openLesionDetector } from './index.ts';

const BALL: Ball = { centreMm: [12, 18, -9], radiiMm: [6, 5, 6], db: -44 };

/** Half the radius of the ball. */
const WITHIN_MM = 3;

let detector: LesionDetector;
beforeAll(async () => {
  detector = await openLesionDetector();
});
afterAll(() => detector?.network.dispose());

const volumeWith = (balls: readonly Ball[], spacingMm: Vec3 = [0.5, 0.5, 0.5]) => {
  const sizes: Vec3 = [
    Math.round(80 / spacingMm[0]),
    Math.round(40 / spacingMm[1]),
    Math.round(80 / spacingMm[2]),
  ];
  const originMm: Vec3 = [-40 + spacingMm[0] / 2, spacingMm[1] / 2, -40 + spacingMm[2] / 2];
  return ballVolume({ sizes, spacingMm, originMm, balls });
};

const detect = (source: ReturnType<typeof volumeWith>) =>
  detectLesions(unwrap(dbVolume(source)), detector);

describe('the lesion detector', () => {
  it('gives the highest score to a dark ball, near its centre in patient millimetres', async () => {
    const [first] = await detect(volumeWith([BALL]));
    expect(distance(first?.centreMm ?? [0, 0, 0], BALL.centreMm)).toBeLessThan(WITHIN_MM);
    expect(first?.score).toBeGreaterThan(0.5);
    expect(first?.boxMm.min[0]).toBeLessThan(BALL.centreMm[0]);
    expect(first?.boxMm.max[0]).toBeGreaterThan(BALL.centreMm[0]);
  });

  it('finds a ball on either side of every axis where it is, not mirrored', async () => {
    for (const centreMm of [
      [-15, 12, 20],
      [15, 25, -20],
    ] as const) {
      const [first] = await detect(volumeWith([{ ...BALL, centreMm }]));
      expect(distance(first?.centreMm ?? [0, 0, 0], centreMm)).toBeLessThan(WITHIN_MM);
    }
  });

  it('finds the same ball in voxels that are finer in depth than across', async () => {
    const [first] = await detect(volumeWith([BALL], [0.8, 0.2, 1.2]));
    expect(distance(first?.centreMm ?? [0, 0, 0], BALL.centreMm)).toBeLessThan(WITHIN_MM);
  });

  it('scores a bright ball and plain tissue below a dark ball', async () => {
    const dark = await detect(volumeWith([BALL]));
    const bright = await detect(volumeWith([{ ...BALL, db: -10 }]));
    const plain = await detect(volumeWith([]));
    expect(bright[0]?.score ?? 0).toBeLessThan(dark[0]?.score ?? 0);
    expect(plain[0]?.score ?? 0).toBeLessThan(dark[0]?.score ?? 0);
  });

  it('proposes nothing in voxels that no beam reached', async () => {
    const covered: Ball = { ...BALL, centreMm: [-15, 18, 20] };
    const source = volumeWith([BALL, covered]);
    const [nx, ny] = source.geometry.sizes;
    const coverage = Uint8Array.from(source.voxels, (_, index) => {
      const i = index % nx;
      const k = Math.floor(index / (nx * ny));
      return i > nx / 2 && k < (source.geometry.sizes[2] * 2) / 3 ? 0 : 255;
    });
    const lesions = await detect({ ...source, coverage });
    const distances = lesions.map(({ centreMm }) => distance(centreMm, BALL.centreMm));
    expect(distances.length).toBeGreaterThan(0);
    expect(distances.filter((mm) => mm <= 6)).toEqual([]);
  });

  it('returns scores from 0 to 1 in descending order, and finite boxes around the centres', async () => {
    const lesions = await detect(volumeWith([BALL]));
    expect(lesions.length).toBeGreaterThan(0);
    const scores = lesions.map(({ score }) => score);
    expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    for (const { centreMm, boxMm } of lesions) {
      for (const axis of [0, 1, 2] as const) {
        expect(boxMm.min[axis]).toBeLessThan(centreMm[axis]);
        expect(boxMm.max[axis]).toBeGreaterThan(centreMm[axis]);
      }
    }
  });

  it('reports its progress up to 1', async () => {
    const shares: number[] = [];
    const volume = unwrap(dbVolume(volumeWith([BALL])));
    await detectLesions(volume, detector, {
      onProgress: (share) => shares.push(share),
    });
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  it('stops with the reason of the signal, before and during the work', async () => {
    const volume = unwrap(dbVolume(volumeWith([BALL])));
    const reason = new Error('stopped by the reader');
    await expect(
      detectLesions(volume, detector, { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
    const controller = new AbortController();
    const running = detectLesions(volume, detector, {
      signal: controller.signal,
      onProgress: () => controller.abort(reason),
    });
    await expect(running).rejects.toBe(reason);
  });

  it('handles a volume with a single voxel and one without coverage', async () => {
    const one = ballVolume({
      sizes: [1, 1, 1],
      spacingMm: [1, 1, 1],
      originMm: [0, 0, 0],
      balls: [],
    });
    expect(await detect(one)).toEqual([]);
    const source = volumeWith([BALL]);
    const coverage = new Uint8Array(source.voxels.length);
    expect(await detect({ ...source, coverage })).toEqual([]);
  });
});
