import type { Result } from '#foundation';
import { fail, ok } from '#foundation';
import type { Vec3 } from '#geometry';
import type { ElementType } from './element-type.ts';
import { bytesPerElement } from './element-type.ts';
import { parseNumbers, parseSizes, readHeaderLines } from './header-lines.ts';
import type { MetaImage } from './meta-image.ts';
import {
  absurdSize,
  invalidHeader,
  MAX_DATA_BYTES,
  unknownEncoding,
  unknownFormat,
  unsupported,
} from './volume-problems.ts';

export type MetaImageHeader = Omit<MetaImage, 'data' | 'scaling'> & {
  readonly type: ElementType;
  readonly bigEndian: boolean;
  readonly isCompressed: boolean;
  /** Length of the compressed image, if stated in the header. */
  readonly packedBytes: number | null;
  readonly dataStart: number;
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

const FIRST_KEYS = /^(ObjectType|NDims|Comment|AnatomicalOrientation|BinaryData)\s*=/;
const format = 'MetaImage';

type Lines = Readonly<Record<string, string>>;

/** Parses the text header; the image stays unread. */
export function parseMetaImageHeader(bytes: Uint8Array): Result<MetaImageHeader> {
  if (!FIRST_KEYS.test(new TextDecoder().decode(bytes.subarray(0, 64)))) {
    return fail(unknownFormat(format, "The file does not begin with 'ObjectType = Image'."));
  }
  const text = readHeaderLines(format, bytes, (line) => /^ElementDataFile\s*=/.test(line));
  if (!text.ok) return text;
  const entries: [string, string][] = [];
  for (const line of text.value.lines) {
    const equals = line.indexOf('=');
    if (equals < 1)
      return fail(invalidHeader(format, `'${line.slice(0, 80)}' is no 'key = value'.`));
    entries.push([line.slice(0, equals).trim(), line.slice(equals + 1).trim()]);
  }
  const lines: Lines = Object.fromEntries(entries);
  const supported = checkSupported(lines);
  return supported.ok ? interpret(lines, text.value.endByte) : supported;
}

function checkSupported(lines: Lines): Result<void> {
  if ((lines.ObjectType ?? 'Image').toLowerCase() !== 'image') {
    return fail(unknownFormat(format, `It holds a ${lines.ObjectType}, not an image.`));
  }
  if (lines.ElementDataFile !== 'LOCAL') {
    const detail = `The image lies in another file (${lines.ElementDataFile}).`;
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
    const detail = `The header asks to skip data (HeaderSize = ${headerSize}).`;
    return fail(unsupported(format, detail, 'Save it without skipped bytes.'));
  }
  return ok(undefined);
}

function interpret(lines: Lines, dataStart: number): Result<MetaImageHeader> {
  const elementType = lines.ElementType ?? '';
  const type = TYPES.get(elementType);
  if (type === undefined) {
    return fail(invalidHeader(format, `The ElementType '${elementType}' is not known.`));
  }
  const sizes = vec3(parseSizes(lines.DimSize ?? ''));
  if (sizes === null) return fail(invalidHeader(format, `DimSize = ${lines.DimSize} is no size.`));
  const dataBytes = sizes.reduce((product, size) => product * size, bytesPerElement(type));
  if (dataBytes > MAX_DATA_BYTES) return fail(absurdSize(format, sizes));
  const placement = readPlacement(lines);
  if (!placement.ok) return placement;
  const stated = lines.CompressedDataSize;
  const packedBytes = stated === undefined ? null : (parseSizes(stated)?.[0] ?? Number.NaN);
  if (Number.isNaN(packedBytes)) {
    return fail(invalidHeader(format, `CompressedDataSize = ${stated} is no length.`));
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
 * Requires the spacing, because millimetres are never guessed. Offset and directions are optional.
 */
function readPlacement(
  lines: Lines,
): Result<Pick<MetaImage, 'spacingMm' | 'offset' | 'directions'>> {
  const spacingText = lines.ElementSpacing ?? lines.ElementSize ?? 'not given';
  const spacingMm = vec3(parseNumbers(spacingText));
  if (spacingMm === null || !spacingMm.every((step) => step > 0)) {
    return fail(invalidHeader(format, `The spacing (ElementSpacing) is '${spacingText}'.`));
  }
  const offsetText = lines.Offset ?? lines.Position ?? lines.Origin ?? '0 0 0';
  const offset = vec3(parseNumbers(offsetText));
  if (offset === null) return fail(invalidHeader(format, `The Offset is '${offsetText}'.`));
  const matrixText =
    lines.TransformMatrix ?? lines.Rotation ?? lines.Orientation ?? '1 0 0 0 1 0 0 0 1';
  const matrix = parseNumbers(matrixText) ?? [];
  const i = vec3(matrix.slice(0, 3));
  const j = vec3(matrix.slice(3, 6));
  const k = vec3(matrix.slice(6));
  if (i === null || j === null || k === null) {
    return fail(invalidHeader(format, `The TransformMatrix is '${matrixText}'.`));
  }
  return ok({ spacingMm, offset, directions: [i, j, k] });
}

const isTrue = (text: string): boolean => /^(true|1|yes)$/i.test(text);

function vec3(numbers: readonly number[] | null): Vec3 | null {
  const [x, y, z] = numbers ?? [];
  if (numbers?.length !== 3 || x === undefined || y === undefined || z === undefined) return null;
  return [x, y, z];
}
