import { describe, expect, it } from 'vitest';
import { changedFields, type EditableFields, replacedFields } from './changed-fields.ts';

const opened: EditableFields = {
  note: 'Cyst',
  massLengthUm: null,
  massWidthUm: 4_000,
  massHeightUm: null,
};

describe('changedFields', () => {
  it('returns nothing for an unchanged form', () => {
    expect(changedFields(opened, { ...opened })).toEqual({});
  });

  it('returns null for a cleared size and leaves out the others', () => {
    expect(changedFields(opened, { ...opened, massWidthUm: null })).toEqual({ massWidthUm: null });
  });
});

describe('replacedFields', () => {
  const replaced = (mine: Partial<EditableFields>, theirs: Partial<EditableFields>) =>
    replacedFields(opened, { ...opened, ...mine }, { ...opened, ...theirs });

  it('returns fields that both readers changed to different values', () => {
    expect(replaced({ note: 'Mine', massWidthUm: 1 }, { note: 'Theirs', massWidthUm: 2 })).toEqual([
      'note',
      'massWidthUm',
    ]);
  });

  it('leaves out fields that only one reader changed or that both set to the same value', () => {
    expect(replaced({ note: 'Mine' }, { massWidthUm: 2 })).toEqual([]);
    expect(replaced({ note: 'Same' }, { note: 'Same' })).toEqual([]);
  });
});
