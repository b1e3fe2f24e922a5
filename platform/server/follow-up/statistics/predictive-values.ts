import type { PredictiveValue } from '#contracts';
import { SCORES } from '#report';
import { rateOf } from './rate-of.ts';
import type { SignedStudy, StudyFinding } from './signed-study.ts';

const DAY_MS = 86_400_000;
/** A cancer that is found later does not count, as in the audit of BI-RADS. */
const MALIGNANT_WITHIN_DAYS = 365;

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
  const recalled = screening.filter((study) => hasScore(study, RECALL_SCORES));
  const forBiopsy = studies.filter((study) => hasScore(study, BIOPSY_SCORES));
  return {
    ppv1: predictiveValueOf(recalled, (study) => isKnown(study, RECALL_SCORES)),
    ppv2: predictiveValueOf(forBiopsy, (study) => isKnown(study, BIOPSY_SCORES)),
    ppv3: predictiveValueOf(forBiopsy, hasPathology),
  };
}

function predictiveValueOf(
  positives: readonly SignedStudy[],
  counts: (study: SignedStudy) => boolean,
): PredictiveValue {
  const known = positives.filter(counts);
  return {
    ...rateOf(known.filter(isMalignant).length, known.length),
    positives: positives.length,
    withoutOutcome: positives.length - known.length,
  };
}

/** Returns whether any finding was malignant within a year after the study. */
function isMalignant({ findings, studyDay }: SignedStudy): boolean {
  return findings.some(({ outcomes }) =>
    outcomes.some(
      ({ result, day }) =>
        result === 'MALIGNANT' &&
        Date.parse(day) - Date.parse(studyDay) <= MALIGNANT_WITHIN_DAYS * DAY_MS,
    ),
  );
}

/**
 * Returns whether the outcome of a study is known: malignant, or each finding of the categories has
 * an outcome.
 */
function isKnown(study: SignedStudy, scores: readonly number[]): boolean {
  if (isMalignant(study)) return true;
  const positive = study.findings.filter(
    ({ biradsScore }) => biradsScore !== null && scores.includes(biradsScore),
  );
  return positive.length > 0 && positive.every(hasOutcome);
}

/** A lesion that has grown is no diagnosis. */
const hasOutcome = ({ outcomes }: StudyFinding): boolean =>
  outcomes.some(({ result }) => result !== 'GROWN');

const hasPathology = ({ findings }: SignedStudy): boolean =>
  findings.some(({ outcomes }) => outcomes.some(({ kind }) => kind !== 'FOLLOW_UP'));
