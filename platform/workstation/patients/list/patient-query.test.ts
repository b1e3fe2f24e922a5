import { describe, expect, it } from 'vitest';
import { routes } from '#contracts';
import { localTimeZone } from '#foundation';
import { isPatientSort, patientFilterQuery } from './patient-query.ts';

const TODAY = '2026-11-20';

describe('the query of the patient list', () => {
  it('is empty without active filters', () => {
    expect(patientFilterQuery({}, TODAY)).toEqual({});
  });

  it('counts today as one of the last seven days', () => {
    expect(patientFilterQuery({ lastStudy: '7' }, TODAY)).toEqual({
      lastStudyFrom: '2026-11-14',
      timeZone: localTimeZone(),
    });
  });

  it('leaves an open end of a range open', () => {
    expect(patientFilterQuery({ risk: '6:' }, TODAY)).toEqual({ riskFrom: 6 });
    expect(patientFilterQuery({ risk: ':2' }, TODAY)).toEqual({ riskTo: 2 });
    expect(patientFilterQuery({ risk: '3:5' }, TODAY)).toEqual({ riskFrom: 3, riskTo: 5 });
  });

  it('satisfies the contract with all filters together', () => {
    const values = { lastStudy: '30', density: 'HETERO', risk: '3:5', sex: 'FEMALE' };
    const query = patientFilterQuery(values, TODAY);
    expect(routes.searchPatients.query?.safeParse(query).success).toBe(true);
    expect(Object.keys(query)).toHaveLength(6);
  });

  it('sorts only by columns that the server supports', () => {
    expect(isPatientSort('risk')).toBe(true);
    expect(isPatientSort('sides')).toBe(false);
  });
});
