import { isPossibleSpacing } from '#volume';
import type { DataSet } from './data-set.ts';
import { itemsOf, numberOf } from './data-set.ts';

/** Distance between adjacent pixels, or the reason why the distance is unknown. */
export interface PixelSpacing {
  /** Millimetres to the right and down; null unless the file states one certain value. */
  readonly spacingMm: { readonly x: number; readonly y: number } | null;
  /** One sentence: source of the spacing, or the reason for null. */
  readonly reason: string;
}

/** Codes of the spatial format none and graphics (PS3.3 C.8.5.5.1.1). */
const FORMATS_WITHOUT_POSITION: readonly (number | null)[] = [0, 5];
const FORMAT_2D = 1;
/** Code of the physical unit centimetre (PS3.3 C.8.5.5.1.15). */
const UNIT_CM = 3;
/** Relative tolerance below which the deltas of two regions count as equal. */
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
 * Returns the pixel spacing from the Sequence of Ultrasound Regions (PS3.3 C.8.5.5), whose deltas
 * are centimetres. Null without regions, if 2D regions differ, if a region is not in centimetres, has
 * a scale that breast ultrasound can't have, or extends beyond the image (resized after
 * calibration), or if a part of the image is not a 2D image (M mode, spectrum).
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
  if (first === null) return unknown('none of its regions has a location');
  const spacingMm = { x: first.x * 10, y: first.y * 10 };
  return { spacingMm, reason: 'From the calibrated ultrasound regions of the file.' };
}

const unknown = (reason: string): PixelSpacing => ({
  spacingMm: null,
  reason: `Distances are not known: ${reason}.`,
});

const isClose = (a: number, b: number): boolean => Math.abs(a - b) <= TOLERANCE * Math.abs(a);

/** Returns the centimetres per pixel of a 2D region, or the reason why the scale is unknown. */
function regionDelta(
  region: DataSet,
  columns: number,
  rows: number,
): { x: number; y: number } | string {
  if (numberOf(region, TAGS.format) !== FORMAT_2D) return 'a region of the image is not a 2D image';
  if (numberOf(region, TAGS.unitX) !== UNIT_CM || numberOf(region, TAGS.unitY) !== UNIT_CM) {
    return 'a region is not measured in centimetres';
  }
  const x = Math.abs(numberOf(region, TAGS.deltaX) ?? 0);
  const y = Math.abs(numberOf(region, TAGS.deltaY) ?? 0);
  if (!(x > 0 && y > 0)) return 'a region has no scale';
  if (!isPossibleSpacing([x * 10, y * 10])) return 'a region has an impossible scale';
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
    : 'a region extends beyond the image, which was resized after calibration';
}
