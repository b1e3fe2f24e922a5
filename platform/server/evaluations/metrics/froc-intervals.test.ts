import { describe, expect, it } from 'vitest';
import {
  bootstrapInterval,
  FALSE_POSITIVES,
  frocCurve,
  frocIntervals,
  imageHd95Mm,
  meanSensitivity,
  type Reading,
  seededRandom,
  sensitivityAt,
} from './index.ts';

/** Groups of one or two readings with random scores, some of them equal. */
function randomGroups(count: number): readonly (readonly Reading[])[] {
  const random = seededRandom(3);
  const score = (): number => Math.round(random() * 20) / 20;
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + Math.round(random()) }, () => ({
      hits: Array.from({ length: 1 + Math.round(random()) }, () =>
        random() < 0.2 ? null : score(),
      ),
      falsePositiveScores: Array.from({ length: Math.round(5 * random()) }, score),
    })),
  );
}

describe('the intervals of the sensitivities', () => {
  it('are those of the plain bootstrap over the same groups', () => {
    const groups = randomGroups(12);
    const fast = frocIntervals(groups, 200);
    expect(fast.mean?.map((end) => end.toFixed(9))).toEqual(
      bootstrapInterval(groups, meanSensitivity, 200)?.map((end) => end.toFixed(9)),
    );
    for (const [idx, falsePositives] of FALSE_POSITIVES.entries()) {
      const plain = bootstrapInterval(
        groups,
        (readings) => sensitivityAt(readings, falsePositives),
        200,
      );
      expect(fast.sensitivity[idx]).toEqual(plain);
    }
  });

  it('are null without lesions', () => {
    const { mean, sensitivity } = frocIntervals([[{ hits: [], falsePositiveScores: [1] }]], 10);
    expect([mean, sensitivity[0]]).toEqual([null, null]);
  });
});

describe('the curve of lesions found against false positives', () => {
  it('has one point for equal scores', () => {
    const reading = { hits: [0.5, null], falsePositiveScores: [0.5, 0.2] };
    expect(frocCurve([reading])).toEqual([
      [0, 0],
      [1, 0.5],
      [2, 0.5],
    ]);
  });

  it('has at most 200 points and keeps its end', () => {
    const falsePositiveScores = Array.from({ length: 999 }, (_, idx) => idx / 999);
    const curve = frocCurve([{ hits: [1], falsePositiveScores }]);
    expect(curve).toHaveLength(200);
    expect(curve.at(-1)).toEqual([999, 1]);
  });
});

describe('the 95 % Hausdorff distance of two regions of an image', () => {
  const bar = (from: number, to: number) => ({
    width: 20,
    pixels: Uint8Array.from({ length: 100 }, (_, idx) => Number(idx % 20 >= from && idx % 20 < to)),
  });

  it('is the shift in mm, and infinite for an empty region', () => {
    expect(imageHd95Mm(bar(2, 8), bar(2, 8), 0.5)).toBe(0);
    expect(imageHd95Mm(bar(2, 3), bar(8, 9), 0.5)).toBe(3);
    expect(imageHd95Mm(bar(2, 3), bar(0, 0), 0.5)).toBe(Number.POSITIVE_INFINITY);
  });
});
