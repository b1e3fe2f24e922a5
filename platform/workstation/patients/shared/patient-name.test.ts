import { describe, expect, it } from 'vitest';
import { ageYears, patientName } from './patient-name.ts';

describe('a patient in words', () => {
  it('is as old as whole years have passed on the day of the study', () => {
    expect(ageYears('1974-03-09', '2026-11-20')).toBe(52);
    expect(ageYears('1974-11-20', '2026-11-20')).toBe(52);
    expect(ageYears('1974-11-21', '2026-11-20')).toBe(51);
    expect(ageYears('2000-02-29', '2001-02-28')).toBe(0);
  });

  it('has no age before the birth', () => {
    expect(ageYears('2027-01-01', '2026-11-20')).toBeNull();
  });

  it('is named without a stray comma when the first name is not known', () => {
    expect(patientName({ firstName: null, lastName: 'Lund' })).toBe('Lund');
    expect(patientName({ firstName: 'Hanne', lastName: 'Lund' })).toBe('Lund, Hanne');
  });
});
