/** A proposal and whether a lesion lies at its centre. */
export interface Judged {
  readonly score: number;
  readonly isHit: boolean;
}

/** Proposals with scores from `from` to `to`; the last bin includes its upper end. */
export interface CalibrationBin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Means over the proposals of the bin; null without proposals. */
  readonly meanScore: number | null;
  readonly hitShare: number | null;
}

export const CALIBRATION_BINS = 10;

/** Returns mean score and share of hits in ten bins of the score. */
export function calibrationBins(judged: readonly Judged[]): readonly CalibrationBin[] {
  return Array.from({ length: CALIBRATION_BINS }, (_, bin) => {
    const inBin = judged.filter(({ score }) => binOf(score) === bin);
    const count = inBin.length;
    const scores = inBin.reduce((sum, { score }) => sum + score, 0);
    const hits = inBin.filter(({ isHit }) => isHit).length;
    return {
      from: bin / CALIBRATION_BINS,
      to: (bin + 1) / CALIBRATION_BINS,
      count,
      meanScore: count === 0 ? null : scores / count,
      hitShare: count === 0 ? null : hits / count,
    };
  });
}

const binOf = (score: number): number =>
  Math.min(CALIBRATION_BINS - 1, Math.floor(score * CALIBRATION_BINS));

/** Returns the bins of all proposals from the bins of parts of them. */
export function mergeBins(
  parts: readonly (readonly CalibrationBin[])[],
): readonly CalibrationBin[] {
  return Array.from({ length: CALIBRATION_BINS }, (_, bin) => {
    const ofBin = parts.flatMap((bins) => bins[bin] ?? []);
    const count = ofBin.reduce((sum, part) => sum + part.count, 0);
    const meanOf = (fieldOf: (part: CalibrationBin) => number | null): number | null =>
      count === 0
        ? null
        : ofBin.reduce((sum, part) => sum + part.count * (fieldOf(part) ?? 0), 0) / count;
    return {
      from: bin / CALIBRATION_BINS,
      to: (bin + 1) / CALIBRATION_BINS,
      count,
      meanScore: meanOf(({ meanScore }) => meanScore),
      hitShare: meanOf(({ hitShare }) => hitShare),
    };
  });
}

/**
 * Returns the difference between mean score and share of hits of the bins, weighted by their
 * proposals; 0 without proposals.
 */
export function weightedBinError(bins: readonly CalibrationBin[]): number {
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return 0;
  const sum = bins.reduce(
    (all, { count, meanScore, hitShare }) =>
      all + count * Math.abs((meanScore ?? 0) - (hitShare ?? 0)),
    0,
  );
  return sum / total;
}

/**
 * Returns the expected calibration error: the difference between mean score and share of hits of ten
 * bins, weighted by their proposals; 0 without proposals.
 */
export const calibrationError = (judged: readonly Judged[]): number =>
  weightedBinError(calibrationBins(judged));
