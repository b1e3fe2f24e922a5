import { describe, expect, it } from 'vitest';
import { draftOfRatings, NO_RATINGS, parseReadingDraft, ratingState } from './reading-draft.ts';

describe('the ratings of a case', () => {
  it('are complete with category and suspicion of each breast and each finding, 0 included', () => {
    const draft = {
      breasts: {
        L: { biradsScore: 2, suspicion: 0 },
        R: { biradsScore: 6, suspicion: 90 },
      },
      findings: { a: 0, deleted: 40 },
    };
    expect(ratingState(draft, ['L', 'R'], ['a'])).toEqual({
      missing: 0,
      ratings: {
        breasts: [
          { laterality: 'L', biradsScore: 2, suspicion: 0 },
          { laterality: 'R', biradsScore: 6, suspicion: 90 },
        ],
        findings: [{ findingId: 'a', suspicion: 0 }],
      },
    });
  });

  it('count what is missing', () => {
    expect(ratingState(NO_RATINGS, ['L', 'R'], ['a'])).toEqual({ missing: 5, ratings: null });
    const draft = { breasts: { L: { biradsScore: 2, suspicion: null } }, findings: {} };
    expect(ratingState(draft, ['L'], [])).toEqual({ missing: 1, ratings: null });
  });

  it('survive storage, and other stored values are ignored', () => {
    const ratings = {
      breasts: [{ laterality: 'R' as const, biradsScore: 3, suspicion: 20 }],
      findings: [{ findingId: 'a', suspicion: 7 }],
    };
    const draft = draftOfRatings(ratings);
    expect(parseReadingDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
    expect(ratingState(draft, ['R'], ['a']).ratings).toEqual(ratings);
    for (const value of [null, 'x', { breasts: { R: { biradsScore: 12 } }, findings: {} }])
      expect(parseReadingDraft(value)).toBeNull();
  });
});
