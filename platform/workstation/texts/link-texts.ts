import { defineTexts } from '#foundation';

/** Texts of links from other programs and of their target pages. */
export const linkTexts = defineTexts('links', {
  opening: 'Opening the link',
  failed: 'Failed to open the provided URL.',
  failedNext:
    'The link must contain the record number of a patient or the accession number of a study. Check it in the program it came from.',
  navigationFailed: 'Failed to transit to external-link. Please restart app.',
  blind: 'Your role works without patient identities and can’t open links to patients or studies.',
  toHome: 'Go to Home',
  patientNotFound: {
    title: 'Medical Record Not Found',
    text: (code: string) => `The patient with the record number “${code}” does not exist.`,
    textUnknown: 'The patient with that record number does not exist.',
    action: 'Search By Name',
  },
  studyNotFound: {
    title: 'Accession Number Not Found',
    text: (number: string) =>
      `The study with the accession number “${number}” is not in the database.`,
    byUid: (uid: string) =>
      `The link contains only the UID of the study (${uid}). Clockface finds studies by accession number.`,
    action: 'Search by Date',
  },
  mismatch: {
    title: 'Patient Information Mismatch',
    text: 'Source and database differ. Compare both before you continue.',
    accession: (number: string) => `Study with the accession number “${number}”`,
    source: 'Patient in the link',
    database: 'Patient of the study',
    unknownHere: 'unknown',
    noCode: 'no record number',
    action: 'Confirm Patient Info',
    confirmNext: (name: string) => `Opens the study of ${name}.`,
    cancel: 'Don’t open',
  },
  noStudies: {
    title: 'No prior studies',
    text: (name: string) => `${name} has no prior studies.`,
    textUnknown: 'This patient has no prior studies.',
    loading: 'Loading patient',
    start: 'Start scan',
    back: 'Back to patients',
    none: 'The address does not contain a patient.',
  },
});
