import type { Problem, Result } from '#foundation';
import { fail, ok } from '#foundation';
import type { ElementType } from './element-type.ts';
import { bytesPerElement } from './element-type.ts';
import { parseDecimal, parseSizes, readHeaderLines } from './header-lines.ts';
import type { NrrdEncoding, NrrdHeader } from './nrrd.ts';
import { volumeFormatOf } from './volume-format.ts';
import {
  imageTooLarge,
  invalidHeader,
  MAX_DATA_BYTES,
  unknownEncoding,
  unknownFormat,
  unsupported,
} from './volume-problems.ts';

/** Parsed header and the position of the image in the file. */
export interface ParsedNrrdHeader {
  readonly header: NrrdHeader;
  readonly encoding: NrrdEncoding;
  readonly bigEndian: boolean;
  /** Offset of the image in the file. */
  readonly dataStart: number;
  /** Length of the decompressed image in bytes. */
  readonly dataBytes: number;
}

/** Element types by their names in the format. */
const TYPES: ReadonlyMap<string, ElementType> = new Map([
  ...namesOf('uint8', 'uchar', 'unsigned char', 'uint8', 'uint8_t'),
  ...namesOf('int8', 'signed char', 'int8', 'int8_t'),
  ...namesOf('uint16', 'ushort', 'unsigned short', 'unsigned short int', 'uint16', 'uint16_t'),
  ...namesOf('int16', 'short', 'short int', 'signed short', 'signed short int', 'int16', 'int16_t'),
  ...namesOf('uint32', 'uint', 'unsigned int', 'uint32', 'uint32_t'),
  ...namesOf('int32', 'int', 'signed int', 'int32', 'int32_t'),
  ...namesOf('float', 'float'),
  ...namesOf('double', 'double'),
]);
const ENCODINGS: ReadonlyMap<string, NrrdEncoding> = new Map([
  ['raw', 'raw'],
  ['gzip', 'gzip'],
  ['gz', 'gzip'],
]);
/** Vectors in parentheses and words such as `none`, whether valid or not. */
const VECTOR_WORDS = /\([^)]*\)|[^\s(]+|\(.*$/g;
/** Maximum number of axes, as in the reference implementation (NRRD_DIM_MAX of teem). */
const MAX_DIMENSION = 16;

/** Returns the entries of a type for each of its names. */
function namesOf(type: ElementType, ...names: string[]): [string, ElementType][] {
  return names.map((name) => [name, type]);
}

/** Parses the text header; does not read the image, which may have at most `maxImageBytes`. */
export function parseNrrdHeader(
  bytes: Uint8Array,
  maxImageBytes = MAX_DATA_BYTES,
): Result<ParsedNrrdHeader> {
  if (volumeFormatOf(bytes) !== 'NRRD') {
    return fail(unknownFormat('NRRD', 'The file does not begin with NRRD0001 … NRRD0005.'));
  }
  const text = readHeaderLines('NRRD', bytes, (line) => line === '');
  if (!text.ok) return text;
  const fields = new Map<string, string>();
  const keyValues: Record<string, string> = {};
  for (const line of text.value.lines.slice(1, -1)) {
    const problem = readLine(line, fields, keyValues);
    if (problem !== null) return fail(problem);
  }
  const parsed = headerFromFields(fields, keyValues, text.value.endByte);
  if (!parsed.ok || parsed.value.dataBytes <= maxImageBytes) return parsed;
  const { header, dataBytes } = parsed.value;
  return fail(imageTooLarge('NRRD', header.sizes, dataBytes, maxImageBytes));
}

/** Adds the field or key/value of a line to the maps; returns the problem of an invalid line. */
function readLine(
  line: string,
  fields: Map<string, string>,
  keyValues: Record<string, string>,
): Problem | null {
  if (line.startsWith('#')) return null;
  const match = /^(.+?):(=| )(.*)$/.exec(line);
  const [, name = '', mark, value = ''] = match ?? [];
  if (match === null) return invalidHeader('NRRD', `'${line.slice(0, 80)}' is not a field.`);
  if (mark === '=') {
    // Assigning a key named `__proto__` would change the prototype instead of storing the value.
    const entry = {
      value: unescapeValue(value),
      enumerable: true,
      writable: true,
      configurable: true,
    };
    Object.defineProperty(keyValues, name, entry);
    return null;
  }
  const field = name.toLowerCase().replaceAll(' ', '');
  if (fields.has(field)) return invalidHeader('NRRD', `The field '${name}' occurs twice.`);
  fields.set(field, value.trim());
  return null;
}

function unescapeValue(value: string): string {
  return value.replaceAll(/\\(n|\\)/g, (_, escaped) => (escaped === 'n' ? '\n' : '\\'));
}

function headerFromFields(
  fields: ReadonlyMap<string, string>,
  keyValues: Readonly<Record<string, string>>,
  dataStart: number,
): Result<ParsedNrrdHeader> {
  const problem = layoutProblem(fields);
  if (problem !== null) return fail(problem);
  const typeName = fields.get('type')?.toLowerCase().replaceAll(/\s+/g, ' ') ?? '';
  const type = TYPES.get(typeName);
  if (type === undefined)
    return fail(invalidHeader('NRRD', `The type '${typeName}' is not known.`));
  const encodingName = fields.get('encoding')?.toLowerCase() ?? '';
  const encoding = ENCODINGS.get(encodingName);
  if (encoding === undefined) return fail(unknownEncoding('NRRD', encodingName, 'raw, gzip'));
  const sizes = parseSizes(fields.get('sizes') ?? '');
  const dimension = Number(fields.get('dimension'));
  if (sizes === null || sizes.length !== dimension || dimension > MAX_DIMENSION) {
    const declared = `dimension '${fields.get('dimension')}', sizes '${fields.get('sizes')}'`;
    return fail(invalidHeader('NRRD', `The sizes are invalid: ${declared}.`));
  }
  const dataBytes = sizes.reduce((product, size) => product * size, bytesPerElement(type));
  const endian = fields.get('endian')?.toLowerCase() ?? 'little';
  if (endian !== 'little' && endian !== 'big') {
    return fail(invalidHeader('NRRD', `The byte order '${endian}' is not known.`));
  }
  const axes = readAxes(fields, dimension);
  if (!axes.ok) return axes;
  const header = { type, sizes, ...axes.value, keyValues };
  return ok({ header, encoding, bigEndian: endian === 'big', dataStart, dataBytes });
}

/** Returns the problem of headers whose image does not directly follow in the same file. */
function layoutProblem(fields: ReadonlyMap<string, string>): Problem | null {
  if (fields.has('datafile')) {
    const next = 'Save header and image in one .nrrd file.';
    return unsupported('NRRD', 'The image is in another file (data file).', next);
  }
  for (const field of ['lineskip', 'byteskip']) {
    const value = fields.get(field);
    if (value !== undefined && value !== '0') {
      const detail = `The header requires skipping data (${field}: ${value}).`;
      return unsupported('NRRD', detail, 'Save the file without skipped lines or bytes.');
    }
  }
  return null;
}

type Axes = Omit<NrrdHeader, 'type' | 'sizes' | 'keyValues'>;

function readAxes(fields: ReadonlyMap<string, string>, dimension: number): Result<Axes> {
  const axes: { -readonly [Key in keyof Axes]: Axes[Key] } = {};
  const space = fields.get('space');
  const spaceDimension = fields.get('spacedimension') ?? '3';
  if (spaceDimension !== '3') {
    const detail = `The 'space dimension' is '${spaceDimension.slice(0, 80)}'; it needs 3.`;
    return fail(invalidHeader('NRRD', detail));
  }
  const kinds = fields.get('kinds')?.split(/\s+/);
  const spacingWords = fields.get('spacings')?.split(/\s+/);
  const vectorWords = fields.get('spacedirections')?.match(VECTOR_WORDS);
  const spacings = spacingWords?.map(numberOrNull);
  const directions = vectorWords?.map(parseVector);
  const origin = parseVector(fields.get('spaceorigin') ?? 'none');
  if (space !== undefined) axes.space = space;
  if (kinds !== undefined) axes.kinds = kinds;
  if (spacings !== undefined) axes.spacings = spacings.map((value) => value ?? null);
  if (directions !== undefined) axes.spaceDirections = directions.map((value) => value ?? null);
  if (origin) axes.spaceOrigin = origin;
  const spaceUnits = quotedWords(fields.get('spaceunits'));
  const units = quotedWords(fields.get('units'));
  if (spaceUnits !== null) axes.spaceUnits = spaceUnits;
  if (units !== null) axes.units = units;
  const lists: readonly [string, readonly unknown[] | undefined][] = [
    ['kinds', kinds],
    ['spacings', spacings],
    ['space directions', fields.has('spacedirections') ? (directions ?? []) : undefined],
  ];
  for (const [name, list] of lists) {
    if (list !== undefined && list.length !== dimension) {
      return fail(invalidHeader('NRRD', `The field '${name}' does not give ${dimension} values.`));
    }
  }
  const invalid =
    invalidWord('spacings', spacingWords, spacings) ??
    invalidWord('space directions', vectorWords, directions);
  if (invalid !== null) return fail(invalid);
  if (origin === undefined)
    return fail(invalidHeader('NRRD', "The 'space origin' is not a vector."));
  return ok(axes);
}

/** Returns the problem of the first word whose value is invalid (undefined); null without one. */
function invalidWord(
  field: string,
  words: readonly string[] | null | undefined,
  values: readonly unknown[] | undefined,
): Problem | null {
  const word = words?.[values?.indexOf(undefined) ?? -1];
  if (word === undefined) return null;
  return invalidHeader(
    'NRRD',
    `The field '${field}' has the invalid value '${word.slice(0, 80)}'.`,
  );
}

/**
 * Returns the words of a list in quotation marks, which some programs leave out; null without the
 * field.
 */
function quotedWords(text: string | undefined): string[] | null {
  return text?.match(/"[^"]*"|[^\s"]+/g)?.map((word) => word.replaceAll('"', '')) ?? null;
}

/** Parses a number; null for `nan` (unknown), undefined if invalid. */
function numberOrNull(word: string): number | null | undefined {
  if (word.toLowerCase() === 'nan') return null;
  const value = parseDecimal(word);
  return Number.isNaN(value) ? undefined : value;
}

/** Parses `(1,2,3)`; null for `none`, undefined if invalid. */
function parseVector(text: string): readonly number[] | null | undefined {
  if (text.toLowerCase() === 'none') return null;
  const inside = /^\(([^)]*)\)$/.exec(text)?.[1];
  const numbers = inside?.split(',').map((word) => numberOrNull(word.trim()));
  return numbers?.every((value) => typeof value === 'number') ? numbers : undefined;
}
