import { fail, ok, type Result } from '#foundation';
import type { Vec3 } from '#geometry';
import {
  bytesPerElement,
  type ElementArray,
  type ElementType,
  isOfType,
  toElements,
} from './element-type.ts';
import { gunzipStart, gzip } from './gzip.ts';
import { type NiftiSpace, readNiftiSpace, writeNiftiSpace } from './nifti-space.ts';
import {
  imageTooLarge,
  invalidHeader,
  MAX_DATA_BYTES,
  MAX_HEADER_BYTES,
  overlong,
  truncated,
  unknownFormat,
  unsupported,
} from './volume-problems.ts';

/** 3D image of a NIfTI-1 file, in LPS millimetres; the file itself is in RAS. */
export interface Nifti extends NiftiSpace {
  /** Voxels along the axes i, j and k of the file; i is fastest. */
  readonly sizes: Vec3;
  readonly type: ElementType;
  readonly data: ElementArray;
}

/** Image as a file contains it. */
export interface StoredNifti extends Nifti {
  /** False when the file states no place in the patient. */
  readonly isInPatient: boolean;
  /** The meaning of a value is slope · value + intercept; null for the value itself. */
  readonly scaling: { readonly slope: number; readonly intercept: number } | null;
}

/** Name of the format in problems. */
const format = 'NIfTI';

const HEADER_BYTES = 348;
/** Header and the four bytes that announce no extension. */
const DATA_START = 352;
const MAX_SIZE = 32_767;

/** Codes of element types (field `datatype`). */
const TYPES: readonly (readonly [number, ElementType])[] = [
  [2, 'uint8'],
  [4, 'int16'],
  [8, 'int32'],
  [16, 'float'],
  [64, 'double'],
  [256, 'int8'],
  [512, 'uint16'],
  [768, 'uint32'],
];

/** Places of header fields in bytes. */
const AT = {
  dim: 40,
  datatype: 70,
  bitpix: 72,
  voxOffset: 108,
  slope: 112,
  units: 123,
  magic: 344,
};
const UNITS_MM = 2;

/**
 * Returns a NIfTI-1 file (`.nii`): little endian, with the place in the patient as sform and qform,
 * and without names. Throws a RangeError if sizes, type and data are inconsistent.
 */
export function writeNifti(image: Nifti): Uint8Array<ArrayBuffer> {
  const { sizes, type, data } = image;
  const [nx, ny, nz] = sizes;
  const hasSizes = sizes.every((n) => Number.isInteger(n) && n > 0 && n <= MAX_SIZE);
  if (!hasSizes || nx * ny * nz !== data.length || !isOfType(type, data))
    throw new RangeError(`NIfTI sizes ${sizes.join(' × ')} of ${type} don't fit`);
  const file = new Uint8Array(DATA_START + data.byteLength);
  const view = new DataView(file.buffer);
  view.setInt32(0, HEADER_BYTES, true);
  [3, nx, ny, nz, 1, 1, 1, 1].forEach((n, at) => {
    view.setInt16(AT.dim + 2 * at, n, true);
  });
  const code = TYPES.find(([, name]) => name === type)?.[0] ?? 0;
  view.setInt16(AT.datatype, code, true);
  view.setInt16(AT.bitpix, 8 * bytesPerElement(type), true);
  view.setFloat32(AT.voxOffset, DATA_START, true);
  view.setFloat32(AT.slope, 1, true);
  view.setUint8(AT.units, UNITS_MM);
  file.set(new TextEncoder().encode('n+1'), AT.magic);
  writeNiftiSpace(view, image);
  file.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), DATA_START);
  return file;
}

/** Returns a compressed NIfTI-1 file (`.nii.gz`). Throws like `writeNifti`. */
export const packNifti = (image: Nifti): Promise<Uint8Array<ArrayBuffer>> =>
  gzip(writeNifti(image));

/**
 * Reads a NIfTI-1 file with one 3D image, compressed or not, in either byte order. An image above
 * `maxImageBytes` is not unpacked. Problems: VOLUME_NOT_RECOGNISED, VOLUME_HEADER_INVALID,
 * VOLUME_NOT_SUPPORTED, VOLUME_TOO_LARGE, VOLUME_TRUNCATED, VOLUME_OVERLONG, VOLUME_CORRUPT.
 */
export async function readNifti(
  bytes: Uint8Array,
  maxImageBytes = MAX_DATA_BYTES,
): Promise<Result<StoredNifti>> {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const start = isPacked ? await gunzipStart(format, bytes, HEADER_BYTES) : ok(bytes);
  if (!start.ok) return start;
  const parsed = parseHeader(start.value, maxImageBytes);
  if (!parsed.ok) return parsed;
  const { dataStart, dataBytes, bigEndian, ...header } = parsed.value;
  const expected = dataStart + dataBytes;
  // One byte more than expected shows that the file is too long.
  const whole = isPacked ? await gunzipStart(format, bytes, expected + 1) : ok(bytes);
  if (!whole.ok) return whole;
  if (whole.value.length < expected)
    return fail(truncated(format, dataBytes, Math.max(0, whole.value.length - dataStart)));
  if (whole.value.length > expected) return fail(overlong(format, dataBytes));
  const data = toElements(header.type, whole.value.subarray(dataStart), bigEndian);
  return ok({ ...header, data });
}

interface Header extends Omit<StoredNifti, 'data'> {
  readonly dataStart: number;
  readonly dataBytes: number;
  readonly bigEndian: boolean;
}

function parseHeader(bytes: Uint8Array, maxImageBytes: number): Result<Header> {
  if (bytes.length < HEADER_BYTES)
    return fail(unknownFormat(format, 'The file is shorter than a NIfTI header.'));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const bigEndian = view.getInt32(0, false) === HEADER_BYTES;
  const isLittle = !bigEndian;
  const headerBytes = view.getInt32(0, isLittle);
  if (headerBytes === 540)
    return fail(unsupported(format, 'It is a NIfTI-2 file.', 'Save it as NIfTI-1.'));
  const magic = String.fromCharCode(...bytes.subarray(AT.magic, AT.magic + 3));
  if (magic === 'ni1')
    return fail(unsupported(format, 'Its image is in another file.', 'Save it as one .nii file.'));
  if (headerBytes !== HEADER_BYTES || magic !== 'n+1')
    return fail(unknownFormat(format, 'Its header is not that of a NIfTI file.'));
  const dims = Array.from({ length: 8 }, (_, at) => view.getInt16(AT.dim + 2 * at, isLittle));
  const sizes = sizesOf(dims);
  if (sizes === null) {
    const next = 'Save one 3D image of the series as its own file.';
    return fail(unsupported(format, `Its dimensions are ${dims.join(', ')}.`, next));
  }
  const code = view.getInt16(AT.datatype, isLittle);
  const type = TYPES.find(([known]) => known === code)?.[1];
  if (type === undefined)
    return fail(unsupported(format, `Its data type is ${code}.`, 'Save it with whole numbers.'));
  const dataBytes = sizes[0] * sizes[1] * sizes[2] * bytesPerElement(type);
  if (dataBytes > maxImageBytes)
    return fail(imageTooLarge(format, sizes, dataBytes, maxImageBytes));
  const dataStart = view.getFloat32(AT.voxOffset, isLittle);
  if (!Number.isInteger(dataStart) || dataStart < HEADER_BYTES || dataStart > MAX_HEADER_BYTES)
    return fail(invalidHeader(format, `The image begins at byte ${dataStart} (vox_offset).`));
  const slope = view.getFloat32(AT.slope, isLittle);
  const intercept = view.getFloat32(AT.slope + 4, isLittle);
  if (!Number.isFinite(slope) || !Number.isFinite(intercept))
    return fail(invalidHeader(format, 'The scaling of its values is not finite.'));
  const units = (bytes[AT.units] ?? 0) & 7;
  if (units !== UNITS_MM && units !== 0)
    return fail(unsupported(format, `Its unit of length is ${units}.`, 'Save it in millimetres.'));
  const space = readNiftiSpace(view, isLittle);
  if (space === null)
    return fail(invalidHeader(format, 'The axes of its voxels do not span a volume.'));
  const isPlain = slope === 0 || (slope === 1 && intercept === 0);
  const scaling = isPlain ? null : { slope, intercept };
  return ok({ sizes, type, scaling, ...space, dataStart, dataBytes, bigEndian });
}

/** Returns the sizes of one 3D image; null for images with more or fewer dimensions. */
function sizesOf([count = 0, nx = 0, ny = 0, nz = 0, ...further]: readonly number[]): Vec3 | null {
  const isVolume =
    count >= 3 && count <= 7 && further.slice(0, count - 3).every((size) => size === 1);
  return isVolume && nx > 0 && ny > 0 && nz > 0 ? [nx, ny, nz] : null;
}
