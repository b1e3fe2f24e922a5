import type { Result } from '#foundation';
import { fail, ok } from '#foundation';
import type { Vec3 } from '#geometry';
import type { ElementType } from './element-type.ts';
import { bytesPerElement } from './element-type.ts';
import { namedAxes, nearestAxes } from './file-axes.ts';
import type { FileGrid } from './file-grid.ts';
import { impossibleSpacing, notMillimetres } from './grid-problems.ts';
import { parseNumbers, parseSizes, readHeaderLines } from './header-lines.ts';
import type { MetaImage } from './meta-image.ts';
import { META_IMAGE_FIRST_KEYS, volumeFormatOf } from './volume-format.ts';
import {
  imageTooLarge,
  invalidHeader,
  MAX_DATA_BYTES,
  unknownEncoding,
  unknownFormat,
  unsupported,
} from './volume-problems.ts';

/** Parsed header of a .mha file. */
export type MetaImageHeader = Omit<MetaImage, 'data' | 'scaling'> & {
  readonly type: ElementType;
  readonly bigEndian: boolean;
  readonly isCompressed: boolean;
  /** Length of the compressed image in bytes; null if the header does not state the length. */
  readonly packedBytes: number | null;
  /** Offset of the image in the file. */
  readonly dataStart: number;
  /** Length of the decompressed image in bytes. */
  readonly dataBytes: number;
};

const TYPES: ReadonlyMap<string, ElementType> = new Map([
  ['MET_UCHAR', 'uint8'],
  ['MET_CHAR', 'int8'],
  ['MET_USHORT', 'uint16'],
  ['MET_SHORT', 'int16'],
  ['MET_UINT', 'uint32'],
  ['MET_INT', 'int32'],
  ['MET_FLOAT', 'float'],
  ['MET_DOUBLE', 'double'],
]);

/** Names under which programs state the same field. */
const SYNONYMS = [
  ['TransformMatrix', 'Rotation', 'Orientation'],
  ['Offset', 'Position', 'Origin'],
] as const;
/** Name of the format in problems. */
const format = 'MetaImage';

type Lines = Readonly<Record<string, string>>;

/** Parses the text header; does not read the image, which may have at most `maxImageBytes`. */
export function parseMetaImageHeader(
  bytes: Uint8Array,
  maxImageBytes = MAX_DATA_BYTES,
): Result<MetaImageHeader> {
  if (volumeFormatOf(bytes) !== format) {
    const keys = META_IMAGE_FIRST_KEYS.map((key) => `'${key} ='`).join(', ');
    return fail(unknownFormat(format, `The file begins with none of ${keys}.`));
  }
  const text = readHeaderLines(format, bytes, (line) => /^ElementDataFile\s*=/.test(line));
  if (!text.ok) return text;
  const lines = keyedLines(text.value.lines);
  if (!lines.ok) return lines;
  const supported = checkSupported(lines.value);
  if (!supported.ok) return supported;
  const parsed = headerFromLines(lines.value, text.value.endByte);
  if (!parsed.ok || parsed.value.dataBytes <= maxImageBytes) return parsed;
  return fail(imageTooLarge(format, parsed.value.sizes, parsed.value.dataBytes, maxImageBytes));
}

/** Returns the lines by key; fails for fields that the header states twice with different values. */
function keyedLines(lines: readonly string[]): Result<Lines> {
  const values = new Map<string, string>();
  for (const line of lines) {
    const equals = line.indexOf('=');
    if (equals < 1)
      return fail(invalidHeader(format, `'${line.slice(0, 80)}' is not a 'key = value' line.`));
    const [key, value] = [line.slice(0, equals).trim(), line.slice(equals + 1).trim()];
    const isRepeated = values.has(key) && values.get(key) !== value && key !== 'Comment';
    if (isRepeated) return fail(invalidHeader(format, `The field '${key}' occurs twice.`));
    values.set(key, value);
  }
  for (const names of SYNONYMS) {
    const stated = names.filter((name) => values.has(name));
    const numbers = (name: string): string => {
      const text = values.get(name) ?? '';
      return parseNumbers(text)?.join(' ') ?? text;
    };
    if (new Set(stated.map(numbers)).size > 1) {
      const detail = `The fields ${stated.join(' and ')} state different values.`;
      return fail(invalidHeader(format, detail));
    }
  }
  return ok(Object.fromEntries(values));
}

/** Fails for valid headers that this reader does not support. */
function checkSupported(lines: Lines): Result<void> {
  if ((lines.ObjectType ?? 'Image').toLowerCase() !== 'image') {
    return fail(unknownFormat(format, `It contains a ${lines.ObjectType}, not an image.`));
  }
  if (lines.ElementDataFile !== 'LOCAL') {
    const detail = `The image is in another file (${lines.ElementDataFile}).`;
    return fail(unsupported(format, detail, 'Save it as .mha: header and image in one file.'));
  }
  if (lines.BinaryData !== undefined && !isTrue(lines.BinaryData)) {
    return fail(unknownEncoding(format, 'text (BinaryData = False)', 'raw, zlib'));
  }
  const channels = lines.ElementNumberOfChannels ?? '1';
  if (lines.NDims !== '3' || channels !== '1') {
    const declared = `NDims = ${lines.NDims}, channels = ${channels}`;
    const next = 'Export one channel of a three-dimensional image.';
    return fail(unsupported(format, `Only 3D images of one channel are read (${declared}).`, next));
  }
  const headerSize = lines.HeaderSize ?? '0';
  if (headerSize !== '0') {
    const detail = `The header requires skipping data (HeaderSize = ${headerSize}).`;
    return fail(unsupported(format, detail, 'Save it without skipped bytes.'));
  }
  return ok(undefined);
}

function headerFromLines(lines: Lines, dataStart: number): Result<MetaImageHeader> {
  const elementType = lines.ElementType ?? '';
  const type = TYPES.get(elementType);
  if (type === undefined) {
    return fail(invalidHeader(format, `The ElementType '${elementType}' is not known.`));
  }
  const sizes = vec3(parseSizes(lines.DimSize ?? ''));
  if (sizes === null)
    return fail(invalidHeader(format, `DimSize = ${lines.DimSize} is not a size.`));
  const dataBytes = sizes.reduce((product, size) => product * size, bytesPerElement(type));
  const placement = readPlacement(lines);
  if (!placement.ok) return placement;
  const stated = lines.CompressedDataSize;
  const packedBytes = stated === undefined ? null : (parseSizes(stated)?.[0] ?? Number.NaN);
  if (Number.isNaN(packedBytes)) {
    return fail(invalidHeader(format, `CompressedDataSize = ${stated} is not a length.`));
  }
  return ok({
    type,
    sizes,
    ...placement.value,
    elementType,
    header: lines,
    bigEndian: isTrue(lines.BinaryDataByteOrderMSB ?? lines.ElementByteOrderMSB ?? 'False'),
    isCompressed: isTrue(lines.CompressedData ?? 'False'),
    packedBytes,
    dataStart,
    dataBytes,
  });
}

/**
 * Returns spacing, offset and directions. The spacing is required, because a default would give
 * wrong distances; the offset defaults to 0 and the directions to the axes of the space, which then
 * count as not stated.
 */
function readPlacement(lines: Lines): Result<Omit<FileGrid, 'sizes'>> {
  const unit = lines.DistanceUnits ?? '?';
  if (!['?', 'mm'].includes(unit)) return fail(notMillimetres(unit));
  const spacingText = lines.ElementSpacing ?? lines.ElementSize ?? 'not given';
  const spacingMm = vec3(parseNumbers(spacingText));
  if (spacingMm === null) {
    const detail = `The spacing (ElementSpacing) is '${spacingText}'; it needs three numbers.`;
    return fail(invalidHeader(format, detail));
  }
  if (!spacingMm.every((step) => step > 0)) return fail(impossibleSpacing(spacingMm));
  const offsetText = lines.Offset ?? lines.Position ?? lines.Origin ?? '0 0 0';
  const offset = vec3(parseNumbers(offsetText));
  if (offset === null) return fail(invalidHeader(format, `The Offset is '${offsetText}'.`));
  const named = lines.AnatomicalOrientation;
  if (named !== undefined && !named.includes('?') && namedAxes(named) === null) {
    const detail = `The AnatomicalOrientation is '${named}'; it needs a letter of each of R/L, A/P and I/S.`;
    return fail(invalidHeader(format, detail));
  }
  const statedMatrix = lines.TransformMatrix ?? lines.Rotation ?? lines.Orientation;
  const matrixText = statedMatrix ?? '1 0 0 0 1 0 0 0 1';
  const matrix = parseNumbers(matrixText) ?? [];
  const i = vec3(matrix.slice(0, 3));
  const j = vec3(matrix.slice(3, 6));
  const k = vec3(matrix.slice(6));
  if (i === null || j === null || k === null) {
    return fail(invalidHeader(format, `The TransformMatrix is '${matrixText}'.`));
  }
  const directions = [i, j, k] as const;
  const isInPatient = statedMatrix !== undefined && agrees(lines.AnatomicalOrientation, directions);
  return ok({ spacingMm, offset, directions, isInPatient });
}

/**
 * True unless AnatomicalOrientation names other directions than the matrix, which is in LPS (as ITK
 * reads and writes it). Each letter names the side from which an axis of the file comes: RAI is LPS.
 */
function agrees(orientation: string | undefined, directions: FileGrid['directions']): boolean {
  if (orientation === undefined || !/^[RLAPIS]{3}$/i.test(orientation)) return true;
  const letters = ['', '', ''];
  for (const [component, { axis, sign }] of nearestAxes(directions).entries()) {
    letters[axis] = (['RL', 'AP', 'IS'][component] ?? '').charAt(sign > 0 ? 0 : 1);
  }
  return letters.join('') === orientation.toUpperCase();
}

const isTrue = (text: string): boolean => /^(true|1|yes)$/i.test(text);

function vec3(numbers: readonly number[] | null): Vec3 | null {
  const [x, y, z] = numbers ?? [];
  if (numbers?.length !== 3 || x === undefined || y === undefined || z === undefined) return null;
  return [x, y, z];
}
