import { defineTexts, formatFixed } from '#foundation';

/** Texts for exported measurements. */
export const measureTexts = defineTexts('measurements', {
  label: (finding: number) => `Finding ${finding}`,
  extents: (cm: readonly number[]) =>
    cm.length === 0 ? '' : `${cm.map((extent) => formatFixed(extent, 2)).join(' × ')} cm`,
});
