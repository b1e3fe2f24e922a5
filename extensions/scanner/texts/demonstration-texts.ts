import { defineTexts } from '#foundation';

/** Texts that the demonstration stores. */
export const demonstrationTexts = defineTexts('scanner-demonstration', {
  sample: (number: number) =>
    `Sample ${number} of the demonstration, taken from the simulated breast. No radiologist has read this scan.`,
});
