import { type Patient, sex as sexes } from '#contracts';
import { dayOf, formatDay } from '#foundation';
import { recordTexts } from '../../texts/record-texts.ts';
import { ageYears } from './patient-name.ts';

/** Formats code, sex, birth date and age in a line, leaving out unknown values. */
export function patientSummary(
  patient: Pick<Patient, 'code' | 'sex' | 'birthDate'>,
  today = dayOf(Date.now()),
): string {
  const age = patient.birthDate === null ? null : ageYears(patient.birthDate, today);
  return [
    patient.code,
    patient.sex === null ? null : sexes.labels[patient.sex],
    patient.birthDate === null ? null : formatDay(patient.birthDate),
    age === null ? null : recordTexts.years(age),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
