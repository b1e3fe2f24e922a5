import { defineTexts } from '#foundation';

/** Texts of links from other programs and of their target pages. */
export const linkTexts = defineTexts('links', {
  opening: 'Opening the link',
  failed: 'Failed to open the provided URL.',
  failedNext:
    'It has to name a patient by record number or a study by accession number. Check it in the program that it came from.',
  navigationFailed: 'Failed to transit to external-link. Please restart app.',
  blind:
    'Your role works without patient identities; links to patients and studies are closed to it.',
  toHome: 'Go to Home',
  tryAgain: 'Try again',
  patientNotFound: {
    title: 'Medical Record Not Found',
    text: (code: string) => `The patient with the record number “${code}” does not exist here.`,
    textUnknown: 'The patient with that record number does not exist here.',
    action: 'Search By Name',
  },
  studyNotFound: {
    title: 'Accession Number Not Found',
    text: (number: string) =>
      `The study with the accession number “${number}” is not in the database.`,
    byUid: (uid: string) =>
      `The link names the study by its UID alone (${uid}). Studies are known here by accession number.`,
    action: 'Search by Date',
  },
  mismatch: {
    title: 'Patient Information Mismatch',
    text: 'Source and database differ. Look at both before you go on.',
    accession: (number: string) => `Study with the accession number “${number}”`,
    source: 'The link says',
    database: 'The study belongs to',
    unknownHere: 'not known here',
    noCode: 'no record number',
    action: 'Confirm Patient Info',
    confirmNext: (name: string) => `Opens the study of ${name}.`,
    cancel: 'Do not open',
  },
  noStudies: {
    title: 'No previous studies',
    text: (name: string) => `${name} has no previous studies.`,
    textUnknown: 'This patient has no previous studies.',
    loading: 'Loading the patient',
    start: 'Start scan',
    back: 'Back to Patients',
    none: 'This address names no patient.',
  },
});
