import * as z from 'zod';
import { idSchema, instantSchema } from '#contracts';
import { ValidationErrorResponse } from '../../http/error-response.ts';

/** The place after which a page begins: newest first, ties by id. */
export interface ListCursor {
  readonly createdAt: string;
  readonly id: string;
}

/** A place in a list that is sorted by a key of any kind, which may be unknown. */
export interface KeyCursor<Key> {
  readonly key: Key;
  readonly id: string;
}

const listCursorSchema = z.tuple([instantSchema, idSchema]);

export const encodeListCursor = (cursor: ListCursor): string =>
  encodeCursor([cursor.createdAt, cursor.id]);

/** The text of a cursor that holds these parts. */
export function encodeCursor(values: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** The place a cursor names; null at the beginning. Cursors are made by the server only. */
export function parseListCursor(
  cursor: string | undefined,
): ListCursor | null | ValidationErrorResponse {
  return parseCursor(cursor, listCursorSchema, ([createdAt, id]) => ({ createdAt, id }));
}

/** The place that the parts of a cursor tell; null at the beginning. */
export function parseCursor<Schema extends z.ZodType, Cursor>(
  cursor: string | undefined,
  schema: Schema,
  toCursor: (values: z.output<Schema>) => Cursor,
): Cursor | null | ValidationErrorResponse {
  if (cursor === undefined || cursor === '') return null;
  const parsed = schema.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (parsed.success) return toCursor(parsed.data);
  const message = 'This cursor was not made by this server for this list';
  return new ValidationErrorResponse([{ field: 'cursor', code: 'custom', message }]);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON is as wrong as wrong JSON; the schema says so.
    return null;
  }
}

/**
 * Makes a page of rows that were read with `limit + 1`: the one too many tells that there is more.
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

/** A list that is never cut: scans of a study, findings of a scan. */
export function unpagedList<Row, Item>(rows: readonly Row[], toItem: (row: Row) => Item) {
  return { items: rows.map(toItem), total: rows.length, nextCursor: null };
}
