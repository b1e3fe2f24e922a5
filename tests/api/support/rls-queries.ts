import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/server/database/schema.ts';

/** Runs a query and returns the column `name`. */
async function queryNames(db: Kysely<Database>, query: ReturnType<typeof sql<{ name: string }>>) {
  return (await query.execute(db)).rows.map(({ name }) => name);
}

/** Returns the tables of the schema `public` without an organization id. */
export function tablesWithoutTenant(db: Kysely<Database>): Promise<string[]> {
  return queryNames(
    db,
    sql<{ name: string }>`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not exists (select from pg_attribute a
          where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped)
      order by 1`,
  );
}

/**
 * Returns the tables with an organization id (and `organization`) whose row-level security is
 * incomplete.
 */
export function tablesWithoutRls(db: Kysely<Database>): Promise<string[]> {
  return queryNames(
    db,
    sql<{ name: string }>`
      select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
        and (a.attname = 'organization_id' or (c.relname = 'organization' and a.attname = 'id'))
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not (c.relrowsecurity
          -- PostgreSQL combines permissive policies with OR, so a second one could permit more rows.
          and 1 = (select count(*) from pg_policy p where p.polrelid = c.oid and p.polpermissive)
          and exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd = '*'
            and p.polqual is not null and p.polwithcheck is not null))
      order by 1`,
  );
}

/** Returns primary, unique and foreign keys without the organization id, as `table: name`. */
export function listCrossTenantKeys(db: Kysely<Database>): Promise<string[]> {
  return queryNames(
    db,
    sql<{ name: string }>`
      select c.relname || ': ' || i.relname as name
      from pg_index x
      join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      where c.relnamespace = 'public'::regnamespace and x.indisunique
        and not exists (select from pg_attribute a where a.attrelid = c.oid
          and a.attname = 'organization_id' and a.attnum = any (x.indkey))
      union all
      select c.relname || ': ' || k.conname as name
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      where c.relnamespace = 'public'::regnamespace and k.contype = 'f'
        and k.confrelid <> 'organization'::regclass
        and not exists (select from pg_attribute a where a.attrelid = c.oid
          and a.attname = 'organization_id' and a.attnum = any (k.conkey))
      order by 1`,
  );
}

/**
 * Returns objects that read with the owner's rights: views without security_invoker, SECURITY
 * DEFINER functions.
 */
export function listRlsBypasses(db: Kysely<Database>): Promise<string[]> {
  return queryNames(
    db,
    sql<{ name: string }>`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and (c.relkind = 'm' or (c.relkind = 'v'
        and not coalesce('security_invoker=true' = any (c.reloptions), false)))
      union all
      select p.proname as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prosecdef
      order by 1`,
  );
}
