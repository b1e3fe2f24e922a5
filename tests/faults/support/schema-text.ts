import { type QueryExecutorProvider, sql } from 'kysely';

/** Describes a schema as lines in an order that does not depend on how the schema was created. */
export async function schemaText(db: QueryExecutorProvider): Promise<readonly string[]> {
  const { rows } = await sql<{ line: string }>`
    select 'column ' || table_name || '.' || column_name || ' ' || udt_name || ' ' || is_nullable
        || coalesce(' ' || column_default, '') || coalesce(' ' || generation_expression, '')
        || ' ' || coalesce(datetime_precision::text, '') as line
      from information_schema.columns where table_schema = 'public'
    union all
    select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all
    select 'index ' || indexdef from pg_indexes where schemaname = 'public'
    union all
    select 'trigger ' || pg_get_triggerdef(oid) || ' ' || tgenabled::text
      from pg_trigger where not tgisinternal
    union all
    select 'function ' || pg_get_functiondef(p.oid) from pg_proc p
      where pronamespace = 'public'::regnamespace and prokind = 'f'
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select 'sequence ' || sequence_name || ' ' || data_type
      from information_schema.sequences where sequence_schema = 'public'
    union all
    select 'policy ' || tablename || ' ' || policyname || ' ' || coalesce(qual, '')
      from pg_policies where schemaname = 'public'
    order by line`.execute(db);
  return rows.map(({ line }) => line);
}
