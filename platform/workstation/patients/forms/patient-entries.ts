import { ethnicity, type Patient, sex } from '#contracts';
import type { MergeField } from '../../forms/merge.ts';
import type { Lists } from '../../forms/use-lists.ts';
import { patientTexts } from '../../texts/patient-texts.ts';

/** What the form of a patient holds: every field that people enter. */
export type PatientEntries = Pick<
  Patient,
  'code' | 'lastName' | 'firstName' | 'birthDate' | 'sex' | 'ethnicity' | 'cancerHistory'
>;

export const NEW_PATIENT: PatientEntries = {
  code: '',
  lastName: '',
  firstName: '',
  birthDate: null,
  sex: null,
  ethnicity: null,
  cancerHistory: [],
};

export function entriesOfPatient(patient: Patient): PatientEntries {
  return {
    code: patient.code ?? '',
    lastName: patient.lastName,
    firstName: patient.firstName ?? '',
    birthDate: patient.birthDate,
    sex: patient.sex,
    ethnicity: patient.ethnicity,
    cancerHistory: patient.cancerHistory,
  };
}

const texts = patientTexts.form;

/** The fields in the order of the form, for the merge view. */
export function patientMergeFields(lists: Lists): readonly MergeField<PatientEntries>[] {
  return [
    { id: 'code', label: texts.code, words: ({ code }) => code ?? '' },
    { id: 'lastName', label: texts.lastName, words: ({ lastName }) => lastName },
    { id: 'firstName', label: texts.firstName, words: ({ firstName }) => firstName ?? '' },
    { id: 'birthDate', label: texts.birthDate, words: ({ birthDate }) => birthDate ?? '' },
    {
      id: 'sex',
      label: texts.sex,
      words: (entries) => (entries.sex === null ? '' : sex.labels[entries.sex]),
    },
    {
      id: 'ethnicity',
      label: texts.ethnicity,
      words: (entries) => (entries.ethnicity === null ? '' : ethnicity.labels[entries.ethnicity]),
    },
    {
      id: 'cancerHistory',
      label: texts.cancerHistory,
      words: ({ cancerHistory }) =>
        cancerHistory.map((id) => lists.label('CANCER_HISTORY', id)).join(', '),
    },
  ];
}
