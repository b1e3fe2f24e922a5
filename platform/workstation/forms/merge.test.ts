import { describe, expect, it } from 'vitest';
import { applyChoices, differences, type MergeField } from './merge.ts';

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

describe('merging two edits of a record', () => {
  it('skips fields that are unchanged or changed alike', () => {
    const theirs = { ...BASE, name: 'Lundh', history: ['LUMP', 'FAMILY'] };
    expect(differences(BASE, { ...BASE, name: 'Lundh' }, theirs, FIELDS)).toEqual([]);
  });

  it('proposes the change that only one user made', () => {
    const changes = differences(BASE, { ...BASE, name: 'Lundh' }, { ...BASE, code: 'A-2' }, FIELDS);
    expect(changes.map(({ field, proposed }) => [field.id, proposed])).toEqual([
      ['name', 'mine'],
      ['code', 'theirs'],
    ]);
  });

  it('requires a choice where both users changed a field and formats both values', () => {
    const changes = differences(BASE, { ...BASE, code: null }, { ...BASE, code: 'A-3' }, FIELDS);
    expect(changes).toMatchObject([{ mine: '', theirs: 'A-3', proposed: null }]);
  });

  it('returns exactly the chosen values', () => {
    const mine = { ...BASE, name: 'Mine', code: 'M' };
    const theirs = { ...BASE, name: 'Theirs', code: 'T', history: [] };
    expect(applyChoices(mine, theirs, { name: 'theirs', code: 'mine' })).toEqual({
      name: 'Theirs',
      code: 'M',
      history: ['FAMILY', 'LUMP'],
    });
  });
});
