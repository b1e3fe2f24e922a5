import { defineTexts } from '#foundation';

/** Texts of the plane across the radial line. */
export const antiradialTexts = defineTexts('antiradial', {
  title: 'Antiradial',
  /** Whose greys are adjusted there. */
  adjustmentTarget: 'antiradial and radial',
  /** Not A, which is anterior at the edge of the same view. */
  letter: 'X',
  view: (scan: string) => `Antiradial plane, ${scan}`,
  imageLabel: 'Antiradial picture; arrow keys step along the radial line',
  details: (clock: string, mm: string) => `${clock} · ${mm} mm`,
  fromNipple: 'From nipple',
  fromAxis: 'From axis',
  position: 'Antiradial position',
  ariaText: (from: string, mm: string) => `${from} ${mm} mm`,
  mm: 'mm',
  noDistance: 'This is no distance',
  notDistance: (typed: string) =>
    `“${typed}” is no distance. Type millimetres from the nipple along the radial line.`,
});
