import type { LogisticWeights } from '../../extensions/ai-findings/volume-features/index.ts';

export interface Sample {
  readonly features: readonly number[];
  readonly isPositive: boolean;
}

const ROUNDS = 30;

/**
 * Fits a logistic model with L2 regularisation by Newton's method. `penalty` applies to each
 * standardised weight, not to the bias. The same samples give the same weights.
 */
export function fitLogistic(samples: readonly Sample[], penalty: number): LogisticWeights {
  const width = samples[0]?.features.length ?? 0;
  const means = columnMeans(samples, width);
  const scales = columnScales(samples, means);
  const rows = samples.map(({ features }) => [
    ...features.map((value, n) => (value - (means[n] ?? 0)) / (scales[n] ?? 1)),
    1,
  ]);
  let weights = new Array<number>(width + 1).fill(0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const step = newtonStep(rows, samples, weights, penalty);
    weights = weights.map((weight, n) => weight + (step[n] ?? 0));
    if (Math.max(...step.map(Math.abs)) < 1e-6) break;
  }
  const digits = (value: number): number => Number(value.toPrecision(6));
  return {
    means: means.map(digits),
    scales: scales.map(digits),
    weights: weights.slice(0, width).map(digits),
    bias: digits(weights[width] ?? 0),
  };
}

function columnMeans(samples: readonly Sample[], width: number): number[] {
  return Array.from(
    { length: width },
    (_, n) => samples.reduce((sum, { features }) => sum + (features[n] ?? 0), 0) / samples.length,
  );
}

function columnScales(samples: readonly Sample[], means: readonly number[]): number[] {
  return means.map((mean, n) => {
    const squares = samples.reduce(
      (sum, { features }) => sum + ((features[n] ?? 0) - mean) ** 2,
      0,
    );
    return Math.max(1e-6, Math.sqrt(squares / samples.length));
  });
}

function newtonStep(
  rows: readonly (readonly number[])[],
  samples: readonly Sample[],
  weights: readonly number[],
  penalty: number,
): number[] {
  const size = weights.length;
  const gradient = weights.map((weight, n) => (n < size - 1 ? -penalty * weight : 0));
  const hessian = weights.map((_, n) =>
    weights.map((__, m) => (n === m && n < size - 1 ? penalty : 0)),
  );
  for (const [s, row] of rows.entries()) {
    const logit = row.reduce((sum, value, n) => sum + value * (weights[n] ?? 0), 0);
    const probability = 1 / (1 + Math.exp(-logit));
    const error = (samples[s]?.isPositive === true ? 1 : 0) - probability;
    const curvature = Math.max(1e-9, probability * (1 - probability));
    for (let n = 0; n < size; n += 1) {
      const value = row[n] ?? 0;
      gradient[n] = (gradient[n] ?? 0) + error * value;
      const line = hessian[n] ?? [];
      for (let m = 0; m < size; m += 1)
        line[m] = (line[m] ?? 0) + curvature * value * (row[m] ?? 0);
    }
  }
  return solve(hessian, gradient);
}

/** Solves a symmetric positive definite system by Gaussian elimination with pivots. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const size = right.length;
  const rows = matrix.map((row, n) => [...row, right[n] ?? 0]);
  for (let column = 0; column < size; column += 1) {
    const pivot = rows
      .slice(column)
      .reduce(
        (best, row, n) =>
          Math.abs(row[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0) ? column + n : best,
        column,
      );
    const pivotRow = rows[pivot] ?? [];
    rows[pivot] = rows[column] ?? [];
    rows[column] = pivotRow;
    for (const [n, row] of rows.entries()) {
      if (n === column) continue;
      const factor = (row[column] ?? 0) / (pivotRow[column] ?? 1);
      for (let m = column; m <= size; m += 1) row[m] = (row[m] ?? 0) - factor * (pivotRow[m] ?? 0);
    }
  }
  return rows.map((row, n) => (row[size] ?? 0) / (row[n] ?? 1));
}
