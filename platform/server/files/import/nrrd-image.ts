import { fail, ok, type Result } from '#foundation';
import { type ElementArray, type MetaImage, type Nrrd, nrrdGrid, type Scaling } from '#volume';
import { notNumbers } from './import-problems.ts';

/**
 * Converts a 3D NRRD image to the image type of the import: bytes in file order, axes in LPS.
 * Scales values of other types than bytes from their smallest and largest value to 0 to 255.
 */
export function nrrdImage(nrrd: Nrrd): Result<MetaImage> {
  const grid = nrrdGrid(nrrd);
  if (!grid.ok) return grid;
  const bytes = toBytes(nrrd.data);
  if (bytes === null) return fail(notNumbers());
  return ok({ ...grid.value, elementType: nrrd.type, header: headerFields(nrrd), ...bytes });
}

/** Returns the values as bytes with the scaling, if any; null when a value is not finite. */
function toBytes(data: ElementArray): { data: Uint8Array; scaling: Scaling | null } | null {
  if (data instanceof Uint8Array) return { data, scaling: null };
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of data) {
    if (!Number.isFinite(value)) return null;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const factor = high > low ? 255 / (high - low) : 0;
  const bytes = new Uint8Array(data.length);
  for (let index = 0; index < data.length; index++) {
    bytes[index] = Math.round(((data[index] ?? low) - low) * factor);
  }
  return { data: bytes, scaling: { low, high } };
}

/** Returns type, sizes and place of the image as in the header of the file, and its key/values. */
function headerFields(nrrd: Nrrd): Readonly<Record<string, string>> {
  const vector = (numbers: readonly number[]): string => `(${numbers.join(',')})`;
  const directions = nrrd.spaceDirections?.map((step) => (step === null ? 'none' : vector(step)));
  const fields: Readonly<Record<string, string | undefined>> = {
    type: nrrd.type,
    sizes: nrrd.sizes.join(' '),
    space: nrrd.space,
    'space directions': directions?.join(' '),
    'space origin': nrrd.spaceOrigin === undefined ? undefined : vector(nrrd.spaceOrigin),
    'space units': nrrd.spaceUnits?.join(' '),
    spacings: nrrd.spacings?.map((spacing) => spacing ?? 'nan').join(' '),
    kinds: nrrd.kinds?.join(' '),
    units: nrrd.units?.join(' '),
  };
  const stated = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return { ...nrrd.keyValues, ...Object.fromEntries(stated) };
}
