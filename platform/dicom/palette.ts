import type { Result } from '#foundation';
import { fail, ok } from '#foundation';
import type { DataSet } from './data-set.ts';
import { blocksOf, numbersOf } from './data-set.ts';
import { unsupportedPixels } from './dicom-problems.ts';
import { luma } from './luma.ts';

/** Luminance of stored values. Values outside the table use the nearest entry. */
export interface PaletteLuma {
  /** Stored value of the first entry. */
  readonly first: number;
  readonly luma: Uint8Array;
}

const COLOURS = ['Red', 'Green', 'Blue'] as const;
/** Tags of the red, green and blue tables (PS3.3 C.7.6.3). */
const DESCRIPTORS = ['00281101', '00281102', '00281103'] as const;
const PLAIN = ['00281201', '00281202', '00281203'] as const;
const SEGMENTED = ['00281221', '00281222', '00281223'] as const;

interface Channel {
  readonly first: number;
  readonly values: readonly number[];
  /** Value of full intensity: 255 or 65535. */
  readonly maxValue: number;
}

/**
 * Returns the palette as luminance, from plain or segmented tables of 8 or 16 bits (PS3.3
 * C.7.6.3.1.5, C.7.9.2).
 */
export function paletteLuma(dataSet: DataSet): Result<PaletteLuma> {
  const [red, green, blue] = [0, 1, 2].map((index) => readChannel(dataSet, index));
  if (!red || !green || !blue) return reject('a table is missing, short or of an unknown kind');
  const haveSameRange = [green, blue].every(
    (channel) => channel.first === red.first && channel.values.length === red.values.length,
  );
  if (!haveSameRange) return reject(`the tables of ${COLOURS.join(', ')} differ in length`);
  const table = new Uint8Array(red.values.length);
  for (let at = 0; at < table.length; at++) {
    const level = ({ values, maxValue }: Channel): number => ((values[at] ?? 0) / maxValue) * 255;
    table[at] = luma(level(red), level(green), level(blue));
  }
  return ok({ first: red.first, luma: table });
}

const reject = (reason: string): Result<never> =>
  fail(unsupportedPixels(`Its colour palette can't be used: ${reason}.`));

function readChannel(dataSet: DataSet, index: number): Channel | null {
  const [entries, first, bits] = numbersOf(dataSet, DESCRIPTORS[index] ?? '');
  if (entries === undefined || first === undefined || (bits !== 8 && bits !== 16)) return null;
  const count = entries === 0 ? 65_536 : entries;
  const plain = readTable(dataSet, PLAIN[index] ?? '', bits, count);
  const segments = readTable(dataSet, SEGMENTED[index] ?? '', bits, null);
  const expanded = segments === null ? null : expandSegments(segments, count);
  const values = plain ?? expanded;
  if (values === null || values.length < count) return null;
  return { first, values: values.slice(0, count), maxValue: bits === 8 ? 255 : 65_535 };
}

/**
 * Returns the entries of a table, stored as bytes or as a list of numbers (VR US); null if absent.
 * `count` is the number of entries; null for segmented tables.
 */
function readTable(
  dataSet: DataSet,
  tag: string,
  bits: 8 | 16,
  count: number | null,
): readonly number[] | null {
  const [block] = blocksOf(dataSet, tag);
  if (block === undefined) {
    const listed = numbersOf(dataSet, tag);
    return listed.length === 0 ? null : listed;
  }
  // Tables of 8 bits may be stored with two bytes per entry.
  if (bits === 8 && (count === null || block.length < count * 2)) return [...block];
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  return Array.from({ length: block.length >> 1 }, (_, at) => view.getUint16(at * 2, true));
}

/**
 * Expands segmented tables (C.7.9.2): opcode 0 lists values, 1 interpolates linearly to a value.
 * Null for other opcodes (2 repeats earlier segments; not used in ultrasound) and for more than
 * `count` entries.
 */
export function expandSegments(segments: readonly number[], count: number): number[] | null {
  const values: number[] = [];
  let at = 0;
  while (at + 1 < segments.length && values.length < count) {
    const opcode = segments[at];
    const length = segments[at + 1] ?? 0;
    at += 2;
    if (values.length + length > count) return null;
    if (opcode === 0) {
      values.push(...segments.slice(at, at + length));
      at += length;
    } else if (opcode === 1 && values.length > 0) {
      const from = values.at(-1) ?? 0;
      const to = segments[at] ?? from;
      for (let step = 1; step <= length; step++) {
        values.push(Math.round(from + ((to - from) * step) / length));
      }
      at += 1;
    } else {
      return null;
    }
  }
  return values;
}
