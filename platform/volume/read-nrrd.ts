import type { Result } from '#foundation';
import { fail, ok } from '#foundation';
import { toElements } from './element-type.ts';
import { inflate } from './inflate.ts';
import type { Nrrd } from './nrrd.ts';
import type { ParsedNrrdHeader } from './nrrd-header.ts';
import { parseNrrdHeader } from './nrrd-header.ts';
import { MAX_DATA_BYTES, overlong, truncated, unknownEncoding } from './volume-problems.ts';

/**
 * Reads an NRRD file with attached image, encodings raw and gzip, either byte order. Elements of
 * one byte of a raw file share the memory of `bytes`. An image above `maxImageBytes` is not
 * unpacked. Problems: VOLUME_NOT_RECOGNISED,
 * VOLUME_HEADER_INVALID, VOLUME_HEADER_TOO_LONG, VOLUME_NOT_SUPPORTED, VOLUME_UNKNOWN_ENCODING,
 * VOLUME_TOO_LARGE, VOLUME_TRUNCATED, VOLUME_OVERLONG, VOLUME_CORRUPT.
 */
export async function readNrrd(
  bytes: Uint8Array,
  maxImageBytes = MAX_DATA_BYTES,
): Promise<Result<Nrrd>> {
  const parsed = parseNrrdHeader(bytes, maxImageBytes);
  if (!parsed.ok) return parsed;
  const { encoding, dataStart, dataBytes } = parsed.value;
  const body = bytes.subarray(dataStart);
  const image = encoding === 'raw' ? ok(body) : await inflate('NRRD', body, 'gzip', dataBytes);
  return image.ok ? withImage(parsed.value, image.value) : image;
}

/**
 * Reads a raw NRRD file synchronously; a compressed file is a Problem (VOLUME_UNKNOWN_ENCODING).
 */
export function readRawNrrd(bytes: Uint8Array): Result<Nrrd> {
  const parsed = parseNrrdHeader(bytes);
  if (!parsed.ok) return parsed;
  const { encoding, dataStart } = parsed.value;
  if (encoding !== 'raw') return fail(unknownEncoding('NRRD', encoding, 'raw'));
  return withImage(parsed.value, bytes.subarray(dataStart));
}

function withImage(parsed: ParsedNrrdHeader, image: Uint8Array): Result<Nrrd> {
  const { header, dataBytes, bigEndian } = parsed;
  if (image.length < dataBytes) return fail(truncated('NRRD', dataBytes, image.length));
  if (image.length > dataBytes) return fail(overlong('NRRD', dataBytes));
  return ok({ ...header, data: toElements(header.type, image, bigEndian) });
}
