import { describe, expect, it } from 'vitest';
import { logitOf, probabilityOf } from '../../extensions/ai-findings/volume-features/index.ts';
import { seededRandom } from '../fom/rec-support.ts';
import { fitLogistic, type Sample } from './fit-logistic.ts';

/** Draws samples of a known logistic model of two features with different units. */
function drawSamples(count: number): readonly Sample[] {
  const random = seededRandom(5);
  return Array.from({ length: count }, () => {
    const features = [100 + 20 * random(), random()];
    const logit = 0.3 * ((features[0] ?? 0) - 110) - 4 * ((features[1] ?? 0) - 0.5);
    return { features, isPositive: random() < probabilityOf(logit) };
  });
}

describe('fitting a logistic model', () => {
  it('recovers the model that drew the samples', () => {
    const model = fitLogistic(drawSamples(4000), 0.01);
    const slope = (feature: number): number =>
      (model.weights[feature] ?? 0) / (model.scales[feature] ?? 1);
    expect(Math.abs(slope(0) - 0.3)).toBeLessThan(0.04);
    expect(Math.abs(slope(1) + 4)).toBeLessThan(0.5);
    expect(Math.abs(logitOf(model, [110, 0.5]))).toBeLessThan(0.2);
  });

  it('gives the same weights for the same samples', () => {
    expect(fitLogistic(drawSamples(200), 1)).toEqual(fitLogistic(drawSamples(200), 1));
  });

  it('stays finite where a feature separates all samples or is constant', () => {
    const samples = [1, 2, 3, 4].map((value) => ({ features: [value, 7], isPositive: value > 2 }));
    const model = fitLogistic(samples, 1);
    expect([...model.weights, model.bias].every(Number.isFinite)).toBe(true);
    expect(logitOf(model, [4, 7])).toBeGreaterThan(logitOf(model, [1, 7]));
  });
});
