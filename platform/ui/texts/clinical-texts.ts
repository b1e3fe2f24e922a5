import { defineTexts } from '#foundation';

/** Texts of chips that describe findings. */
export const clinicalTexts = defineTexts('clinical', {
  furtherDescriptors: (chosen: number) =>
    chosen === 0 ? 'Further descriptors' : `Further descriptors (${chosen})`,
});
