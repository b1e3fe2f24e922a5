import { defineTexts } from '#foundation';

/** Texts of chips that describe findings. */
export const descriptorTexts = defineTexts('descriptors', {
  furtherDescriptors: (chosen: number) =>
    chosen === 0 ? 'Further descriptors' : `Further descriptors (${chosen})`,
});
