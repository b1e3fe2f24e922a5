import { defineTexts } from '#foundation';

/** What is written beside measured figures that leave the product. */
export const measureTexts = defineTexts('measurements', {
  label: (finding: number) => `Finding ${finding}`,
  extents: (cm: readonly number[]) =>
    cm.length === 0 ? '' : `${cm.map((extent) => extent.toFixed(2)).join(' × ')} cm`,
});
