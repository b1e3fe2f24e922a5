import { describe, expect, it } from 'vitest';
import { changedFields, type EditableFields, replacedFields } from './changed-fields.ts';

const opened: EditableFields = {
  note: 'Cyst',
  biradsScore: 3,
  isMass: null,
  recommendations: ['MRI'],
  annotationLabels: { SHAPE: ['OVAL'], MARGIN: ['INDIS'] },
  massLengthUm: null,
  massWidthUm: 4_000,
  massHeightUm: null,
};

describe('changedFields', () => {
  it('returns nothing for an unchanged form', () => {
    expect(changedFields(opened, { ...opened }, { SHAPE: ['ROUND'] })).toEqual({});
  });

  it('leaves out labels that only another reader changed', () => {
    const edited = { ...opened, note: 'Lipoma' };
    expect(changedFields(opened, edited, { SHAPE: ['ROUND'] })).toEqual({ note: 'Lipoma' });
  });

  it('changes only the edited label lists, also when a list is emptied', () => {
    const edited = { ...opened, annotationLabels: { SHAPE: ['OVAL'], ECHO: ['HYPO'] } };
    const present = { SHAPE: ['ROUND'], MARGIN: ['INDIS', 'ANG'], ORIENTATION: ['PARALLEL'] };
    expect(changedFields(opened, edited, present)).toEqual({
      annotationLabels: { SHAPE: ['ROUND'], ORIENTATION: ['PARALLEL'], ECHO: ['HYPO'] },
    });
  });

  it('returns null for a cleared size and leaves out the others', () => {
    expect(changedFields(opened, { ...opened, massWidthUm: null }, {})).toEqual({
      massWidthUm: null,
    });
  });
});

describe('changedFields of an assessment', () => {
  it('returns only the changed values, also when cleared', () => {
    const edited = { ...opened, biradsScore: null, isMass: false };
    expect(changedFields(opened, edited, {})).toEqual({ biradsScore: null, isMass: false });
  });

  it('returns recommendations only when other items are selected', () => {
    const edited = (recommendations: string[]) =>
      changedFields(opened, { ...opened, recommendations }, {});
    expect(edited(['MRI'])).toEqual({});
    expect(edited(['MAMMO', 'MRI'])).toEqual({ recommendations: ['MAMMO', 'MRI'] });
    expect(edited([])).toEqual({ recommendations: [] });
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

  it('returns assessment fields that both readers changed differently', () => {
    const mine = { biradsScore: 5, isMass: true, recommendations: ['MAMMO'] };
    expect(replaced(mine, { biradsScore: 6, isMass: true, recommendations: [] })).toEqual([
      'biradsScore',
      'recommendations',
    ]);
  });

  it('compares labels list by list', () => {
    const shape = (id: string) => ({
      annotationLabels: { ...opened.annotationLabels, SHAPE: [id] },
    });
    const margin = { annotationLabels: { ...opened.annotationLabels, MARGIN: ['ANG'] } };
    expect(replaced(shape('ROUND'), margin)).toEqual([]);
    expect(replaced(shape('ROUND'), shape('IRREG'))).toEqual(['annotationLabels']);
  });
});
