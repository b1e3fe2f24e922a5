import { defineTexts } from '#foundation';

/** Texts of the antiradial plane, perpendicular to the radial line. */
export const antiradialTexts = defineTexts('antiradial', {
  title: 'Antiradial',
  /** Planes that share the adjustments. */
  adjustmentTarget: 'antiradial and radial',
  /** Not A, which marks anterior in the same view. */
  letter: 'X',
  view: (scan: string) => `Antiradial plane, ${scan}`,
  imageLabel: 'Antiradial image; arrow keys step along the radial line',
  details: (clock: string, mm: string) => `${clock} · ${mm} mm`,
  fromNipple: 'From nipple',
  fromAxis: 'From axis',
  position: 'Antiradial position',
  ariaText: (from: string, mm: string) => `${from} ${mm} mm`,
  mm: 'mm',
  noDistance: 'Invalid distance',
  notDistance: (typed: string) =>
    `“${typed}” is not a distance. Enter millimetres from the nipple along the radial line.`,
});
