import { describe, expect, it } from 'vitest';
import { ageYears, patientName } from './patient-name.ts';

describe('the label of a patient', () => {
  it('gives the age in whole years on the day of the study', () => {
    expect(ageYears('1974-03-09', '2026-11-20')).toBe(52);
    expect(ageYears('1974-11-20', '2026-11-20')).toBe(52);
    expect(ageYears('1974-11-21', '2026-11-20')).toBe(51);
    expect(ageYears('2000-02-29', '2001-02-28')).toBe(0);
  });

  it('gives no age before the birth', () => {
    expect(ageYears('2027-01-01', '2026-11-20')).toBeNull();
  });

  it('omits the comma when the first name is unknown', () => {
    expect(patientName({ firstName: null, lastName: 'Lund' })).toBe('Lund');
    expect(patientName({ firstName: 'Hanne', lastName: 'Lund' })).toBe('Lund, Hanne');
  });
});
