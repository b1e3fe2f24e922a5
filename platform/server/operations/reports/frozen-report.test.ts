import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { densityOf, hashOf } from './frozen-report.ts';

const side = (breastDensity: 'FATTY' | 'HETERO' | null) => ({
  breastDensity,
  biradsScore: null,
  text: { text: '', editedFrom: null },
});

describe('densityOf', () => {
  it('returns the density of each side and the higher of the two', () => {
    const both = { left: side('HETERO'), right: side('FATTY') };
    expect(densityOf(both)).toEqual({ L: 'HETERO', R: 'FATTY', higher: 'HETERO' });
    expect(densityOf({ left: null, right: side('FATTY') }).higher).toBe('FATTY');
    expect(densityOf({ left: null, right: side(null) }).higher).toBeNull();
  });
});

describe('hashOf', () => {
  it('ignores the order of keys and differs for different values', () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value).reverse();
      return Object.fromEntries(entries.map(([key, item]) => [key, reversed(item)]));
    };
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const back = reversed(JSON.parse(JSON.stringify(value))) as object;
        expect(hashOf(back)).toBe(hashOf(value));
        expect(hashOf({ ...value, more: 1 })).not.toBe(hashOf({ ...value, more: 2 }));
      }),
    );
  });
});
