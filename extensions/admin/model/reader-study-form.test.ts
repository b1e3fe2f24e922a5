import { describe, expect, it } from 'vitest';
import { newId } from '#foundation';
import { NEW_READER_STUDY, type ReaderStudyEntries, readerStudyBody } from './reader-study-form.ts';

const READER = newId();
const entries = (fields: Partial<ReaderStudyEntries> = {}): ReaderStudyEntries => ({
  ...NEW_READER_STUDY,
  name: 'Spring',
  readerIds: [READER],
  ...fields,
});

describe('the form of a reader study', () => {
  it('sends the study ids in the typed order, and no washout for one session', () => {
    const [a, b] = [newId(), newId()];
    expect(readerStudyBody(entries({ studyIds: `${b}\n${a}, ` }))).toEqual({
      body: {
        ...{ name: 'Spring', readerIds: [READER], order: 'RANDOM', design: 'PLAIN' },
        ...{ arm: 'WITHOUT_AI', noReturn: true, washoutDays: 0 },
        filter: { studyIds: [b, a], onlySigned: false, hasFindings: false },
      },
    });
    const crossover = readerStudyBody(entries({ design: 'CROSSOVER', washoutDays: ' 14 ' }));
    expect(crossover).toMatchObject({ body: { washoutDays: 14 } });
  });

  it('names each invalid field', () => {
    const fieldsOf = (fields: Partial<ReaderStudyEntries>) => {
      const checked = readerStudyBody(entries(fields));
      return 'errors' in checked ? Object.keys(checked.errors) : [];
    };
    expect(fieldsOf({ name: ' ' })).toEqual(['name']);
    expect(fieldsOf({ readerIds: [] })).toEqual(['readerIds']);
    expect(fieldsOf({ studyIds: 'x' })).toEqual(['studyIds']);
    for (const washoutDays of ['', '-1', '1.5', '366', 'x'])
      expect(fieldsOf({ design: 'CROSSOVER', washoutDays }), washoutDays).toEqual(['washoutDays']);
    expect(fieldsOf({ from: '2026-02-02', to: '2026-01-01' })).toEqual(['to']);
  });
});
