import { describe, expect, it } from 'vitest';
import { routes } from '#contracts';
import { isStudySort, studyFilterQuery, studyFilters } from './study-query.ts';

const TODAY = '2026-11-20';

describe('the query of the worklist', () => {
  it('offers blind annotators no filters for claimants or priority', () => {
    expect(studyFilters(true).map(({ id }) => id)).toEqual(['side', 'created']);
    expect(studyFilters(false)[0]?.choices.map(({ id }) => id)).toEqual([
      'STAT',
      'URGENT',
      'ROUTINE',
    ]);
  });

  it('satisfies the contract with all filters together', () => {
    const query = studyFilterQuery(
      { side: 'R', created: '1', priority: 'STAT', claimed: 'mine' },
      TODAY,
    );
    expect(query.from).toBe('2026-11-20');
    expect(routes.listStudies.query?.safeParse(query).success).toBe(true);
    expect(Object.keys(query)).toHaveLength(5);
  });

  it('ignores an unknown claimant of a saved filter', () => {
    expect(studyFilterQuery({ claimed: 'everyone' }, TODAY)).toEqual({});
  });

  it('sorts only by columns that the server supports', () => {
    expect(isStudySort('acquisitionTime')).toBe(true);
    expect(isStudySort('jobs')).toBe(false);
  });
});
