import { describe, expect, it } from 'vitest';
import type { OutcomeKind, OutcomeResult } from '#contracts';
import { SCORES } from '#report';
import { predictiveValues } from './predictive-values.ts';
import type { SignedStudy, StudyFinding } from './signed-study.ts';
import { aSignedStudy } from './test-support/a-signed-study.ts';

const outcome = (kind: OutcomeKind, result: OutcomeResult, day = '2026-04-01') => ({
  kind,
  result,
  day,
});
const finding = (
  biradsScore: number,
  ...outcomes: StudyFinding['outcomes'][number][]
): StudyFinding => ({ biradsScore, outcomes });
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
});
