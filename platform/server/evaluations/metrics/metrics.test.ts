import { describe, expect, it } from 'vitest';
import {
  bootstrapInterval,
  calibrationBins,
  calibrationError,
  matchProposals,
  sensitivityAt,
  thresholdAt,
} from './index.ts';

const at = (x: number, score: number) => ({ centreMm: [x, 0, 0] as const, score });
const lesion = (x: number, radiusMm: number) => ({ centreMm: [x, 0, 0] as const, radiusMm });

describe('the match of proposals with lesions', () => {
  it('accepts a centre up to 1 mm outside the lesion', () => {
    const { hits, falsePositiveScores } = matchProposals([at(11, 0.9)], [lesion(0, 10)]);
    expect([hits, falsePositiveScores]).toEqual([[0.9], []]);
    expect(matchProposals([at(11.1, 0.9)], [lesion(0, 10)]).hits).toEqual([null]);
  });

  it('accepts a centre within 5 mm of a small lesion or of one without a size', () => {
    expect(matchProposals([at(5, 0.4)], [lesion(0, 0)]).hits).toEqual([0.4]);
    expect(matchProposals([at(5.1, 0.4)], [lesion(0, 2)]).hits).toEqual([null]);
  });

  it('counts further proposals on a lesion neither as hits nor as false positives', () => {
    const proposals = [at(1, 0.3), at(0, 0.8), at(40, 0.5)];
    const matched = matchProposals(proposals, [lesion(0, 3)]);
    expect(matched.hits).toEqual([0.8]);
    expect(matched.bestProposals).toEqual([1]);
    expect(matched.isHit).toEqual([true, true, false]);
    expect(matched.falsePositiveScores).toEqual([0.5]);
  });
});

describe('the sensitivity at a number of false positives', () => {
  const readings = [
    { hits: [0.9, 0.4, null], falsePositiveScores: [0.6, 0.2] },
    { hits: [0.7], falsePositiveScores: [] },
  ];

  it('counts the lesions that score higher than the first false positive beyond it', () => {
    expect(sensitivityAt(readings, 0.25)).toBe(2 / 4);
    expect(sensitivityAt(readings, 0.5)).toBe(3 / 4);
    expect(thresholdAt(readings, 0.5)).toBe(0.2);
    expect(thresholdAt(readings, 1)).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe('the calibration', () => {
  const judged = [
    { score: 0.25, isHit: false },
    { score: 0.29, isHit: true },
    { score: 1, isHit: true },
  ];

  it('puts proposals into ten bins of the score and 1 into the last', () => {
    const bins = calibrationBins(judged);
    expect(bins.map(({ count }) => count)).toEqual([0, 0, 2, 0, 0, 0, 0, 0, 0, 1]);
    expect(bins[2]?.meanScore).toBeCloseTo(0.27);
    expect(bins[2]?.hitShare).toBe(0.5);
    expect(bins[0]).toMatchObject({ meanScore: null, hitShare: null });
  });

  it('weights the difference of score and share of hits by the proposals of a bin', () => {
    expect(calibrationError(judged)).toBeCloseTo((2 * 0.23 + 0) / 3);
    expect(calibrationError([])).toBe(0);
  });
});

describe('a bootstrap interval', () => {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;

  it('draws whole groups and is the same in each call', () => {
    const groups = [[0, 0], [1, 1], [1], [0]];
    const interval = bootstrapInterval(groups, mean, 500);
    expect(interval).toEqual(bootstrapInterval(groups, mean, 500));
    expect(interval?.[0]).toBe(0);
    expect(interval?.[1]).toBe(1);
  });

  it('has no width if all groups are equal, and is null without a number', () => {
    expect(bootstrapInterval([[2], [2]], mean, 100)).toEqual([2, 2]);
    expect(bootstrapInterval([[]], mean, 100)).toBeNull();
  });
});
