import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import * as z from 'zod';
import { dateSchema, idSchema, instantSchema } from '#contracts';
import type { ValidationErrorResponse } from '../../http/error-response.ts';
import { encodeCursor, type KeyCursor, parseCursor } from './paging.ts';

/** Schema of a sort key's values in a cursor, and their SQL type. */
const KEY_TYPES = {
  instant: { schema: instantSchema, cast: sql.raw('timestamptz') },
  date: { schema: dateSchema, cast: sql.raw('date') },
  text: { schema: z.string().max(500), cast: sql.raw('text') },
  whole: { schema: z.number().int().min(-32_768).max(32_767), cast: sql.raw('smallint') },
  number: { schema: z.number(), cast: sql.raw('double precision') },
} as const;

/** Sort key of a list. */
export interface SortKey {
  /** SQL expression of the value. */
  readonly value: RawBuilder<unknown>;
  readonly type: keyof typeof KEY_TYPES;
  /** Rows without a value come last in either direction. */
  readonly nullable: boolean;
}

/** Order of a list; ties are sorted by id. */
export interface ListOrder {
  /** Name of the order in the API; a cursor of another order is rejected. */
  readonly sort: string;
  readonly direction: 'asc' | 'desc';
  readonly key: SortKey;
  readonly id: RawBuilder<string>;
}

/**
 * Sorts text as users expect, Ö next to O and regardless of case; collation C would compare bytes.
 */
export const alphabetical = (text: RawBuilder<unknown>) => sql`${text} collate "und-x-icu"`;

type KeyValue = string | number | null;

/** Columns of an ordered query from which a cursor is built. */
export interface CursorRow {
  readonly sortValue: KeyValue;
  readonly sortId: string;
}

/** Decodes a cursor of this order; null without a cursor, i.e. for the first page. */
export function parseOrderCursor(
  order: ListOrder,
  cursor: string | undefined,
): KeyCursor<KeyValue> | null | ValidationErrorResponse {
  const { schema } = KEY_TYPES[order.key.type];
  return parseCursor(
    cursor,
    z.tuple([
      z.literal(order.sort),
      z.literal(order.direction),
      order.key.nullable ? schema.nullable() : schema,
      idSchema,
    ]),
    ([, , key, id]) => ({ key, id }),
  );
}

/** Sorts rows; with a cursor, selects only the rows after it. */
export function applyOrder<Tables, Table extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, Table, Row>,
  order: ListOrder,
  after: KeyCursor<KeyValue> | null,
) {
  const directionSql = sql.raw(order.direction);
  const nullsLast = sql.raw(order.key.nullable ? ' nulls last' : '');
  return (after === null ? rows : rows.where(isAfter(order, after)))
    .orderBy(sql`${order.key.value} ${directionSql}${nullsLast}`)
    .orderBy(sql`${order.id} ${directionSql}`);
}

/** Returns the columns of `CursorRow`, to be selected. */
export function cursorColumns({ key, id }: ListOrder) {
  return [sql<KeyValue>`${key.value}`.as('sortValue'), sql<string>`${id}`.as('sortId')] as const;
}

/** Returns the condition that a row comes after the cursor; null values come last. */
function isAfter(
  { key, id, direction }: ListOrder,
  after: KeyCursor<KeyValue>,
): RawBuilder<SqlBool> {
  const comparison = sql.raw(direction === 'asc' ? '>' : '<');
  if (after.key === null) {
    return sql<SqlBool>`(${key.value} is null and ${id} ${comparison} ${after.id}::uuid)`;
  }
  const { cast } = KEY_TYPES[key.type];
  const next = sql`(${key.value}, ${id}) ${comparison} (${after.key}::${cast}, ${after.id}::uuid)`;
  return key.nullable ? sql<SqlBool>`(${next} or ${key.value} is null)` : sql<SqlBool>`${next}`;
}

/**
 * Builds a page from sorted rows that were read with `limit + 1`; the extra row shows that more
 * rows exist.
 */
export function orderedPage<Row extends CursorRow, Item>(
  rows: readonly Row[],
  order: ListOrder,
  { limit, total }: { readonly limit: number; readonly total: number },
  toItem: (row: Row) => Item,
): { items: Item[]; total: number; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const nextCursor =
    last === undefined
      ? null
      : encodeCursor([order.sort, order.direction, last.sortValue, last.sortId]);
  return { items: shown.map(toItem), total, nextCursor };
}
