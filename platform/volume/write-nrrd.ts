import { bytesPerElement, isOfType } from './element-type.ts';
import { gzip } from './gzip.ts';
import type { Nrrd, NrrdEncoding } from './nrrd.ts';

/**
 * Returns an NRRD file of the image: NRRD0005, encoding raw, little endian, header attached. Throws
 * a RangeError if sizes, type, key names or per-axis lists are inconsistent.
 */
export function writeNrrd(nrrd: Nrrd): Uint8Array {
  return joined(nrrdHeader(nrrd), elementBytes(nrrd));
}

/** Returns an NRRD file with the encoding gzip. Throws like `writeNrrd`. */
export async function packNrrd(nrrd: Nrrd): Promise<Uint8Array> {
  checkConsistent(nrrd);
  const packed = await gzip(elementBytes(nrrd));
  return joined(new TextEncoder().encode(headerText(nrrd, 'gzip')), packed);
}

/** Returns the elements as bytes of the same memory. */
function elementBytes(nrrd: Nrrd): Uint8Array<ArrayBuffer> {
  const count = nrrd.sizes.reduce((product, size) => product * size, 1);
  if (count !== nrrd.data.length || !isOfType(nrrd.type, nrrd.data)) {
    throw new RangeError(`${mismatchMessage(nrrd)} ${nrrd.data.length} elements`);
  }
  const { buffer, byteOffset, byteLength } = nrrd.data;
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}

function joined(header: Uint8Array, data: Uint8Array): Uint8Array {
  const file = new Uint8Array(header.length + data.length);
  file.set(header);
  file.set(data, header.length);
  return file;
}

/** Returns the header for an image that is streamed afterwards. Throws like `writeNrrd`. */
export function nrrdHeader(nrrd: Omit<Nrrd, 'data'>): Uint8Array {
  checkConsistent(nrrd);
  return new TextEncoder().encode(headerText(nrrd, 'raw'));
}

const mismatchMessage = ({ sizes, type }: Pick<Nrrd, 'sizes' | 'type'>): string =>
  `NRRD sizes ${sizes.join(' × ')} of ${type} don't fit`;

function checkConsistent(nrrd: Omit<Nrrd, 'data'>): void {
  const hasValidSizes =
    nrrd.sizes.length > 0 && nrrd.sizes.every((n) => Number.isInteger(n) && n > 0);
  if (!hasValidSizes) throw new RangeError(`${mismatchMessage(nrrd)} any elements`);
  for (const list of [nrrd.kinds, nrrd.spacings, nrrd.spaceDirections]) {
    if (list !== undefined && list.length !== nrrd.sizes.length) {
      throw new RangeError(`NRRD lists per axis need ${nrrd.sizes.length} entries`);
    }
  }
  for (const key of Object.keys(nrrd.keyValues)) {
    if (key === '' || /:[= ]|:$/.test(key) || key.startsWith('#') || /[\r\n]/.test(key)) {
      throw new RangeError(`'${key}' can't be a key of an NRRD file`);
    }
  }
}

function headerText(nrrd: Omit<Nrrd, 'data'>, encoding: NrrdEncoding): string {
  const lines = ['NRRD0005', `type: ${nrrd.type}`, `dimension: ${nrrd.sizes.length}`];
  if (nrrd.space !== undefined) lines.push(`space: ${nrrd.space}`);
  lines.push(`sizes: ${nrrd.sizes.join(' ')}`);
  if (nrrd.spaceDirections !== undefined) {
    const directions = nrrd.spaceDirections.map((step) => (step === null ? 'none' : vector(step)));
    lines.push(`space directions: ${directions.join(' ')}`);
  }
  if (nrrd.spacings !== undefined) {
    lines.push(`spacings: ${nrrd.spacings.map((spacing) => spacing ?? 'nan').join(' ')}`);
  }
  if (nrrd.spaceUnits !== undefined) lines.push(`space units: ${quoted(nrrd.spaceUnits)}`);
  if (nrrd.units !== undefined) lines.push(`units: ${quoted(nrrd.units)}`);
  if (nrrd.kinds !== undefined) lines.push(`kinds: ${nrrd.kinds.join(' ')}`);
  if (bytesPerElement(nrrd.type) > 1) lines.push('endian: little');
  lines.push(`encoding: ${encoding}`);
  if (nrrd.spaceOrigin !== undefined) lines.push(`space origin: ${vector(nrrd.spaceOrigin)}`);
  for (const [key, value] of Object.entries(nrrd.keyValues))
    lines.push(`${key}:=${escapeValue(value)}`);
  return `${lines.join('\n')}\n\n`;
}

const quoted = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(' ');

const vector = (numbers: readonly number[]): string => `(${numbers.join(',')})`;

function escapeValue(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('\r\n', '\n').replaceAll('\n', '\\n');
}
