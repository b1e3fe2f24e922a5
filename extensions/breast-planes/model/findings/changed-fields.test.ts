import { describe, expect, it } from 'vitest';
import { changedFields, type EditableFields, replacedFields } from './changed-fields.ts';

const opened: EditableFields = {
  note: 'Cyst',
  annotationLabels: { SHAPE: ['OVAL'], MARGIN: ['INDIS'] },
  massLengthUm: null,
  massWidthUm: 4_000,
  massHeightUm: null,
};

describe('a form of a finding', () => {
  it('says nothing when nothing was changed in it', () => {
    expect(changedFields(opened, { ...opened }, { SHAPE: ['ROUND'] })).toEqual({});
  });

  it('leaves the labels that another reader saved meanwhile as they are', () => {
    const edited = { ...opened, note: 'Lipoma' };
    expect(changedFields(opened, edited, { SHAPE: ['ROUND'] })).toEqual({ note: 'Lipoma' });
  });

  it('changes only the lists that were touched, also when one is emptied', () => {
    const edited = { ...opened, annotationLabels: { SHAPE: ['OVAL'], ECHO: ['HYPO'] } };
    const present = { SHAPE: ['ROUND'], MARGIN: ['INDIS', 'ANG'], ORIENTATION: ['PARALLEL'] };
    expect(changedFields(opened, edited, present)).toEqual({
      annotationLabels: { SHAPE: ['ROUND'], ORIENTATION: ['PARALLEL'], ECHO: ['HYPO'] },
    });
  });

  it('takes a size back that was cleared, and leaves the others alone', () => {
    expect(changedFields(opened, { ...opened, massWidthUm: null }, {})).toEqual({
      massWidthUm: null,
    });
  });
});

describe('what others saved while a form was open', () => {
  const replaced = (mine: Partial<EditableFields>, theirs: Partial<EditableFields>) =>
    replacedFields(opened, { ...opened, ...mine }, { ...opened, ...theirs });

  it('would be replaced where both changed the same otherwise', () => {
    expect(replaced({ note: 'Mine', massWidthUm: 1 }, { note: 'Theirs', massWidthUm: 2 })).toEqual([
      'note',
      'massWidthUm',
    ]);
  });

  it('stays where one alone changed it, or both said the same', () => {
    expect(replaced({ note: 'Mine' }, { massWidthUm: 2 })).toEqual([]);
    expect(replaced({ note: 'Same' }, { note: 'Same' })).toEqual([]);
  });

  it('meets in a list of labels, not in labels at large', () => {
    const shape = (id: string) => ({
      annotationLabels: { ...opened.annotationLabels, SHAPE: [id] },
    });
    const margin = { annotationLabels: { ...opened.annotationLabels, MARGIN: ['ANG'] } };
    expect(replaced(shape('ROUND'), margin)).toEqual([]);
    expect(replaced(shape('ROUND'), shape('IRREG'))).toEqual(['annotationLabels']);
  });
});
