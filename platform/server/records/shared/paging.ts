import * as z from 'zod';
import { idSchema, instantSchema } from '#contracts';
import { ValidationRefusal } from '../../http/refusal.ts';

/** The place after which a page begins: newest first, ties by id. */
export interface PlaceInList {
  readonly createdAt: string;
  readonly id: string;
}

/** A place in a list that is sorted by a key of any kind, which may be unknown. */
export interface Place<Key> {
  readonly key: Key;
  readonly id: string;
}

const placeSchema = z.tuple([instantSchema, idSchema]);

export const cursorOf = (place: PlaceInList): string => textOf([place.createdAt, place.id]);

/** The text of a cursor that holds these parts. */
export function textOf(parts: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** The place a cursor names; null at the beginning. Cursors are made by the server only. */
export function placeOf(cursor: string | undefined): PlaceInList | null | ValidationRefusal {
  return placeIn(cursor, placeSchema, ([createdAt, id]) => ({ createdAt, id }));
}

/** The place that the parts of a cursor tell; null at the beginning. */
export function placeIn<Parts extends z.ZodType, Found>(
  cursor: string | undefined,
  parts: Parts,
  toPlace: (parts: z.output<Parts>) => Found,
): Found | null | ValidationRefusal {
  if (cursor === undefined || cursor === '') return null;
  const parsed = parts.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (parsed.success) return toPlace(parsed.data);
  const message = 'This cursor was not made by this server for this list';
  return new ValidationRefusal([{ field: 'cursor', code: 'custom', message }]);
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
export function pageOf<Row extends PlaceInList, Item>(
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
    nextCursor: last === undefined ? null : cursorOf(last),
  };
}

/** A list that is never cut: scans of a study, findings of a scan. */
export function wholeList<Row, Item>(rows: readonly Row[], toItem: (row: Row) => Item) {
  return { items: rows.map(toItem), total: rows.length, nextCursor: null };
}
