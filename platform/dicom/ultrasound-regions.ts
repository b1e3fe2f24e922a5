import type { DataSet } from './data-set.ts';
import { itemsOf, numberOf } from './data-set.ts';

/** Distance of neighbouring pixels, or why it is not known. */
export interface PixelSpacing {
  /** Millimetres to the right and down; null when the file does not say it beyond doubt. */
  readonly spacingMm: { readonly x: number; readonly y: number } | null;
  /** One sentence: where the figure comes from, or why there is none. */
  readonly reason: string;
}

/** PS3.3 C.8.5.5.1.1 and .15: a spatial format, a unit. */
const FORMATS_WITHOUT_POSITION: readonly (number | null)[] = [0, 5];
const FORMAT_2D = 1;
const UNIT_CM = 3;
/** Deltas of two regions are the same within this part of them. */
const TOLERANCE = 1e-6;

const REGIONS = '00186011';
const TAGS = {
  format: '00186012',
  minX: '00186018',
  minY: '0018601A',
  maxX: '0018601C',
  maxY: '0018601E',
  unitX: '00186024',
  unitY: '00186026',
  deltaX: '0018602C',
  deltaY: '0018602E',
} as const;

/**
 * Pixel spacing from the Sequence of Ultrasound Regions (PS3.3 C.8.5.5), whose deltas are
 * centimetres. Null rather than a guess: without regions, when 2D regions differ, when one is not
 * in centimetres or reaches past the image (the image was resized after calibration), or when a
 * part of the image is no 2D picture (M mode, spectrum).
 */
export function pixelSpacing(dataSet: DataSet, columns: number, rows: number): PixelSpacing {
  const regions = itemsOf(dataSet, REGIONS);
  if (regions.length === 0) return unknown('the file describes no ultrasound regions');
  const positioned = regions.filter(
    (region) => !FORMATS_WITHOUT_POSITION.includes(numberOf(region, TAGS.format)),
  );
  let first: { x: number; y: number } | null = null;
  for (const region of positioned) {
    const delta = regionDelta(region, columns, rows);
    if (typeof delta === 'string') return unknown(delta);
    if (first !== null && !(isClose(first.x, delta.x) && isClose(first.y, delta.y))) {
      return unknown('its regions have different scales');
    }
    first ??= delta;
  }
  if (first === null) return unknown('none of its regions has a place');
  const spacingMm = { x: first.x * 10, y: first.y * 10 };
  return { spacingMm, reason: 'From the calibrated ultrasound regions of the file.' };
}

const unknown = (reason: string): PixelSpacing => ({
  spacingMm: null,
  reason: `Distances are not known: ${reason}.`,
});

const isClose = (a: number, b: number): boolean => Math.abs(a - b) <= TOLERANCE * Math.abs(a);

/** Centimetres per pixel of a 2D region, or what makes it doubtful. */
function regionDelta(
  region: DataSet,
  columns: number,
  rows: number,
): { x: number; y: number } | string {
  if (numberOf(region, TAGS.format) !== FORMAT_2D) return 'a part of the image is no 2D picture';
  if (numberOf(region, TAGS.unitX) !== UNIT_CM || numberOf(region, TAGS.unitY) !== UNIT_CM) {
    return 'a region is not measured in centimetres';
  }
  const x = Math.abs(numberOf(region, TAGS.deltaX) ?? 0);
  const y = Math.abs(numberOf(region, TAGS.deltaY) ?? 0);
  if (!(x > 0 && y > 0)) return 'a region has no scale';
  const corners = [TAGS.minX, TAGS.minY, TAGS.maxX, TAGS.maxY].map((tag) => numberOf(region, tag));
  const [minX, minY, maxX, maxY] = corners.map((corner) => corner ?? Number.NaN);
  const isInsideImage =
    minX !== undefined &&
    minY !== undefined &&
    maxX !== undefined &&
    maxY !== undefined &&
    minX >= 0 &&
    minY >= 0 &&
    minX <= maxX &&
    minY <= maxY &&
    maxX <= columns &&
    maxY <= rows;
  return isInsideImage
    ? { x, y }
    : 'a region reaches past the image, which was resized after calibration';
}
