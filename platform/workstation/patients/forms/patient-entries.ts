import { ethnicity, type Patient, sex } from '#contracts';
import type { MergeField } from '../../forms/merge.ts';
import type { Lists } from '../../forms/use-lists.ts';
import { patientTexts } from '../../texts/patient-texts.ts';

/** Editable fields of a patient. */
export type PatientEntries = Pick<
  Patient,
  'code' | 'lastName' | 'firstName' | 'birthDate' | 'sex' | 'ethnicity' | 'cancerHistory'
>;

/** Initial values of the form for a new patient. */
export const NEW_PATIENT: PatientEntries = {
  code: '',
  lastName: '',
  firstName: '',
  birthDate: null,
  sex: null,
  ethnicity: null,
  cancerHistory: [],
};

/** Returns the form values of a patient; unknown texts are empty. */
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

/** Fields of the merge view, in the order of the form. */
export function patientMergeFields(lists: Lists): readonly MergeField<PatientEntries>[] {
  return [
    { id: 'code', label: texts.code, format: ({ code }) => code ?? '' },
    { id: 'lastName', label: texts.lastName, format: ({ lastName }) => lastName },
    { id: 'firstName', label: texts.firstName, format: ({ firstName }) => firstName ?? '' },
    { id: 'birthDate', label: texts.birthDate, format: ({ birthDate }) => birthDate ?? '' },
    {
      id: 'sex',
      label: texts.sex,
      format: (entries) => (entries.sex === null ? '' : sex.labels[entries.sex]),
    },
    {
      id: 'ethnicity',
      label: texts.ethnicity,
      format: (entries) => (entries.ethnicity === null ? '' : ethnicity.labels[entries.ethnicity]),
    },
    {
      id: 'cancerHistory',
      label: texts.cancerHistory,
      format: ({ cancerHistory }) =>
        cancerHistory.map((id) => lists.label('CANCER_HISTORY', id)).join(', '),
    },
  ];
}
