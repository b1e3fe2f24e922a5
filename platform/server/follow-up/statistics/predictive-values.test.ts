import { describe, expect, it } from 'vitest';
import type { OutcomeKind, OutcomeResult, ScanSide } from '#contracts';
import { SCORES } from '#report';
import { predictiveValues } from './predictive-values.ts';
import type { SignedStudy, StudyFinding } from './signed-study.ts';
import { aSignedStudy } from './test-support/a-signed-study.ts';

const outcome = (kind: OutcomeKind, result: OutcomeResult, day = '2026-04-01') => ({
  kind,
  result,
  day,
});
type Outcomes = StudyFinding['outcomes'][number][];
const findingOn = (
  side: ScanSide,
  biradsScore: number | null,
  ...outcomes: Outcomes
): StudyFinding => ({ side, biradsScore, outcomes });
const finding = (biradsScore: number | null, ...outcomes: Outcomes): StudyFinding =>
  findingOn('L', biradsScore, ...outcomes);
const study = (score: number, ...findings: StudyFinding[]): SignedStudy =>
  aSignedStudy({ leftScore: score, findings });
const valuesOf = (...studies: SignedStudy[]) => predictiveValues(studies, studies);
const MALIGNANT = outcome('BIOPSY', 'MALIGNANT');
const BENIGN = outcome('BIOPSY', 'BENIGN');

describe('predictive values', () => {
  it('count cancers among studies with an outcome, and name the positives without one', () => {
    const { ppv2 } = valuesOf(
      study(SCORES.B5, finding(SCORES.B5, MALIGNANT)),
      study(SCORES.B4A, finding(SCORES.B4A, BENIGN)),
      study(SCORES.B4B, finding(SCORES.B4B)),
      study(SCORES.B2, finding(SCORES.B2)),
    );
    expect(ppv2).toMatchObject({ numerator: 1, denominator: 2, positives: 3, withoutOutcome: 1 });
    expect(ppv2.value).toBe(0.5);
  });

  it('take every recalled screening study for PPV1, and suspicious ones only for PPV2', () => {
    const probablyBenign = study(SCORES.B3, finding(SCORES.B3, outcome('FOLLOW_UP', 'STABLE')));
    const { ppv1, ppv2 } = predictiveValues([probablyBenign], [probablyBenign]);
    expect(ppv1).toMatchObject({ numerator: 0, denominator: 1, positives: 1 });
    expect(ppv2).toMatchObject({ numerator: 0, denominator: 0, positives: 0, value: null });
    expect(predictiveValues([probablyBenign], []).ppv1.positives).toBe(0);
  });

  it('count only studies with a biopsy or surgery for PPV3', () => {
    const { ppv2, ppv3 } = valuesOf(
      study(SCORES.B4A, finding(SCORES.B4A, outcome('SURGERY', 'HIGH_RISK'))),
      study(SCORES.B4A, finding(SCORES.B4A, outcome('FOLLOW_UP', 'RESOLVED'))),
    );
    expect([ppv2.denominator, ppv3.denominator]).toEqual([2, 1]);
    expect(ppv3).toMatchObject({ numerator: 0, positives: 2, withoutOutcome: 1 });
  });

  it('leave out a study while one of its suspicious findings has no outcome', () => {
    const half = study(SCORES.B4A, finding(SCORES.B4A, BENIGN), finding(SCORES.B4A));
    expect(valuesOf(half).ppv2).toMatchObject({ denominator: 0, withoutOutcome: 1 });
    const cancer = study(SCORES.B4A, finding(SCORES.B4A, MALIGNANT), finding(SCORES.B4A));
    expect(valuesOf(cancer).ppv2).toMatchObject({ numerator: 1, denominator: 1 });
  });

  it('leave out a lesion that has grown and has no diagnosis', () => {
    const grown = study(SCORES.B4A, finding(SCORES.B4A, outcome('FOLLOW_UP', 'GROWN')));
    expect(valuesOf(grown).ppv2).toMatchObject({ denominator: 0, withoutOutcome: 1 });
  });

  it('count a cancer for one year after the study', () => {
    const on = (day: string) =>
      valuesOf(study(SCORES.B5, finding(SCORES.B5, outcome('BIOPSY', 'MALIGNANT', day)))).ppv2;
    expect(on('2027-03-05')).toMatchObject({ numerator: 1, denominator: 1 });
    expect(on('2027-03-06')).toMatchObject({ numerator: 0, denominator: 1 });
  });

  it('count a first biopsy after more than a year neither as a biopsy nor as a cancer', () => {
    const late = outcome('BIOPSY', 'BENIGN', '2028-03-05');
    const { ppv2, ppv3 } = valuesOf(study(SCORES.B4A, finding(SCORES.B4A, late)));
    expect(ppv3).toMatchObject({ denominator: 0, positives: 1, withoutOutcome: 1 });
    expect(ppv2).toMatchObject({ numerator: 0, denominator: 1 });
  });

  it('judge only findings of the positive breast', () => {
    const suspicious = (...findings: StudyFinding[]) =>
      aSignedStudy({ leftScore: SCORES.B4A, rightScore: SCORES.B2, findings });
    const onlyOther = suspicious(finding(SCORES.B4A), findingOn('R', SCORES.B2, MALIGNANT));
    const { ppv1, ppv2, ppv3 } = valuesOf(onlyOther);
    for (const value of [ppv1, ppv2, ppv3]) {
      expect(value).toMatchObject({ numerator: 0, denominator: 0, withoutOutcome: 1 });
    }
    const both = suspicious(finding(SCORES.B4A, BENIGN), findingOn('R', SCORES.B2, MALIGNANT));
    expect(valuesOf(both).ppv3).toMatchObject({ numerator: 0, denominator: 1 });
  });

  it('need the outcome of every positive breast', () => {
    const findings = [finding(SCORES.B4A, BENIGN), findingOn('R', SCORES.B5)];
    const half = aSignedStudy({ leftScore: SCORES.B4A, rightScore: SCORES.B5, findings });
    expect(valuesOf(half).ppv2).toMatchObject({ denominator: 0, withoutOutcome: 1 });
  });

  it('leave out a lesion of category 6, whose cancer was known before', () => {
    const known = study(SCORES.B4A, finding(SCORES.B4A, BENIGN), finding(SCORES.B6, MALIGNANT));
    expect(valuesOf(known).ppv2).toMatchObject({ numerator: 0, denominator: 1 });
    const open = study(SCORES.B4A, finding(SCORES.B4A), finding(SCORES.B6, MALIGNANT));
    expect(valuesOf(open).ppv3).toMatchObject({ denominator: 0, withoutOutcome: 1 });
  });

  it.each([
    ['category 0', SCORES.B0, null],
    ['category 0 with a benign finding', SCORES.B0, SCORES.B2],
    ['category 4A with an undecided finding', SCORES.B4A, null],
  ])('know a benign outcome as well as a malignant one for %s', (_name, breast, score) => {
    const { ppv1 } = valuesOf(
      study(breast, finding(score, BENIGN)),
      study(breast, finding(score, MALIGNANT)),
      study(breast, finding(score, BENIGN), finding(score)),
      study(breast),
    );
    expect(ppv1).toMatchObject({ numerator: 1, denominator: 2, positives: 4, withoutOutcome: 2 });
  });

  it('know a grown lesion only with a pathology from the day of its growth on', () => {
    const grown = outcome('FOLLOW_UP', 'GROWN', '2026-09-01');
    const known = (...more: Outcomes) =>
      valuesOf(study(SCORES.B4A, finding(SCORES.B4A, grown, ...more))).ppv2.denominator;
    expect(known(outcome('FOLLOW_UP', 'STABLE', '2026-06-01'))).toBe(0);
    expect(known(outcome('BIOPSY', 'BENIGN', '2026-06-01'))).toBe(0);
    expect(known(outcome('BIOPSY', 'BENIGN', '2026-09-01'))).toBe(1);
  });
});
