import { describe, expect, it } from 'vitest';
import { routes } from '#contracts';
import { isStudySort, studyFilterQuery, studyFilters } from './study-query.ts';

const TODAY = '2026-11-20';

describe('what the worklist asks for', () => {
  it('offers nothing to a blind annotator that tells of readers or urgency', () => {
    expect(studyFilters(true).map(({ id }) => id)).toEqual(['side', 'made']);
    expect(studyFilters(false)[0]?.choices.map(({ id }) => id)).toEqual([
      'STAT',
      'URGENT',
      'ROUTINE',
    ]);
  });

  it('is understood by the contract, all filters together', () => {
    const query = studyFilterQuery({ side: 'R', made: '1', priority: 'STAT', held: 'mine' }, TODAY);
    expect(query.from).toBe('2026-11-20');
    expect(routes.listStudies.query?.safeParse(query).success).toBe(true);
    expect(Object.keys(query)).toHaveLength(5);
  });

  it('leaves out who holds it when a saved filter names nobody known', () => {
    expect(studyFilterQuery({ held: 'everyone' }, TODAY)).toEqual({});
  });

  it('sorts by columns that the server knows, and by nothing else', () => {
    expect(isStudySort('acquisitionTime')).toBe(true);
    expect(isStudySort('jobs')).toBe(false);
  });
});
