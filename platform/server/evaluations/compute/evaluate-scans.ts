import type { EvaluationResult } from '#contracts';
import {
  FALSE_POSITIVES,
  frocCurve,
  frocIntervals,
  matchProposals,
  quantile,
  thresholdAt,
} from '../metrics/index.ts';
import { calibrationOf } from './calibration-figure.ts';
import type { EvaluatedScan, OutlineAgreement } from './evaluated-scan.ts';
import { highestFalsePositives, missedLesions } from './failures.ts';
import { BOOTSTRAP_ROUNDS, byPatient, figureOf, mean, withInterval } from './figure-of.ts';
import { type MatchedScan, strataOf } from './strata.ts';

/** False positives per scan of the operating point of strata and failures. */
export const OPERATING_FALSE_POSITIVES = 1;

/** Figures that follow from lesions and proposals alone. */
export type ScanFigures = Pick<
  EvaluationResult,
  'froc' | 'strata' | 'calibration' | 'nipple' | 'missed' | 'falsePositives'
> & { readonly hits: number; readonly falsePositiveCount: number };

/** Matches the proposals of each scan with its lesions and returns the figures. */
export function evaluateScans(scans: readonly EvaluatedScan[]): ScanFigures {
  const matched = matchScans(scans);
  const readings = matched.map(({ matched: reading }) => reading);
  const threshold = thresholdAt(readings, OPERATING_FALSE_POSITIVES);
  return {
    hits: readings.flatMap(({ hits }) => hits).filter((score) => score !== null).length,
    falsePositiveCount: readings.flatMap((reading) => reading.falsePositiveScores).length,
    froc: frocOf(matched),
    strata: [...strataOf(matched, threshold)],
    calibration: calibrationOf(
      matched.flatMap(({ scan, matched: { isHit } }) =>
        scan.proposals.map(({ score }, idx) => ({
          patientId: scan.patientId,
          score,
          isHit: isHit[idx] === true,
        })),
      ),
    ),
    nipple: nippleOf(scans),
    missed: [...missedLesions(matched, threshold)],
    falsePositives: [...highestFalsePositives(matched)],
  };
}

const matchScans = (scans: readonly EvaluatedScan[]): readonly MatchedScan[] =>
  scans.map((scan) => ({ scan, matched: matchProposals(scan.proposals, scan.lesions) }));

/** Matches the proposals of each scan with its lesions and returns the FROC alone. */
export const frocOfScans = (scans: readonly EvaluatedScan[]): EvaluationResult['froc'] =>
  frocOf(matchScans(scans));

function frocOf(matched: readonly MatchedScan[]): EvaluationResult['froc'] {
  const readings = matched.map(({ matched: reading }) => reading);
  const groups = byPatient(matched, ({ scan }) => scan.patientId).map((ofPatient) =>
    ofPatient.map(({ matched: reading }) => reading),
  );
  const hits = readings.flatMap((reading) => reading.hits);
  const points = FALSE_POSITIVES.map((falsePositives) => {
    const threshold = thresholdAt(readings, falsePositives);
    const found = hits.filter((score) => score !== null && score > threshold).length;
    return { falsePositives, threshold, sensitivity: found / hits.length };
  });
  const intervals = frocIntervals(groups, BOOTSTRAP_ROUNDS);
  const meanSensitivity = mean(points.map(({ sensitivity }) => sensitivity));
  return {
    meanSensitivity: withInterval(meanSensitivity, intervals.mean, groups.length),
    points: points.map(({ falsePositives, threshold, sensitivity }, idx) => ({
      falsePositives,
      sensitivity: withInterval(sensitivity, intervals.sensitivity[idx] ?? null, groups.length),
      threshold: Number.isFinite(threshold) ? threshold : null,
    })),
    curve: frocCurve(readings).map(([x, y]) => [x, y]),
  };
}

function nippleOf(scans: readonly EvaluatedScan[]): EvaluationResult['nipple'] {
  const errors = scans.flatMap(({ patientId, nippleErrorMm }) =>
    nippleErrorMm === null ? [] : [{ patientId, mm: nippleErrorMm }],
  );
  if (errors.length === 0) return null;
  const quantileOf = (q: number) =>
    figureOf(
      errors,
      ({ patientId }) => patientId,
      (drawn) =>
        quantile(
          drawn.map(({ mm }) => mm),
          q,
        ),
    );
  return { scans: errors.length, medianMm: quantileOf(0.5), p95Mm: quantileOf(0.95) };
}

/** Returns mean Dice and median distance of outlines; null without pairs. */
export function evaluateOutlines(
  agreements: readonly OutlineAgreement[],
  others: { readonly unreadable: number; readonly leftOut: number },
): EvaluationResult['outlines'] {
  if (agreements.length === 0 && others.unreadable === 0) return null;
  const patientOf = ({ patientId }: OutlineAgreement): string => patientId;
  return {
    pairs: agreements.length,
    ...others,
    dice: figureOf(agreements, patientOf, (drawn) => mean(drawn.map(({ dice }) => dice))),
    hd95Mm: figureOf(agreements, patientOf, (drawn) =>
      quantile(
        drawn.map(({ hd95Mm }) => hd95Mm),
        0.5,
      ),
    ),
  };
}
