import type { Patient, Scan, Study } from '#contracts';
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

/**
 * Returns when a study took place: the newest acquisition of its scans, which is earlier than the
 * study's creation where the scans were imported; its creation without one.
 */
export function examinedAt(
  study: Pick<Study, 'createdAt'>,
  scans: readonly Pick<Scan, 'acquisitionTime'>[],
): string {
  const times = scans.flatMap(({ acquisitionTime }) => acquisitionTime ?? []);
  return times.toSorted().at(-1) ?? study.createdAt;
}

/** Formats the identity of the patient for the app bar; the age is that at `examined`. */
export function identityOf(
  patient: Pick<Patient, 'firstName' | 'lastName' | 'code' | 'sex' | 'birthDate'>,
  examined: string | null,
): Identity {
  const { code, birthDate, sex } = patient;
  const known = birthDate !== null && examined !== null;
  const age = known ? ageYears(birthDate, dayOf(examined)) : null;
  const parts = [age === null ? '' : modeTexts.bar.years(age), sexLetter(sex)];
  return {
    name: patientName(patient),
    code,
    birthDate,
    ageAndSex: parts.filter((part) => part !== '').join(' · '),
  };
}
