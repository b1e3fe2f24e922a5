import type { EvaluationResult } from '#contracts';
import {
  type CalibrationBin,
  calibrationBins,
  type Judged,
  mergeBins,
  weightedBinError,
} from '../metrics/index.ts';
import { byPatient, figureOf } from './figure-of.ts';

/** Proposal with its patient. */
export interface JudgedProposal extends Judged {
  readonly patientId: string;
}

/** Bins of the proposals of one patient; a bootstrap draws patients, not proposals. */
interface PatientBins {
  readonly patientId: string;
  readonly bins: readonly CalibrationBin[];
}

/** Returns the calibration of all proposals, with the interval over patients. */
export function calibrationOf(judged: readonly JudgedProposal[]): EvaluationResult['calibration'] {
  const patients = byPatient(judged, ({ patientId }) => patientId).map(
    (ofPatient): PatientBins => ({
      patientId: ofPatient[0]?.patientId ?? '',
      bins: calibrationBins(ofPatient),
    }),
  );
  const error = figureOf(
    patients,
    ({ patientId }) => patientId,
    (drawn) => weightedBinError(mergeBins(drawn.map(({ bins }) => bins))),
  );
  return { error, bins: [...calibrationBins(judged)] };
}
