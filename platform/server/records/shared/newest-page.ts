import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { ErrorResponse } from '../../http/error-response.ts';
import { type ListCursor, pageOf, parseListCursor } from './paging.ts';

/** Sort columns of a list: newest first, ties by id. */
interface Columns {
  readonly at: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
}

const CREATED: Columns = { at: sql`created_at`, id: sql`id` };

/**
 * Reads a page of rows of one table, newest first. `rows` is unsorted and selects `createdAt` and
 * `id`. A list with another sort time passes its columns as `sortBy` and selects that time as
 * `createdAt`.
 */
export async function newestPage<Tables, Table extends keyof Tables, Row extends ListCursor, Item>(
  rows: SelectQueryBuilder<Tables, Table, Row>,
  query: { readonly limit: number; readonly cursor?: string | undefined },
  toItem: (row: Row) => Item,
  sortBy: Columns = CREATED,
): Promise<{ items: Item[]; total: number; nextCursor: string | null } | ErrorResponse> {
  const after = parseListCursor(query.cursor);
  if (after instanceof ErrorResponse) return after;
  const counted = await rows
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  // Kysely infers the column only for queries over known tables.
  const { total } = counted as { total: number };
  const page =
    after === null
      ? rows
      : rows.where(
          sql<SqlBool>`(${sortBy.at}, ${sortBy.id}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
        );
  const pageRows = await page
    .orderBy(sql`${sortBy.at} desc`)
    .orderBy(sql`${sortBy.id} desc`)
    .limit(query.limit + 1)
    .execute();
  return pageOf(pageRows as readonly Row[], query.limit, total, toItem);
}
