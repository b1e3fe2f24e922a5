import { describe, expect, it } from 'vitest';
import type { Patient } from '#contracts';
import { sortPatients } from './sort-patients.ts';

const patient = (id: string, changes: Partial<Patient>): Patient => ({
  id,
  version: 1,
  createdAt: '2026-11-20T10:00:00Z',
  createdBy: null,
  updatedAt: '2026-11-20T10:00:00Z',
  updatedBy: null,
  code: null,
  firstName: null,
  lastName: 'Lund',
  birthDate: null,
  sex: null,
  riskScore: null,
  lastStudyAt: null,
  lastStudyId: null,
  sides: [],
  ...{ ethnicity: null, cancerHistory: [], organization: { id: 'o' } },
  ...{ deletedAt: null, deletedBy: null },
  ...changes,
});

const ids = (list: readonly Patient[]): string => list.map((one) => one.id).join('');

describe('sorting patients', () => {
  it('reads figures in codes as figures', () => {
    const list = [patient('a', { code: 'CF-10' }), patient('b', { code: 'CF-9' })];
    expect(ids(sortPatients(list, { column: 'code', direction: 'ascending' }))).toBe('ba');
  });

  it('puts what is not known last, whichever way it sorts', () => {
    const list = [
      patient('a', {}),
      patient('b', { lastStudyAt: '2026-11-19T10:00:00Z' }),
      patient('c', { lastStudyAt: '2026-11-20T10:00:00Z' }),
    ];
    expect(ids(sortPatients(list, { column: 'lastStudy', direction: 'descending' }))).toBe('cba');
    expect(ids(sortPatients(list, { column: 'lastStudy', direction: 'ascending' }))).toBe('bca');
  });

  it('leaves the given list as it was', () => {
    const list = [patient('a', { code: '2' }), patient('b', { code: '1' })];
    sortPatients(list, { column: 'code', direction: 'ascending' });
    expect(ids(list)).toBe('ab');
  });
});
