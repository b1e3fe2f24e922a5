import { describe, expect, it } from 'vitest';
import { matchRanges } from './match-ranges.ts';

describe('match ranges', () => {
  it('contain every term regardless of case', () => {
    expect(matchRanges('Verhoeven, Ismay', ['is', 'VER'])).toEqual([
      [0, 3],
      [11, 13],
    ]);
  });

  it('are merged where they overlap or touch', () => {
    expect(matchRanges('CF-20418', ['cf-2', '204'])).toEqual([[0, 6]]);
  });

  it.each([
    ['unal', 'Ünal, Ayşe', 'Ünal'],
    ['Ünal', 'Unal', 'Unal'],
    ['isik', 'Işık', 'Işık'],
    ['gross', 'Groß, Ann', 'Groß'],
    ['gros', 'Groß, Ann', 'Groß'],
    ['aerøy', 'Ærøy', 'Ærøy'],
    ['etoile', 'E\u0301toile\u0301!', 'E\u0301toile\u0301'],
    ['ipek', 'İpek', 'İpek'],
  ])('contain %s in %s as whole letters', (term, text, expected) => {
    expect(matchRanges(text, [term]).map(([from, to]) => text.slice(from, to))).toEqual([expected]);
  });

  it('are empty for an empty search', () => {
    expect(matchRanges('CF-20418', [''])).toEqual([]);
  });
});
