import * as z from 'zod';
import { fieldError, idSchema, instantSchema } from '#contracts';
import { ValidationErrorResponse } from '../../http/error-response.ts';

/** Last row of the previous page, in a list sorted from newest to oldest, ties by id. */
export interface ListCursor {
  readonly createdAt: string;
  readonly id: string;
}

/** Last row of the previous page, in a list sorted by any key, ties by id. */
export interface KeyCursor<Key> {
  /** Sort value of the row; null when unknown. */
  readonly key: Key;
  readonly id: string;
}

const listCursorSchema = z.tuple([instantSchema, idSchema]);

export const encodeListCursor = (cursor: ListCursor): string =>
  encodeCursor([cursor.createdAt, cursor.id]);

/** Encodes the values of a cursor as text. */
export function encodeCursor(values: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** Decodes a cursor of `encodeListCursor`; null without a cursor, i.e. for the first page. */
export function parseListCursor(
  cursor: string | undefined,
): ListCursor | null | ValidationErrorResponse {
  return parseCursor(cursor, listCursorSchema, ([createdAt, id]) => ({ createdAt, id }));
}

/** Decodes and validates a cursor; null without a cursor, i.e. for the first page. */
export function parseCursor<Schema extends z.ZodType, Cursor>(
  cursor: string | undefined,
  schema: Schema,
  toCursor: (values: z.output<Schema>) => Cursor,
): Cursor | null | ValidationErrorResponse {
  if (cursor === undefined || cursor === '') return null;
  const parsed = schema.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (parsed.success) return toCursor(parsed.data);
  return new ValidationErrorResponse([fieldError('cursor', 'CURSOR_INVALID')]);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Text that is not JSON fails the schema as well.
    return null;
  }
}

/**
 * Builds a page from rows that were read with `limit + 1`; the extra row shows that more rows
 * exist.
 */
export function pageOf<Row extends ListCursor, Item>(
  rows: readonly Row[],
  limit: number,
  total: number,
  toItem: (row: Row) => Item,
): { items: Item[]; total: number; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(toItem),
    total,
    nextCursor: last === undefined ? null : encodeListCursor(last),
  };
}

/** Builds the response of a list that is never paged, e.g. the scans of a study. */
export function unpagedList<Row, Item>(rows: readonly Row[], toItem: (row: Row) => Item) {
  return { items: rows.map(toItem), total: rows.length, nextCursor: null };
}
