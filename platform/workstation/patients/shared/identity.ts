import type { Patient, Study } from '#contracts';
import { dayOf } from '#foundation';
import { modeTexts } from '../../texts/mode-texts.ts';
import { ageYears, patientName, sexLetter } from './patient-name.ts';

/** Identity of a patient as the app bar shows it. */
export interface Identity {
  readonly name: string;
  readonly code: string | null;
  /** Age on the day of the study, and sex; without unknown parts. */
  readonly ageAndSex: string;
  readonly birthDate: string | null;
}

/** Formats the identity of the patient for the app bar. */
export function identityOf(
  patient: Pick<Patient, 'firstName' | 'lastName' | 'code' | 'sex' | 'birthDate'>,
  study: Pick<Study, 'createdAt'> | null,
): Identity {
  const { code, birthDate, sex } = patient;
  const known = birthDate !== null && study !== null;
  const age = known ? ageYears(birthDate, dayOf(study.createdAt)) : null;
  const parts = [age === null ? '' : modeTexts.bar.years(age), sexLetter(sex)];
  return {
    name: patientName(patient),
    code,
    birthDate,
    ageAndSex: parts.filter((part) => part !== '').join(' · '),
  };
}
