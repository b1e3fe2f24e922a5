import type { PredictiveValue, ScanSide } from '#contracts';
import { SCORES } from '#report';
import { rateOf } from './rate-of.ts';
import type { SignedStudy, StudyFinding, StudyOutcome } from './signed-study.ts';

const DAY_MS = 86_400_000;
/** A later cancer or biopsy does not count, as in the audit of BI-RADS. */
const WITHIN_DAYS = 365;

/** Categories that recommend a biopsy: 4A, 4B, 4C and 5. */
const BIOPSY_SCORES: readonly number[] = [SCORES.B4A, SCORES.B4B, SCORES.B4C, SCORES.B5];
/** Categories that recall a patient from screening: 0, 3, 4 and 5. */
export const RECALL_SCORES: readonly number[] = [SCORES.B0, SCORES.B3, ...BIOPSY_SCORES];

/** Returns whether any breast of a study has one of the categories. */
export const hasScore = (
  { leftScore, rightScore }: SignedStudy,
  scores: readonly number[],
): boolean => [leftScore, rightScore].some((score) => score !== null && scores.includes(score));

/** Positive predictive values of recall, of the recommendation of a biopsy and of biopsies. */
export function predictiveValues(
  studies: readonly SignedStudy[],
  screening: readonly SignedStudy[],
): Record<'ppv1' | 'ppv2' | 'ppv3', PredictiveValue> {
  const recalled = positivesOf(screening, RECALL_SCORES);
  const forBiopsy = positivesOf(studies, BIOPSY_SCORES);
  return {
    ppv1: predictiveValueOf(recalled, isKnown),
    ppv2: predictiveValueOf(forBiopsy, isKnown),
    ppv3: predictiveValueOf(forBiopsy, hasPathology),
  };
}

/** Finding of a positive breast, with the outcomes of the year after the study apart. */
interface JudgedFinding {
  readonly isPositive: boolean;
  readonly outcomes: readonly StudyOutcome[];
  readonly inYear: readonly StudyOutcome[];
}

/** Findings of each positive breast of a study. */
type PositiveStudy = readonly (readonly JudgedFinding[])[];

/** Returns the studies with a breast of the categories. */
const positivesOf = (
  studies: readonly SignedStudy[],
  scores: readonly number[],
): readonly PositiveStudy[] =>
  studies
    .filter((study) => hasScore(study, scores))
    .map((study) =>
      sidesWith(study, scores).map((side) =>
        study.findings
          // A known cancer is no result of this study.
          .filter((finding) => finding.side === side && finding.biradsScore !== SCORES.B6)
          .map((finding) => judged(finding, study.studyDay, scores)),
      ),
    );

function sidesWith(
  { leftScore, rightScore }: SignedStudy,
  scores: readonly number[],
): readonly ScanSide[] {
  const isPositive = (score: number | null): boolean => score !== null && scores.includes(score);
  return [
    ...(isPositive(leftScore) ? (['L'] as const) : []),
    ...(isPositive(rightScore) ? (['R'] as const) : []),
  ];
}

function judged(
  { biradsScore, outcomes }: StudyFinding,
  studyDay: string,
  scores: readonly number[],
): JudgedFinding {
  const lastMs = Date.parse(studyDay) + WITHIN_DAYS * DAY_MS;
  return {
    isPositive: biradsScore !== null && scores.includes(biradsScore),
    outcomes,
    inYear: outcomes.filter(({ day }) => Date.parse(day) <= lastMs),
  };
}

function predictiveValueOf(
  positives: readonly PositiveStudy[],
  counts: (study: PositiveStudy) => boolean,
): PredictiveValue {
  const known = positives.filter(counts);
  return {
    ...rateOf(known.filter(isMalignant).length, known.length),
    positives: positives.length,
    withoutOutcome: positives.length - known.length,
  };
}

const isMalignant = (breasts: PositiveStudy): boolean =>
  breasts.flat().some(({ inYear }) => inYear.some(({ result }) => result === 'MALIGNANT'));

const hasPathology = (breasts: PositiveStudy): boolean =>
  breasts.flat().some(({ inYear }) => inYear.some(isPathology));

const isPathology = ({ kind }: StudyOutcome): boolean => kind !== 'FOLLOW_UP';

/** Returns whether the outcome of a study is known: malignant, or known of each positive breast. */
const isKnown = (breasts: PositiveStudy): boolean =>
  isMalignant(breasts) || breasts.every(isKnownBreast);

/**
 * Returns whether each positive finding has an outcome. A breast whose category comes from none of
 * its findings, such as an incomplete one, needs the outcomes of all of them.
 */
function isKnownBreast(findings: readonly JudgedFinding[]): boolean {
  const positive = findings.filter(({ isPositive }) => isPositive);
  const needed = positive.length > 0 ? positive : findings;
  return needed.length > 0 && needed.every(hasOutcome);
}

/** Returns whether a finding has an outcome; a lesion that has grown needs a later pathology. */
function hasOutcome({ outcomes, inYear }: JudgedFinding): boolean {
  const isSettled = ({ day: grownDay }: StudyOutcome): boolean =>
    outcomes.some((outcome) => isPathology(outcome) && outcome.day >= grownDay);
  return (
    outcomes.some(({ result }) => result !== 'GROWN') &&
    inYear.filter(({ result }) => result === 'GROWN').every(isSettled)
  );
}
