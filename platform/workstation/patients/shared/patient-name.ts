import type { Patient } from '#contracts';

/** Formats 'Last, First', as in lists. */
export function patientName(patient: Pick<Patient, 'firstName' | 'lastName'>): string {
  return patient.firstName === null
    ? patient.lastName
    : `${patient.lastName}, ${patient.firstName}`;
}

/**
 * Returns the whole years between a birth date and a day, both yyyy-mm-dd; null before the birth.
 */
export function ageYears(birthDate: string, onDay: string): number | null {
  if (onDay < birthDate) return null;
  const years = Number(onDay.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return onDay.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** Returns 'F' or 'M'; empty when unknown. */
export function sexLetter(sex: Patient['sex']): string {
  if (sex === null) return '';
  return sex === 'FEMALE' ? 'F' : 'M';
}
