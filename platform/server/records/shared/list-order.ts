import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import * as z from 'zod';
import { dateSchema, idSchema, instantSchema } from '#contracts';
import type { ValidationErrorResponse } from '../../http/error-response.ts';
import { encodeCursor, type KeyCursor, parseCursor } from './paging.ts';

/** How the values of a sort key are told in a cursor, and what they are in SQL. */
const KEY_TYPES = {
  instant: { schema: instantSchema, cast: sql.raw('timestamptz') },
  date: { schema: dateSchema, cast: sql.raw('date') },
  text: { schema: z.string().max(500), cast: sql.raw('text') },
  whole: { schema: z.number().int().min(-32_768).max(32_767), cast: sql.raw('smallint') },
  number: { schema: z.number(), cast: sql.raw('double precision') },
} as const;

/** What a list is sorted by. */
export interface SortKey {
  readonly value: RawBuilder<unknown>;
  readonly type: keyof typeof KEY_TYPES;
  /** Rows without a value stand last in either direction. */
  readonly nullable: boolean;
}

/** One order of a list; equal keys follow each other by id. */
export interface ListOrder {
  /** What the caller calls it: a cursor of another order is refused. */
  readonly sort: string;
  readonly direction: 'asc' | 'desc';
  readonly key: SortKey;
  readonly id: RawBuilder<string>;
}

/** Texts as people look for them: Ö beside O, small letters beside large ones; C would sort bytes. */
export const alphabetical = (text: RawBuilder<unknown>) => sql`${text} collate "und-x-icu"`;

type KeyValue = string | number | null;

/** What every row of an ordered query carries besides its own columns. */
export interface CursorRow {
  readonly place: KeyValue;
  readonly placeId: string;
}

/** Where a cursor stands in the order; null at the beginning. */
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

/** The rows after a place, in the order. */
export function applyOrder<Tables, Table extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, Table, Row>,
  order: ListOrder,
  after: KeyCursor<KeyValue> | null,
) {
  const directionSql = sql.raw(order.direction);
  const nullsLast = sql.raw(order.key.nullable ? ' nulls last' : '');
  return (after === null ? rows : rows.where(beyond(order, after)))
    .orderBy(sql`${order.key.value} ${directionSql}${nullsLast}`)
    .orderBy(sql`${order.id} ${directionSql}`);
}

/** The columns of `CursorRow`. */
export function cursorColumns({ key, id }: ListOrder) {
  return [sql<KeyValue>`${key.value}`.as('place'), sql<string>`${id}`.as('placeId')] as const;
}

function beyond(
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

/** A page of rows that were read in an order with `limit + 1`. */
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
      : encodeCursor([order.sort, order.direction, last.place, last.placeId]);
  return { items: shown.map(toItem), total, nextCursor };
}
