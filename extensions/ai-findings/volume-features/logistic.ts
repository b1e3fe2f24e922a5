/** Logistic model of standardised features; arrays have one entry for each feature. */
export interface LogisticWeights {
  readonly means: readonly number[];
  readonly scales: readonly number[];
  readonly weights: readonly number[];
  readonly bias: number;
}

/** Returns the log odds of a row of features. */
export function logitOf(model: LogisticWeights, features: readonly number[]): number {
  let sum = model.bias;
  for (let n = 0; n < model.weights.length; n += 1) {
    const standardised = ((features[n] ?? 0) - (model.means[n] ?? 0)) / (model.scales[n] ?? 1);
    sum += (model.weights[n] ?? 0) * standardised;
  }
  return sum;
}

/** Converts log odds to a probability. */
export const probabilityOf = (logit: number): number => 1 / (1 + Math.exp(-logit));
