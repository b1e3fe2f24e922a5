import type { Result } from '#foundation';
import { fail, ok } from '#foundation';
import type { VolumeFormat } from './volume-problems.ts';
import { headerTooLong, invalidHeader, MAX_HEADER_BYTES } from './volume-problems.ts';

/** Byte value of a line feed. */
const LINE_FEED = 10;

export interface HeaderText {
  /** Lines without line ends, including the last line of the header. */
  readonly lines: readonly string[];
  /** Offset of the first byte after the header. */
  readonly endByte: number;
}

/** Reads text lines up to the first that `isLast` accepts; ignores the rest of the file. */
export function readHeaderLines(
  format: VolumeFormat,
  bytes: Uint8Array,
  isLast: (line: string) => boolean,
): Result<HeaderText> {
  const decoder = new TextDecoder();
  const lines: string[] = [];
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(LINE_FEED, start);
    if (end > MAX_HEADER_BYTES || (end < 0 && bytes.length > MAX_HEADER_BYTES)) {
      return fail(headerTooLong(format));
    }
    if (end < 0) break;
    const line = decoder.decode(bytes.subarray(start, end)).replace(/\r$/, '');
    lines.push(line);
    start = end + 1;
    if (isLast(line)) return ok({ lines, endByte: start });
  }
  return fail(
    invalidHeader(format, `The file ends within its header, after ${lines.length} lines.`),
  );
}

/** Parses numbers separated by spaces; null if any is invalid. */
export function parseNumbers(text: string): number[] | null {
  const numbers = text
    .trim()
    .split(/\s+/)
    .map((word) => (word === '' ? Number.NaN : Number(word)));
  return numbers.every(Number.isFinite) ? numbers : null;
}

/** Parses the sizes of an image, integers from 1; null if any is invalid. */
export function parseSizes(text: string): number[] | null {
  const sizes = parseNumbers(text);
  return sizes?.every((size) => Number.isInteger(size) && size >= 1) ? sizes : null;
}
