import { describe, expect, it } from 'vitest';
import { assignPart } from './assign-part.ts';

const SPLIT = { train: 0.7, validation: 0.1, test: 0.2 };
const partsOf = (seed: number, split = SPLIT) =>
  Array.from({ length: 5_000 }, (_, patient) => assignPart(split, seed, `P-${patient}`));

describe('the part of a patient', () => {
  it('follows the fractions', () => {
    const parts = partsOf(1);
    const shareOf = (name: string) => parts.filter((part) => part === name).length / parts.length;
    expect(shareOf('train')).toBeCloseTo(0.7, 1);
    expect(shareOf('validation')).toBeCloseTo(0.1, 1);
    expect(shareOf('test')).toBeCloseTo(0.2, 1);
  });

  it('depends on the seed and never falls into an empty part', () => {
    expect(partsOf(1)).toEqual(partsOf(1));
    expect(partsOf(2)).not.toEqual(partsOf(1));
    expect(new Set(partsOf(1, { train: 0.9, validation: 0.1, test: 0 }))).toEqual(
      new Set(['train', 'validation']),
    );
  });
});
