import { describe, expect, it } from 'vitest';
import { evaluateOutlines, evaluateScans } from './evaluate-scans.ts';
import type { EvaluatedScan } from './evaluated-scan.ts';

type Fields = Partial<EvaluatedScan> & { readonly at?: number };

const lesion = (x: number, diameterMm: number | null, findingId = `lesion ${x}`) => ({
  centreMm: [x, 0, 0] as const,
  radiusMm: (diameterMm ?? 0) / 2,
  diameterMm,
  findingId,
  label: 1,
});
const proposal = (x: number, score: number) => ({
  centreMm: [x, 0, 0] as const,
  score,
  diameterMm: null,
  findingId: `proposal ${x}`,
  label: 2,
});
const scan = (patientId: string, fields: Fields): EvaluatedScan => ({
  scanId: `scan of ${patientId}`,
  scanLabel: 'R1',
  studyId: `study of ${patientId}`,
  patientId,
  density: null,
  lesions: [],
  proposals: [],
  nippleErrorMm: null,
  ...fields,
});

/** Two lesions found of three, with false positives at 0.8, 0.5 and 0.3. */
const SCANS = [
  scan('a', {
    density: 'FATTY',
    lesions: [lesion(0, 8), lesion(60, 30)],
    proposals: [proposal(1, 0.9), proposal(100, 0.8)],
    nippleErrorMm: 2,
  }),
  scan('b', {
    density: 'HETERO',
    lesions: [lesion(0, 12)],
    proposals: [proposal(0, 0.4), proposal(100, 0.5), proposal(200, 0.3)],
    nippleErrorMm: 6,
  }),
];

describe('the figures of an evaluation', () => {
  const figures = evaluateScans(SCANS);

  it('count hits and false positives', () => {
    expect(figures).toMatchObject({ hits: 2, falsePositiveCount: 3 });
  });

  it('have the sensitivity at each number of false positives, with its threshold', () => {
    // Two scans: 1/8 and 1/4 permit no false positive, 1/2 one, 1 two, 2 to 8 all three.
    const third = 1 / 3;
    expect(
      figures.froc.points.map(({ sensitivity, threshold }) => [sensitivity?.value, threshold]),
    ).toEqual([
      [third, 0.8],
      [third, 0.8],
      [third, 0.5],
      [2 * third, 0.3],
      [2 * third, null],
      [2 * third, null],
      [2 * third, null],
    ]);
    expect(figures.froc.meanSensitivity?.value).toBeCloseTo((3 * third + 4 * 2 * third) / 7);
  });

  it('have a curve that ends at all lesions found and all false positives', () => {
    expect(figures.froc.curve).toEqual([
      [0, 0],
      [0, 1 / 3],
      [0.5, 1 / 3],
      [1, 1 / 3],
      [1, 2 / 3],
      [1.5, 2 / 3],
    ]);
  });

  it('split lesions by density and size at one false positive per scan', () => {
    expect(
      figures.strata.map(({ kind, value, scans, found, lesions, falsePositivesPerScan }) => [
        ...[kind, value, scans, found, lesions, falsePositivesPerScan],
      ]),
    ).toEqual([
      ['DENSITY', 'FATTY', 1, 1, 2, 1],
      ['DENSITY', 'HETERO', 1, 1, 1, 1],
      ['SIZE', 'FROM_5', null, 1, 1, null],
      ['SIZE', 'FROM_10', null, 1, 1, null],
      ['SIZE', 'FROM_20', null, 0, 1, null],
    ]);
  });

  it('count a lesion with the score of the threshold itself as missed', () => {
    // The second false positive has the score of the lesion and sets the threshold.
    const even = scan('a', {
      lesions: [lesion(0, 8)],
      proposals: [proposal(0, 0.5), proposal(100, 0.9), proposal(200, 0.5)],
    });
    const { strata, missed, froc } = evaluateScans([even]);
    expect(froc.points[3]).toMatchObject({ falsePositives: 1, threshold: 0.5 });
    expect(strata.map(({ found }) => found)).toEqual([0, 0]);
    expect(missed).toMatchObject([{ score: 0.5 }]);
  });

  it('sort densities from least to most dense, unassessed last', () => {
    const densities = ['EXTREME', null, 'FIBRO', 'SITE', 'FATTY'];
    const { strata } = evaluateScans(densities.map((density, idx) => scan(`${idx}`, { density })));
    expect(strata.map(({ value }) => value)).toEqual(['FATTY', 'FIBRO', 'EXTREME', 'SITE', null]);
  });

  it('list the missed lesion and the false positives from the highest score', () => {
    expect(figures.missed).toMatchObject([{ findingId: 'lesion 60', score: null, sizeMm: 30 }]);
    expect(figures.falsePositives.map(({ score }) => score)).toEqual([0.8, 0.5, 0.3]);
  });

  it('list lesions below the threshold as missed, those without a proposal first', () => {
    const crowded = scan('c', {
      lesions: [lesion(0, 8, 'low'), lesion(60, 8, 'none'), lesion(120, 8, 'lowest')],
      proposals: [proposal(0, 0.3), proposal(120, 0.2), proposal(300, 0.9), proposal(400, 0.8)],
    });
    expect(evaluateScans([crowded]).missed.map(({ findingId }) => findingId)).toEqual([
      'none',
      'lowest',
      'low',
    ]);
  });

  it('have the calibration error weighted by the findings of a bin', () => {
    // Bins: 0.9 hit, 0.8 miss, 0.5 miss, 0.4 hit, 0.3 miss.
    expect(figures.calibration.error?.value).toBeCloseTo((0.1 + 0.8 + 0.5 + 0.6 + 0.3) / 5);
    expect(figures.calibration.bins[9]).toMatchObject({ count: 1, meanScore: 0.9, hitShare: 1 });
  });

  it('have the median error of the nipple', () => {
    expect(figures.nipple).toMatchObject({ scans: 2, medianMm: { value: 4, low: 2, high: 6 } });
  });

  it('draw whole patients: two patients span the interval, one patient has none', () => {
    const onePerPatient = [
      scan('a', { lesions: [lesion(0, 8)], proposals: [proposal(0, 0.9)] }),
      scan('b', { lesions: [lesion(0, 8)] }),
    ];
    expect(evaluateScans(onePerPatient).froc.meanSensitivity).toEqual({
      value: 0.5,
      low: 0,
      high: 1,
    });
    // Two scans of one patient are drawn together, so the interval has no width.
    const twins = ['a', 'b'].flatMap((patientId) => {
      const [found, missed] = onePerPatient;
      return [found, missed].flatMap((each) =>
        each === undefined ? [] : [{ ...each, patientId }],
      );
    });
    const { froc, strata } = evaluateScans(twins);
    expect(froc.meanSensitivity).toEqual({ value: 0.5, low: 0.5, high: 0.5 });
    expect(strata[1]?.sensitivity).toEqual({ value: 0.5, low: 0.5, high: 0.5 });
    const onePatient = onePerPatient.map((each) => ({ ...each, patientId: 'a' }));
    expect(evaluateScans(onePatient).froc.meanSensitivity).toEqual({
      value: 0.5,
      low: null,
      high: null,
    });
  });

  it('are null without lesions', () => {
    const { froc, strata, nipple } = evaluateScans([scan('a', { proposals: [proposal(0, 0.5)] })]);
    expect([froc.meanSensitivity, froc.curve, nipple]).toEqual([null, [], null]);
    expect(strata).toMatchObject([{ kind: 'DENSITY', value: null, sensitivity: null }]);
  });
});

describe('the agreement of outlines', () => {
  it('is the mean Dice and the median distance', () => {
    const agreements = [0.9, 0.7, 0.2].map((dice, idx) => ({
      patientId: `${idx}`,
      dice,
      hd95Mm: idx === 2 ? Number.POSITIVE_INFINITY : idx + 1,
    }));
    expect(evaluateOutlines(agreements, { unreadable: 1, leftOut: 0 })).toMatchObject({
      pairs: 3,
      unreadable: 1,
      dice: { value: 0.6 },
      hd95Mm: { value: 2 },
    });
  });

  it('is null without pairs', () => {
    expect(evaluateOutlines([], { unreadable: 0, leftOut: 0 })).toBeNull();
  });
});
