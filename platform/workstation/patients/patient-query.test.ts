import { describe, expect, it } from 'vitest';
import { routes } from '#contracts';
import { isPatientSort, patientFilterQuery } from './patient-query.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');

describe('what the patient list asks for', () => {
  it('is nothing in particular while no filter is on', () => {
    expect(patientFilterQuery({}, NOW)).toEqual({});
  });

  it('counts today among the last days', () => {
    expect(patientFilterQuery({ lastStudy: '7' }, NOW)).toEqual({ lastStudyFrom: '2026-11-14' });
  });

  it('leaves an open end of a range open', () => {
    expect(patientFilterQuery({ risk: '6:' }, NOW)).toEqual({ riskFrom: 6 });
    expect(patientFilterQuery({ risk: ':2' }, NOW)).toEqual({ riskTo: 2 });
    expect(patientFilterQuery({ risk: '3:5' }, NOW)).toEqual({ riskFrom: 3, riskTo: 5 });
  });

  it('is understood by the contract, all filters together', () => {
    const values = { lastStudy: '30', density: 'HETERO', risk: '3:5', sex: 'FEMALE' };
    const query = patientFilterQuery(values, NOW);
    expect(routes.searchPatients.query?.safeParse(query).success).toBe(true);
    expect(Object.keys(query)).toHaveLength(5);
  });

  it('sorts by columns that the server knows, and by nothing else', () => {
    expect(isPatientSort('risk')).toBe(true);
    expect(isPatientSort('sides')).toBe(false);
  });
});
