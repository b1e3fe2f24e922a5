import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fuzzyMatch } from './fuzzy-match.ts';

const bestMatch = (query: string, ...texts: readonly string[]): string | undefined =>
  texts
    .flatMap((text) => {
      const match = fuzzyMatch(query, text);
      return match === null ? [] : [{ text, score: match.score }];
    })
    .sort((a, b) => b.score - a.score)[0]?.text;

it('fuzzyMatch finds a command by the first letters of its words', () => {
  expect(bestMatch('np', 'Next finding panel', 'New patient', 'Undo')).toBe('New patient');
  expect(bestMatch('rl', 'Reload', 'Reference lines')).toBe('Reference lines');
});

it('fuzzyMatch finds a command by a substring and by letters in order', () => {
  expect(bestMatch('undo', 'Unload the board', 'Undo')).toBe('Undo');
  expect(bestMatch('patl', 'Patients list', 'New patient')).toBe('Patients list');
  expect(fuzzyMatch('slt', 'Select')).not.toBeNull();
});

it('fuzzyMatch ignores case, accents and spaces', () => {
  expect(fuzzyMatch('MÜLL er', 'muller')?.ranges).toEqual([[0, 6]]);
  expect(fuzzyMatch('cafe', 'Café')?.ranges).toEqual([[0, 4]]);
});

it('fuzzyMatch finds nothing when a letter is missing or out of order', () => {
  expect(fuzzyMatch('xundo', 'Undo')).toBeNull();
  expect(fuzzyMatch('odnu', 'Undo')).toBeNull();
});

it('fuzzyMatch matches every text equally without a query', () => {
  expect(fuzzyMatch('  ', 'Undo')).toEqual({ score: 0, ranges: [] });
});

it('fuzzyMatch marks exactly the query letters, in order, for any input', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 40 }), (query, text) => {
      const match = fuzzyMatch(query, text);
      if (match === null) return;
      const marked = match.ranges.reduce((sum, [start, end]) => sum + end - start, 0);
      expect(marked).toBe(query.toLowerCase().replace(/\s+/g, '').length);
    }),
  );
});
