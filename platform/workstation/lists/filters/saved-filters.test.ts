import { describe, expect, it } from 'vitest';
import {
  applicableFilters,
  formatSaved,
  parseSaved,
  type SavedFilters,
  withoutSaved,
  withSaved,
} from './saved-filters.ts';

const filterSet = (name: string, values = {}): SavedFilters => ({ name, values, state: null });

describe('saved filters', () => {
  it('are null when unreadable and empty when absent', () => {
    expect(parseSaved(undefined)).toEqual([]);
    const invalidTexts = [
      '{',
      '{}',
      '[1]',
      '[{"name":""}]',
      '[{"name":"a","values":{},"state":"LOST"}]',
    ];
    for (const text of invalidTexts) expect(parseSaved(text), text).toBeNull();
    expect(parseSaved('[{"name":"a","values":{"risk":5},"state":null}]')).toBeNull();
  });

  it('are parsed as saved', () => {
    const list = [
      filterSet('Dense', { density: 'EXTREME' }),
      { ...filterSet('Mine'), state: 'NEW' as const },
    ];
    expect(parseSaved(formatSaved(list))).toEqual(list);
  });

  it('replace the set of the same name and are sorted by name', () => {
    const list = withSaved(
      withSaved([filterSet('List 10')], filterSet('List 9')),
      filterSet('list 10', { sex: 'F' }),
    );
    expect(list.map(({ name }) => name)).toEqual(['List 9', 'list 10']);
    expect(list[1]?.values).toEqual({ sex: 'F' });
    expect(withoutSaved(list, 'LIST 9').map(({ name }) => name)).toEqual(['list 10']);
  });

  it('drop values that the list no longer offers', () => {
    const saved = filterSet('Old', { density: 'GONE', sex: 'FEMALE' });
    const offers = (_id: string, value: string): boolean => value === 'FEMALE';
    expect(applicableFilters(saved, offers)).toEqual({ values: { sex: 'FEMALE' }, state: null });
  });
});
