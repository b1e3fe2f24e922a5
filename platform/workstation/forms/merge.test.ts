import { describe, expect, it } from 'vitest';
import { differences, type MergeField, merged } from './merge.ts';

interface Entries {
  readonly name: string;
  readonly code: string | null;
  readonly history: readonly string[];
}

const FIELDS: readonly MergeField<Entries>[] = [
  { id: 'name', label: 'Name', format: ({ name }) => name },
  { id: 'code', label: 'Code', format: ({ code }) => code ?? '' },
  { id: 'history', label: 'History', format: ({ history }) => history.join(', ') },
];
const BASE: Entries = { name: 'Lund', code: 'A-1', history: ['FAMILY', 'LUMP'] };

describe('two people who edit the same record', () => {
  it('are not asked about what both left, or changed alike', () => {
    const theirs = { ...BASE, name: 'Lundh', history: ['LUMP', 'FAMILY'] };
    expect(differences(BASE, { ...BASE, name: 'Lundh' }, theirs, FIELDS)).toEqual([]);
  });

  it('keep what only one of them changed', () => {
    const changes = differences(BASE, { ...BASE, name: 'Lundh' }, { ...BASE, code: 'A-2' }, FIELDS);
    expect(changes.map(({ field, proposed }) => [field.id, proposed])).toEqual([
      ['name', 'mine'],
      ['code', 'theirs'],
    ]);
  });

  it('are asked where both changed the same field, with both values in words', () => {
    const changes = differences(BASE, { ...BASE, code: null }, { ...BASE, code: 'A-3' }, FIELDS);
    expect(changes).toMatchObject([{ mine: '', theirs: 'A-3', proposed: null }]);
  });

  it('get exactly the values that were chosen', () => {
    const mine = { ...BASE, name: 'Mine', code: 'M' };
    const theirs = { ...BASE, name: 'Theirs', code: 'T', history: [] };
    expect(merged(mine, theirs, { name: 'theirs', code: 'mine' })).toEqual({
      name: 'Theirs',
      code: 'M',
      history: ['FAMILY', 'LUMP'],
    });
  });
});
