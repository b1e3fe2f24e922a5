import { type Kysely, type RawBuilder, sql } from 'kysely';
import { AUDIT_RIGHTS } from './migrations/0010-audit-chain.ts';
import type { Database } from './schema.ts';

/** Advisory lock that serialises the protection of tables; arbitrary number. */
const PROTECT_LOCK = 7_420_002;

/** Tables without tenant data; the application role gets no rights on them. */
const TABLES_WITHOUT_TENANT = [
  'kysely_migration',
  'kysely_migration_lock',
  'migration_content',
  'installation_secret',
];

/** Rights of the application role by table, where they differ from `ALL_RIGHTS`. */
const RIGHTS: Readonly<Record<string, string>> = {
  addendum_request: 'select, insert, update',
  audit: AUDIT_RIGHTS,
  ai_run: 'select, insert',
  case_reading: 'select, insert, update',
  organization: 'select, insert, update',
  dataset_export: 'select, insert, update',
  density_rank: 'select',
  evaluation: 'select, insert',
  evaluation_set: 'select, insert, update',
  finding_outcome: 'select, insert, update',
  first_read: 'select, insert',
  follow_up_closure: 'select, insert, update',
  scan_correction: 'select, insert, update',
  scan_rereading: 'select, insert, update',
  signed_file: 'select, insert',
};
const ALL_RIGHTS = 'select, insert, update, delete';

interface TableState {
  readonly name: string;
  /** Column with the organization id; null when the table has none. */
  readonly column: string | null;
  /** Row-level security is enabled with the policy `tenant_isolation`. */
  readonly isolated: boolean;
  /** The application role may read the table. */
  readonly granted: boolean;
}

/**
 * Isolates the tenants: enables row-level security on each table with an organization column and
 * grants the application role the minimum rights. Without a tenant the role can neither read nor
 * write rows. Idempotent; leaves protected tables untouched, because changing a table waits for all
 * running calls.
 */
export async function protectTables(db: Kysely<Database>, role: string): Promise<void> {
  if (await isProtected(db, role)) return;
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${PROTECT_LOCK})`.execute(trx);
    await sql`
      create or replace function clockface_organization() returns uuid
      language sql stable parallel safe
      return nullif(current_setting('clockface.organization', true), '')::uuid`.execute(trx);
    await sql`grant usage on schema public to ${sql.id(role)}`.execute(trx);
    await sql`grant usage on all sequences in schema public to ${sql.id(role)}`.execute(trx);
    const statements = (await tableStates(trx, role)).flatMap((table) => protection(role, table));
    // Sends all statements as one message, because the first start would otherwise wait for about
    // four round trips per table.
    const text = statements.map((statement) => statement.compile(trx).sql).join(';\n');
    if (text !== '') await sql.raw(text).execute(trx);
  });
}

/**
 * Grants the application role access to the tables of the job queue, so that calls queue and stop
 * jobs in their transactions. The queue contains only ids; other job data is in the job row, under
 * row-level security.
 */
export async function grantQueueAccess(
  db: Kysely<Database>,
  role: string,
  schema: string,
): Promise<void> {
  const { rows } = await sql<{ granted: boolean }>`
    select bool_and(has_table_privilege(${role}, c.oid, 'insert')) as granted
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relkind in ('r', 'p')`.execute(db);
  if (rows[0]?.granted === true) return;
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${PROTECT_LOCK})`.execute(trx);
    const tables = sql`all tables in schema ${sql.id(schema)}`;
    await sql`grant usage on schema ${sql.id(schema)} to ${sql.id(role)}`.execute(trx);
    await sql`grant select, insert, update, delete on ${tables} to ${sql.id(role)}`.execute(trx);
  });
}

async function isProtected(db: Kysely<Database>, role: string): Promise<boolean> {
  const tables = await tableStates(db, role);
  return tables.every(({ column, isolated, granted }) => granted && (column === null || isolated));
}

async function tableStates(db: Kysely<Database>, role: string): Promise<readonly TableState[]> {
  const { rows } = await sql<TableState>`
    select c.relname as name, a.attname as column,
      c.relrowsecurity and exists (
        select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant_isolation'
      ) as isolated,
      has_table_privilege(${role}, c.oid, 'select') as granted
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    left join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
      and a.attname = case c.relname when 'organization' then 'id' else 'organization_id' end
    where c.relkind in ('r', 'p') and c.relname not in (${sql.join(TABLES_WITHOUT_TENANT)})
    order by c.relname`.execute(db);
  return rows;
}

/** Returns the statements that a table still needs, without parameters, because DDL takes none. */
function protection(role: string, table: TableState): RawBuilder<unknown>[] {
  const name = sql.table(table.name);
  const statements: RawBuilder<unknown>[] = [];
  if (table.column !== null && !table.isolated) {
    const policy = sql`${sql.ref(table.column)} = (select clockface_organization())`;
    statements.push(
      sql`alter table ${name} enable row level security`,
      sql`drop policy if exists tenant_isolation on ${name}`,
      sql`create policy tenant_isolation on ${name} using (${policy}) with check (${policy})`,
    );
  }
  if (!table.granted) {
    const rights = sql.raw(RIGHTS[table.name] ?? ALL_RIGHTS);
    statements.push(sql`grant ${rights} on ${name} to ${sql.id(role)}`);
  }
  return statements;
}
