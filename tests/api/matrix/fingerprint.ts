import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/server/database/schema.ts';

/** Tables that change by themselves or on reads; rejected calls are audited. */
const VOLATILE_TABLES = /^(audit.*|session_token|idempotency)$/;

/**
 * Returns a text that changes with any row of an organization, by table to locate the difference.
 * Reads as the owner, past row-level security.
 */
export async function fingerprintOf(
  db: Kysely<Database>,
  organizationId: string,
): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'organization_id'`.execute(db);
  const names = tables.map(({ name }) => name).filter((name) => !VOLATILE_TABLES.test(name));
  const { rows } = await sql<{ name: string; digest: string }>`${sql.join(
    names.map(
      (name) => sql`select ${sql.lit(name)}::text as name,
        md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as digest
        from ${sql.table(name)} t where organization_id = ${organizationId}`,
    ),
    sql` union all `,
  )}`.execute(db);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
