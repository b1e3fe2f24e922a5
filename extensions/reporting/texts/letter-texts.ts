import { defineTexts } from '#foundation';

/** Texts of the dialog of the letter to the patient. */
export const letterTexts = defineTexts('report-letter', {
  button: 'Letter to the patient',
  title: 'Letter to the patient',
  language: 'Language of the letter',
  languages: { en: 'In English', de: 'In German' },
  loading: 'The letter is being written',
  preview: 'Text of the letter',
  warnings: {
    IN_PERSON: 'Explain this result in person before the letter arrives.',
    MANAGEMENT:
      'The letter lacks a recommendation of the report, or differs from it. Compare both texts.',
    ADDENDUM: 'The report has an addendum, which the letter does not contain. Check the text.',
    OPEN_ADDENDUM: 'An addendum is being written. Send the letter after its signature.',
    OWN_TEXT:
      'A recommendation has a text of its own, which is not part of the letter. Check the text.',
  },
  confirm: {
    IN_PERSON: 'I have explained the result to the patient, or will before the letter arrives',
    MANAGEMENT: 'I have compared the letter with the report, and it can be sent',
  },
  open: 'Open PDF',
  print: 'Print',
  save: 'Save as PDF',
  close: 'Close',
});
