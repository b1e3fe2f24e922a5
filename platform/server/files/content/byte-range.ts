import type { ByteRange } from '../../store/index.ts';

/**
 * Parses a Range header (RFC 9110, 14.1.2) with a single byte range. Null means the whole file: no
 * header, or one that a server may ignore (several ranges, other units, invalid text).
 * 'unsatisfiable' means that the range starts after the end of the file.
 */
export function byteRange(
  header: string | undefined,
  byteLength: number,
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (match === null) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, byteLength - Number(last)) : Number(first);
  const end = first === '' || last === '' ? byteLength - 1 : Math.min(Number(last), byteLength - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  return start > end || start >= byteLength ? 'unsatisfiable' : { start, end };
}
