import { locationTexts } from '../../texts/location-texts.ts';

let unit: 'mm' | 'cm' = 'mm';

/** Sets the unit in which this page states distances from the nipple; a preference of the reader. */
export function setDistanceUnit(preferred: typeof unit): void {
  unit = preferred;
}

/** Formats a distance from the nipple: `32 mm FN`, or `3.2 cm FN` if the reader prefers cm. */
export const fromNippleText = (mm: number): string =>
  unit === 'cm' ? locationTexts.fromNippleCm(mm / 10) : locationTexts.fromNipple(Math.round(mm));
