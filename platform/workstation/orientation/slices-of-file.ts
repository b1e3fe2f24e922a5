import { nrrdGrid, readMetaImage, readNrrd, volumeFormatOf } from '#volume';
import { type MiddleSlice, middleSlices, type SliceSource } from './middle-slices.ts';

/** Maximum size of a file and of its unpacked image, as the server accepts by default. */
export const MAX_SLICE_BYTES = 512 * 1024 ** 2;

/** Returns the middle slices of a volume file along its own axes; null for a file without slices. */
export async function slicesOfFile(bytes: Uint8Array): Promise<readonly MiddleSlice[] | null> {
  const source = await readSource(bytes);
  return source === null ? null : middleSlices(source);
}

async function readSource(bytes: Uint8Array): Promise<SliceSource | null> {
  if (volumeFormatOf(bytes) === 'MetaImage') {
    const image = await readMetaImage(bytes, MAX_SLICE_BYTES);
    return image.ok ? image.value : null;
  }
  const nrrd = await readNrrd(bytes, MAX_SLICE_BYTES);
  if (!nrrd.ok) return null;
  const grid = nrrdGrid(nrrd.value);
  return grid.ok ? { ...grid.value, data: toBytes(nrrd.value.data) } : null;
}

/** Scales values from their smallest and largest to 0 to 255; bytes stay. */
function toBytes(data: ArrayLike<number> & Iterable<number>): Uint8Array {
  if (data instanceof Uint8Array) return data;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of data) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const factor = high > low ? 255 / (high - low) : 0;
  return Uint8Array.from(data, (value) => Math.round((value - low) * factor));
}
