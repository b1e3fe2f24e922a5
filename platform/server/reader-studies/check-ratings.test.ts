import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScanSide } from '#contracts';
import { checkRatings } from './check-ratings.ts';
import { creditedMs } from './credited-ms.ts';

const breast = (laterality: ScanSide) => ({ laterality, biradsScore: 2, suspicion: 10 });
const finding = (findingId: string) => ({ findingId, suspicion: 80 });
const fieldsOf = (errors: ReturnType<typeof checkRatings>) => errors.map(({ field }) => field);

describe('the ratings of a reading', () => {
  it('are complete with one rating of each breast and each finding', () => {
    const ratings = { breasts: [breast('R'), breast('L')], findings: [finding('a')] };
    expect(checkRatings(ratings, ['L', 'R'], ['a'])).toEqual([]);
  });

  it('name each breast and finding without a rating', () => {
    const ratings = { breasts: [breast('L')], findings: [finding('a')] };
    expect(fieldsOf(checkRatings(ratings, ['L', 'R'], ['a', 'b']))).toEqual([
      'breasts.R',
      'findings.b',
    ]);
  });

  it('name ratings that belong to nothing or occur twice', () => {
    const ratings = {
      breasts: [breast('L'), breast('L'), breast('R')],
      findings: [finding('a'), finding('a'), finding('x')],
    };
    expect(fieldsOf(checkRatings(ratings, ['L'], ['a']))).toEqual([
      ...['breasts.L', 'breasts.R'],
      ...['findings.a', 'findings.x'],
    ]);
  });

  it('are complete only if both lists name the same ids once', () => {
    const some = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 });
    fc.assert(
      fc.property(some, fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')), (rated, expected) => {
        const ratings = { breasts: [], findings: rated.map(finding) };
        const isComplete = checkRatings(ratings, [], expected).length === 0;
        expect(isComplete).toBe(
          rated.length === expected.length &&
            rated.toSorted().join() === expected.toSorted().join(),
        );
      }),
    );
  });
});

describe('the active time of a report', () => {
  it('is what the page states, but never more than has passed or less than nothing', () => {
    expect(creditedMs(15_000, 1_000, 17_000)).toBe(15_000);
    expect(creditedMs(60_000, 1_000, 17_000)).toBe(16_000);
    expect(creditedMs(5_000, 20_000, 17_000)).toBe(0);
  });
});
