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

/** A decimal number; `Number` also reads hexadecimal, octal and binary ones. */
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Parses a decimal number; NaN if the text is none or the number is infinite. */
export function parseDecimal(text: string): number {
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}

/** Parses decimal numbers separated by spaces; null if any is invalid. */
export function parseNumbers(text: string): number[] | null {
  const numbers = text.trim().split(/\s+/).map(parseDecimal);
  return numbers.some(Number.isNaN) ? null : numbers;
}

/** Parses the sizes of an image, integers from 1; null if any is invalid. */
export function parseSizes(text: string): number[] | null {
  const sizes = parseNumbers(text);
  return sizes?.every((size) => Number.isInteger(size) && size >= 1) ? sizes : null;
}
