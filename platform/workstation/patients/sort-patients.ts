import type { Patient } from '#contracts';
import type { TableSort } from '#ui';

/** What a column compares; null sorts last in either direction: it is not known, not small. */
const KEYS: Readonly<Record<string, (patient: Patient) => string | null>> = {
  code: (patient) => patient.code,
  name: (patient) => `${patient.lastName}\u0000${patient.firstName ?? ''}`,
  birthDate: (patient) => patient.birthDate,
  sex: (patient) => patient.sex,
  lastStudy: (patient) => patient.lastStudyAt,
};

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** A sorted copy; equal patients keep their order. */
export function sortPatients(patients: readonly Patient[], sort: TableSort): readonly Patient[] {
  const key = KEYS[sort.column];
  if (key === undefined) return patients;
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return [...patients].sort((left, right) => {
    const [a, b] = [key(left), key(right)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * collator.compare(a, b);
  });
}
