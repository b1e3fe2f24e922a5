import type { Result } from '#foundation';
import { fail, ok } from '#foundation';
import type { ElementArray } from './element-type.ts';
import { toElements } from './element-type.ts';
import { inflate } from './inflate.ts';
import type { MetaImage, Scaling } from './meta-image.ts';
import type { MetaImageHeader } from './meta-image-header.ts';
import { parseMetaImageHeader } from './meta-image-header.ts';
import { corrupt, MAX_DATA_BYTES, overlong, truncated } from './volume-problems.ts';

/** Name of the format in problems. */
const format = 'MetaImage';

/**
 * Reads a .mha file: 3D, one channel, image in the same file, raw or zlib, either byte order.
 * Elements other than MET_UCHAR are scaled so that the smallest value becomes 0 and the largest
 * 255. An image above `maxImageBytes` is not unpacked. Problems: VOLUME_NOT_RECOGNISED, VOLUME_HEADER_INVALID, VOLUME_HEADER_TOO_LONG,
 * VOLUME_NOT_SUPPORTED, VOLUME_UNKNOWN_ENCODING, VOLUME_TOO_LARGE, VOLUME_TRUNCATED,
 * VOLUME_OVERLONG, VOLUME_CORRUPT, IMPORT_UNITS.
 */
export async function readMetaImage(
  bytes: Uint8Array,
  maxImageBytes = MAX_DATA_BYTES,
): Promise<Result<MetaImage>> {
  const parsed = parseMetaImageHeader(bytes, maxImageBytes);
  if (!parsed.ok) return parsed;
  const image = await unpackImage(parsed.value, bytes.subarray(parsed.value.dataStart));
  if (!image.ok) return image;
  const elements = toElements(parsed.value.type, image.value, parsed.value.bigEndian);
  const scaled = toBytes(elements);
  if (scaled === null) return fail(corrupt(format, 'it contains values that are not numbers'));
  const { sizes, spacingMm, offset, directions, isInPatient, elementType, header } = parsed.value;
  const grid = { sizes, spacingMm, offset, directions, isInPatient };
  return ok({ ...grid, elementType, header, ...scaled });
}

async function unpackImage(head: MetaImageHeader, body: Uint8Array): Promise<Result<Uint8Array>> {
  const expectedBytes = head.isCompressed ? (head.packedBytes ?? body.length) : head.dataBytes;
  if (body.length < expectedBytes) return fail(truncated(format, expectedBytes, body.length));
  if (body.length > expectedBytes) return fail(overlong(format, expectedBytes));
  return head.isCompressed ? inflate(format, body, 'deflate', head.dataBytes) : ok(body);
}

/** Scales elements to bytes; null if a value is not finite. */
function toBytes(elements: ElementArray): { data: Uint8Array; scaling: Scaling | null } | null {
  if (elements instanceof Uint8Array) return { data: elements, scaling: null };
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of elements) {
    if (!Number.isFinite(value)) return null;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const factor = high > low ? 255 / (high - low) : 0;
  const data = new Uint8Array(elements.length);
  elements.forEach((value, at) => {
    data[at] = Math.round((value - low) * factor);
  });
  return { data, scaling: { low, high } };
}
