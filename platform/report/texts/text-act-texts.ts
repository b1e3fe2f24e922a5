import { defineTexts } from '#foundation';

/** Reasons why a text of a report can't be written. */
export const textActTexts = defineTexts('report-text-acts', {
  normal: {
    noScan: {
      title: 'The study has no completed scan',
      detail: 'A normal report needs at least one scanned breast.',
      next: 'Complete a scan first.',
    },
    hasFindings: {
      title: 'The study has findings',
      detail: (names: readonly string[]) =>
        `A normal report can’t contain a finding; the study has ${names.join(', ')}.`,
      next: 'Delete the findings, or assess each breast.',
    },
  },
  macro: {
    unknown: {
      title: 'The text block has an unknown placeholder',
      detail: (name: string) => `{${name}} is not a placeholder.`,
      next: (placeholders: readonly string[]) => `Use ${placeholders.join(', ')}.`,
    },
    missing: {
      title: 'A value for the text block is missing',
      detail: (name: string) => `There is no value for {${name}} here.`,
      next: 'Complete the finding, use a field of the finding, or remove the placeholder.',
    },
  },
});
